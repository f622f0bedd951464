// Vertex half of the clips: fetches an instance's clips for the fragments. CLIPS is a constant of the shader
// program; an instance with fewer clips is padded with half planes that cover everything.
#if CLIPS > 0
uniform samplerBuffer clipBuffer;
flat out RoundedBox clips[CLIPS];

void fetch_clips(vec4 params) {
  for (int i = 0; i < CLIPS; i++) {
    if (i < int(params.z)) {
      int word = (int(params.y) + i) * 5;
      clips[i] = RoundedBox(texelFetch(clipBuffer, word), texelFetch(clipBuffer, word + 1),
                            texelFetch(clipBuffer, word + 2), texelFetch(clipBuffer, word + 3),
                            texelFetch(clipBuffer, word + 4));
    } else {
      clips[i] = RoundedBox(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0, 0.0, 1.0, 0.0), vec4(0.0));
    }
  }
}
#else
void fetch_clips(vec4 params) {}
#endif
