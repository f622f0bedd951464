"""Draws lottie-ios' samples with Glaze's own reader of Lottie documents, for `Scripts/lottie --documents`."""
