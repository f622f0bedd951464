#include "include/viewport.glsl"
