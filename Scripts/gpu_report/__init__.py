"""The parts of Scripts/gpu-report."""
