// Vertex half of the clips: passes on where an instance's clips are in the buffer. The fragments fetch them:
// carried as outputs they would exceed the 60 components that OpenGL promises. CLIPS is a constant of the
// shader program, the most clips of its instances.
#if CLIPS > 0
flat out ivec2 clipRange;  // the first clip and their number

void pass_clips(vec4 params) { clipRange = ivec2(params.yz); }
#else
void pass_clips(vec4 params) {}
#endif
