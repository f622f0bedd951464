"""The parts of Scripts/browser-reference."""
