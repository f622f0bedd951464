// The product of two masks. Included inside cover.h.

void NAME(multiply)(
  uint8_t *mask, int64_t width, int64_t height, const uint8_t *other, int64_t otherWidth)
{
  for (int64_t y = 0; y < height; y++, mask += width, other += otherWidth) {
    for (int64_t x = 0; x < width; x++) {
      // The nearest byte to the product.
      uint16_t product = (uint16_t)(mask[x] * other[x] + 128);
      mask[x] = (uint8_t)((uint16_t)(product + (product >> 8)) >> 8);
    }
  }
}
