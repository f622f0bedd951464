"""What Scripts/browser-reference consists of."""
