// The functions of Little CMS 2 that Glaze calls; the library is optional.
#pragma once
#include <stdint.h>

typedef void *glaze_cms_profile;
typedef void *glaze_cms_transform;

/// Signatures of color spaces.
enum {
  GLAZE_CMS_GRAY = 0x47524159,
  GLAZE_CMS_RGB = 0x52474220,
  GLAZE_CMS_CMYK = 0x434D594B,
};
/// Arrays of doubles in 0...1; those of CMYK are in 0...100.
enum {
  GLAZE_CMS_GRAY_DOUBLES = 1 << 22 | 3 << 16 | 1 << 3,
  GLAZE_CMS_RGB_DOUBLES = 1 << 22 | 4 << 16 | 3 << 3,
  GLAZE_CMS_CMYK_DOUBLES = 1 << 22 | 6 << 16 | 4 << 3,
};
/// Arrays of floats in 0...1.
enum {
  GLAZE_CMS_GRAY_FLOATS = 1 << 22 | 3 << 16 | 1 << 3 | 4,
  GLAZE_CMS_RGB_FLOATS = 1 << 22 | 4 << 16 | 3 << 3 | 4,
};
enum { GLAZE_CMS_RELATIVE_COLORIMETRIC = 1 };
/// A flag that makes a transform safe for several threads, because it caches no color.
enum { GLAZE_CMS_NO_CACHE = 0x40 };

glaze_cms_profile cmsOpenProfileFromMem(const void *bytes, uint32_t count);
int cmsCloseProfile(glaze_cms_profile);
uint32_t cmsGetColorSpace(glaze_cms_profile);
glaze_cms_profile cmsCreate_sRGBProfile(void);
glaze_cms_transform cmsCreateTransform(
  glaze_cms_profile from, uint32_t from_format, glaze_cms_profile to, uint32_t to_format,
  uint32_t intent, uint32_t flags);
void cmsDeleteTransform(glaze_cms_transform);
void cmsDoTransform(glaze_cms_transform, const void *from, void *to, uint32_t count);
