// Where a fragment lies: the center of its pixel, in the target's pixel space.
//
// MOVED is for targets that may lie anywhere in their framebuffer, and for what may be drawn in part, whose
// pixels must not depend on it. What is interpolated does, in its last bits; so there all that changes from
// pixel to pixel is computed from here. Else, where every pixel has one place, interpolating is faster.
#ifdef MOVED
flat in vec2 targetPlace;
vec2 pixel_center() { return gl_FragCoord.xy - targetPlace; }
#else
vec2 pixel_center() { return gl_FragCoord.xy; }
#endif
