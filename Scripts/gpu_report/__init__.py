"""What Scripts/gpu-report consists of."""
