// The functions of OpenGL and OpenGL ES that Glaze calls: FUNCTION(result, name, parameters, arguments).
// A context may lack some of them; GLFunctions.swift replaces those by others.
FUNCTION(void, glActiveTexture, (GLenum texture), (texture))
FUNCTION(void, glAttachShader, (GLuint program, GLuint shader), (program, shader))
FUNCTION(
  void, glBindAttribLocation,
  (GLuint program, GLuint index, const GLchar *name),
  (program, index, name))
FUNCTION(void, glBindBuffer, (GLenum target, GLuint buffer), (target, buffer))
FUNCTION(void, glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer))
FUNCTION(void, glBindSampler, (GLuint unit, GLuint sampler), (unit, sampler))
FUNCTION(void, glBindTexture, (GLenum target, GLuint texture), (target, texture))
FUNCTION(void, glBindVertexArray, (GLuint array), (array))
FUNCTION(
  void, glBindVertexBuffer,
  (GLuint bindingindex, GLuint buffer, GLintptr offset, GLsizei stride),
  (bindingindex, buffer, offset, stride))
FUNCTION(void, glBlendEquation, (GLenum mode), (mode))
FUNCTION(void, glBlendEquationSeparate, (GLenum modeRGB, GLenum modeAlpha), (modeRGB, modeAlpha))
FUNCTION(
  void, glBlendEquationSeparatei,
  (GLuint buf, GLenum modeRGB, GLenum modeAlpha),
  (buf, modeRGB, modeAlpha))
FUNCTION(void, glBlendEquationi, (GLuint buf, GLenum mode), (buf, mode))
FUNCTION(void, glBlendFunc, (GLenum sfactor, GLenum dfactor), (sfactor, dfactor))
FUNCTION(
  void, glBlendFuncSeparate,
  (GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha, GLenum dfactorAlpha),
  (sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha))
FUNCTION(
  void, glBlendFuncSeparatei,
  (GLuint buf, GLenum srcRGB, GLenum dstRGB, GLenum srcAlpha, GLenum dstAlpha),
  (buf, srcRGB, dstRGB, srcAlpha, dstAlpha))
FUNCTION(void, glBlendFunci, (GLuint buf, GLenum src, GLenum dst), (buf, src, dst))
FUNCTION(
  void, glBlitFramebuffer,
  (GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1,
   GLbitfield mask, GLenum filter),
  (srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter))
FUNCTION(
  void, glBufferData,
  (GLenum target, GLsizeiptr size, const void *data, GLenum usage),
  (target, size, data, usage))
FUNCTION(GLenum, glCheckFramebufferStatus, (GLenum target), (target))
FUNCTION(void, glClampColor, (GLenum target, GLenum clamp), (target, clamp))
FUNCTION(void, glClear, (GLbitfield mask), (mask))
FUNCTION(
  void, glClearBufferfv,
  (GLenum buffer, GLint drawbuffer, const GLfloat *value),
  (buffer, drawbuffer, value))
FUNCTION(GLenum, glClientWaitSync, (GLsync sync, GLbitfield flags, GLuint64 timeout), (sync, flags, timeout))
FUNCTION(void, glClipControl, (GLenum origin, GLenum depth), (origin, depth))
FUNCTION(
  void, glColorMask,
  (GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha),
  (red, green, blue, alpha))
FUNCTION(
  void, glColorMaski,
  (GLuint index, GLboolean r, GLboolean g, GLboolean b, GLboolean a),
  (index, r, g, b, a))
FUNCTION(void, glCompileShader, (GLuint shader), (shader))
FUNCTION(
  void, glCopyImageSubData,
  (GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY, GLint srcZ, GLuint dstName,
   GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ, GLsizei srcWidth, GLsizei srcHeight,
   GLsizei srcDepth),
  (srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ, srcWidth,
   srcHeight, srcDepth))
FUNCTION(GLuint, glCreateProgram, (void), ())
FUNCTION(GLuint, glCreateShader, (GLenum type), (type))
FUNCTION(void, glDeleteBuffers, (GLsizei n, const GLuint *buffers), (n, buffers))
FUNCTION(void, glDeleteFramebuffers, (GLsizei n, const GLuint *framebuffers), (n, framebuffers))
FUNCTION(void, glDeleteProgram, (GLuint program), (program))
FUNCTION(void, glDeleteQueries, (GLsizei n, const GLuint *ids), (n, ids))
FUNCTION(void, glDeleteSamplers, (GLsizei count, const GLuint *samplers), (count, samplers))
FUNCTION(void, glDeleteShader, (GLuint shader), (shader))
FUNCTION(void, glDeleteSync, (GLsync sync), (sync))
FUNCTION(void, glDeleteTextures, (GLsizei n, const GLuint *textures), (n, textures))
FUNCTION(void, glDeleteVertexArrays, (GLsizei n, const GLuint *arrays), (n, arrays))
FUNCTION(void, glDisable, (GLenum cap), (cap))
FUNCTION(void, glDisablei, (GLenum target, GLuint index), (target, index))
FUNCTION(void, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
FUNCTION(
  void, glDrawArraysInstanced,
  (GLenum mode, GLint first, GLsizei count, GLsizei instancecount),
  (mode, first, count, instancecount))
FUNCTION(void, glEnable, (GLenum cap), (cap))
FUNCTION(void, glEnableVertexAttribArray, (GLuint index), (index))
FUNCTION(void, glEnablei, (GLenum target, GLuint index), (target, index))
FUNCTION(GLsync, glFenceSync, (GLenum condition, GLbitfield flags), (condition, flags))
FUNCTION(void, glFinish, (void), ())
FUNCTION(void, glFlush, (void), ())
FUNCTION(
  void, glFramebufferTexture2D,
  (GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level),
  (target, attachment, textarget, texture, level))
FUNCTION(void, glGenBuffers, (GLsizei n, GLuint *buffers), (n, buffers))
FUNCTION(void, glGenFramebuffers, (GLsizei n, GLuint *framebuffers), (n, framebuffers))
FUNCTION(void, glGenQueries, (GLsizei n, GLuint *ids), (n, ids))
FUNCTION(void, glGenSamplers, (GLsizei count, GLuint *samplers), (count, samplers))
FUNCTION(void, glGenTextures, (GLsizei n, GLuint *textures), (n, textures))
FUNCTION(void, glGenVertexArrays, (GLsizei n, GLuint *arrays), (n, arrays))
FUNCTION(void, glGenerateMipmap, (GLenum target), (target))
FUNCTION(
  void, glGetActiveAttrib,
  (GLuint program, GLuint index, GLsizei bufSize, GLsizei *length, GLint *size, GLenum *type, GLchar *name),
  (program, index, bufSize, length, size, type, name))
FUNCTION(void, glGetBooleani_v, (GLenum target, GLuint index, GLboolean *data), (target, index, data))
FUNCTION(void, glGetBooleanv, (GLenum pname, GLboolean *data), (pname, data))
FUNCTION(GLenum, glGetError, (void), ())
FUNCTION(void, glGetFloati_v, (GLenum target, GLuint index, GLfloat *data), (target, index, data))
FUNCTION(void, glGetFloatv, (GLenum pname, GLfloat *data), (pname, data))
FUNCTION(GLenum, glGetGraphicsResetStatus, (void), ())
FUNCTION(void, glGetIntegeri_v, (GLenum target, GLuint index, GLint *data), (target, index, data))
FUNCTION(void, glGetIntegerv, (GLenum pname, GLint *data), (pname, data))
FUNCTION(
  void, glGetProgramBinary,
  (GLuint program, GLsizei bufSize, GLsizei *length, GLenum *binaryFormat, void *binary),
  (program, bufSize, length, binaryFormat, binary))
FUNCTION(
  void, glGetProgramInfoLog,
  (GLuint program, GLsizei bufSize, GLsizei *length, GLchar *infoLog),
  (program, bufSize, length, infoLog))
FUNCTION(void, glGetProgramiv, (GLuint program, GLenum pname, GLint *params), (program, pname, params))
FUNCTION(void, glGetQueryObjectui64v, (GLuint id, GLenum pname, GLuint64 *params), (id, pname, params))
FUNCTION(void, glGetQueryiv, (GLenum target, GLenum pname, GLint *params), (target, pname, params))
FUNCTION(
  void, glGetSamplerParameterfv,
  (GLuint sampler, GLenum pname, GLfloat *params),
  (sampler, pname, params))
FUNCTION(
  void, glGetShaderInfoLog,
  (GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *infoLog),
  (shader, bufSize, length, infoLog))
FUNCTION(void, glGetShaderiv, (GLuint shader, GLenum pname, GLint *params), (shader, pname, params))
FUNCTION(const GLubyte *, glGetString, (GLenum name), (name))
FUNCTION(const GLubyte *, glGetStringi, (GLenum name, GLuint index), (name, index))
FUNCTION(
  void, glGetTexLevelParameteriv,
  (GLenum target, GLint level, GLenum pname, GLint *params),
  (target, level, pname, params))
FUNCTION(GLint, glGetUniformLocation, (GLuint program, const GLchar *name), (program, name))
FUNCTION(GLboolean, glIsEnabled, (GLenum cap), (cap))
FUNCTION(GLboolean, glIsEnabledi, (GLenum target, GLuint index), (target, index))
FUNCTION(GLboolean, glIsFramebuffer, (GLuint framebuffer), (framebuffer))
FUNCTION(GLboolean, glIsSampler, (GLuint sampler), (sampler))
FUNCTION(GLboolean, glIsTexture, (GLuint texture), (texture))
FUNCTION(void, glLinkProgram, (GLuint program), (program))
FUNCTION(
  void *, glMapBufferRange,
  (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access),
  (target, offset, length, access))
FUNCTION(void, glPauseTransformFeedback, (void), ())
FUNCTION(void, glPixelStorei, (GLenum pname, GLint param), (pname, param))
FUNCTION(void, glPixelTransferf, (GLenum name, GLfloat value), (name, value))
FUNCTION(void, glPolygonMode, (GLenum face, GLenum mode), (face, mode))
FUNCTION(void, glPopDebugGroup, (void), ())
FUNCTION(
  void, glProgramBinary,
  (GLuint program, GLenum binaryFormat, const void *binary, GLsizei length),
  (program, binaryFormat, binary, length))
FUNCTION(void, glProgramParameteri, (GLuint program, GLenum pname, GLint value), (program, pname, value))
FUNCTION(void, glProvokingVertex, (GLenum mode), (mode))
FUNCTION(
  void, glPushDebugGroup,
  (GLenum source, GLuint id, GLsizei length, const GLchar *message),
  (source, id, length, message))
FUNCTION(void, glQueryCounter, (GLuint id, GLenum target), (id, target))
FUNCTION(void, glReadBuffer, (GLenum src), (src))
FUNCTION(
  void, glReadPixels,
  (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels),
  (x, y, width, height, format, type, pixels))
FUNCTION(void, glResumeTransformFeedback, (void), ())
FUNCTION(void, glSamplerParameterf, (GLuint sampler, GLenum pname, GLfloat param), (sampler, pname, param))
FUNCTION(void, glSamplerParameteri, (GLuint sampler, GLenum pname, GLint param), (sampler, pname, param))
FUNCTION(void, glScissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
FUNCTION(
  void, glScissorIndexed,
  (GLuint index, GLint left, GLint bottom, GLsizei width, GLsizei height),
  (index, left, bottom, width, height))
FUNCTION(
  void, glShaderSource,
  (GLuint shader, GLsizei count, const GLchar *const*string, const GLint *length),
  (shader, count, string, length))
FUNCTION(
  void, glTexImage2D,
  (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border,
   GLenum format, GLenum type, const void *pixels),
  (target, level, internalformat, width, height, border, format, type, pixels))
FUNCTION(
  void, glTexImage3D,
  (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLsizei depth,
   GLint border, GLenum format, GLenum type, const void *pixels),
  (target, level, internalformat, width, height, depth, border, format, type, pixels))
FUNCTION(void, glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param))
FUNCTION(
  void, glTexStorage2D,
  (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height),
  (target, levels, internalformat, width, height))
FUNCTION(
  void, glTexStorage3D,
  (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth),
  (target, levels, internalformat, width, height, depth))
FUNCTION(
  void, glTexSubImage2D,
  (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format,
   GLenum type, const void *pixels),
  (target, level, xoffset, yoffset, width, height, format, type, pixels))
FUNCTION(
  void, glTexSubImage3D,
  (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width, GLsizei height,
   GLsizei depth, GLenum format, GLenum type, const void *pixels),
  (target, level, xoffset, yoffset, zoffset, width, height, depth, format, type, pixels))
FUNCTION(void, glUniform1i, (GLint location, GLint v0), (location, v0))
FUNCTION(void, glUniform2f, (GLint location, GLfloat v0, GLfloat v1), (location, v0, v1))
FUNCTION(
  void, glUniform4f,
  (GLint location, GLfloat v0, GLfloat v1, GLfloat v2, GLfloat v3),
  (location, v0, v1, v2, v3))
FUNCTION(void, glUniform4fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value))
FUNCTION(
  void, glUniform4i,
  (GLint location, GLint v0, GLint v1, GLint v2, GLint v3),
  (location, v0, v1, v2, v3))
FUNCTION(GLboolean, glUnmapBuffer, (GLenum target), (target))
FUNCTION(void, glUseProgram, (GLuint program), (program))
FUNCTION(void, glVertexAttribBinding, (GLuint attribindex, GLuint bindingindex), (attribindex, bindingindex))
FUNCTION(void, glVertexAttribDivisor, (GLuint index, GLuint divisor), (index, divisor))
FUNCTION(
  void, glVertexAttribFormat,
  (GLuint attribindex, GLint size, GLenum type, GLboolean normalized, GLuint relativeoffset),
  (attribindex, size, type, normalized, relativeoffset))
FUNCTION(
  void, glVertexAttribPointer,
  (GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride, const void *pointer),
  (index, size, type, normalized, stride, pointer))
FUNCTION(void, glVertexBindingDivisor, (GLuint bindingindex, GLuint divisor), (bindingindex, divisor))
FUNCTION(void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
FUNCTION(
  void, glViewportIndexedf,
  (GLuint index, GLfloat x, GLfloat y, GLfloat w, GLfloat h),
  (index, x, y, w, h))

// Functions that only the hosts in tests call.
FUNCTION(void, glBeginTransformFeedback, (GLenum primitiveMode), (primitiveMode))
FUNCTION(void, glBindBufferBase, (GLenum target, GLuint index, GLuint buffer), (target, index, buffer))
FUNCTION(
  void, glBindImageTexture,
  (GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer, GLenum access, GLenum format),
  (unit, texture, level, layered, layer, access, format))
FUNCTION(void, glBindRenderbuffer, (GLenum target, GLuint renderbuffer), (target, renderbuffer))
FUNCTION(void, glBindTransformFeedback, (GLenum target, GLuint id), (target, id))
FUNCTION(
  void, glBlendColor,
  (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha),
  (red, green, blue, alpha))
FUNCTION(void, glCullFace, (GLenum mode), (mode))
FUNCTION(void, glDebugMessageCallback, (GLDEBUGPROC callback, const void *userParam), (callback, userParam))
FUNCTION(
  void, glDebugMessageControl,
  (GLenum source, GLenum type, GLenum severity, GLsizei count, const GLuint *ids, GLboolean enabled),
  (source, type, severity, count, ids, enabled))
FUNCTION(void, glDeleteRenderbuffers, (GLsizei n, const GLuint *renderbuffers), (n, renderbuffers))
FUNCTION(void, glDepthFunc, (GLenum func), (func))
FUNCTION(void, glDepthRangeIndexed, (GLuint index, GLdouble n, GLdouble f), (index, n, f))
FUNCTION(void, glDrawBuffers, (GLsizei n, const GLenum *bufs), (n, bufs))
FUNCTION(void, glEndTransformFeedback, (void), ())
FUNCTION(
  void, glFramebufferRenderbuffer,
  (GLenum target, GLenum attachment, GLenum renderbuffertarget, GLuint renderbuffer),
  (target, attachment, renderbuffertarget, renderbuffer))
FUNCTION(void, glGenRenderbuffers, (GLsizei n, GLuint *renderbuffers), (n, renderbuffers))
FUNCTION(void, glGenTransformFeedbacks, (GLsizei n, GLuint *ids), (n, ids))
FUNCTION(void, glGetInteger64i_v, (GLenum target, GLuint index, GLint64 *data), (target, index, data))
FUNCTION(void, glGetInteger64v, (GLenum pname, GLint64 *data), (pname, data))
FUNCTION(void, glGetPointerv, (GLenum pname, void **params), (pname, params))
FUNCTION(void, glGetVertexAttribiv, (GLuint index, GLenum pname, GLint *params), (index, pname, params))
FUNCTION(GLboolean, glIsBuffer, (GLuint buffer), (buffer))
FUNCTION(GLboolean, glIsProgram, (GLuint program), (program))
FUNCTION(GLboolean, glIsVertexArray, (GLuint array), (array))
FUNCTION(void, glLogicOp, (GLenum opcode), (opcode))
FUNCTION(void, glMinSampleShading, (GLfloat value), (value))
FUNCTION(void, glPointParameteri, (GLenum pname, GLint param), (pname, param))
FUNCTION(void, glPointSize, (GLfloat size), (size))
FUNCTION(void, glPolygonOffset, (GLfloat factor, GLfloat units), (factor, units))
FUNCTION(void, glPrimitiveRestartIndex, (GLuint index), (index))
FUNCTION(
  void, glRenderbufferStorage,
  (GLenum target, GLenum internalformat, GLsizei width, GLsizei height),
  (target, internalformat, width, height))
FUNCTION(void, glSampleCoverage, (GLfloat value, GLboolean invert), (value, invert))
FUNCTION(void, glSampleMaski, (GLuint maskNumber, GLbitfield mask), (maskNumber, mask))
FUNCTION(void, glStencilFunc, (GLenum func, GLint ref, GLuint mask), (func, ref, mask))
FUNCTION(
  void, glTexStorage2DMultisample,
  (GLenum target, GLsizei samples, GLenum internalformat, GLsizei width, GLsizei height,
   GLboolean fixedsamplelocations),
  (target, samples, internalformat, width, height, fixedsamplelocations))
FUNCTION(
  void, glTransformFeedbackVaryings,
  (GLuint program, GLsizei count, const GLchar *const*varyings, GLenum bufferMode),
  (program, count, varyings, bufferMode))

#undef FUNCTION
