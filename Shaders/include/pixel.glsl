// The position of a fragment: the center of its pixel, in the target's pixel space.
//
// MOVED is for targets that may lie anywhere in their framebuffer, and for instances that may be drawn
// partially, whose pixels must not depend on that. The last bits of interpolated values do depend on it, so
// all values that change from pixel to pixel are computed from this position. Without MOVED, interpolation is
// faster.
#ifdef MOVED
flat in vec2 targetPlace;
vec2 pixel_center() { return gl_FragCoord.xy - targetPlace; }
#else
vec2 pixel_center() { return gl_FragCoord.xy; }
#endif
