"""The checks of a driver that Scripts/test-drivers, Scripts/test-gpu and Scripts/gpu-report share."""
