"""Compiles, links and uses shader programs in the OpenGL driver of the environment, with debug output.

    python3 programs.py gl|gles FOLDER NAME...

The folder contains NAME.vert and NAME.frag, and for OpenGL ES NAME-es.vert and NAME-es.frag, as Scripts/check-shaders
writes them. Each line of the output is a JSON object. The first one names the driver. Then each program has a line
before it is linked, so that a reader knows which one ended the process, and one after it was used.
"""

import ctypes
import json
import pathlib
import sys

# Constants of EGL and OpenGL.
SURFACELESS, NO_CONFIG = 0x31DD, None
ARRAY_BUFFER, ACTIVE_UNIFORMS, ACTIVE_ATTRIBUTES = 0x8892, 0x8B86, 0x8B89
VERTEX_SHADER, FRAGMENT_SHADER, COMPILED, LINKED = 0x8B31, 0x8B30, 0x8B81, 0x8B82
TEXTURE_2D, TEXTURE_2D_ARRAY, FRAMEBUFFER, RGBA, RGBA8, BYTES = 0x0DE1, 0x8C1A, 0x8D40, 0x1908, 0x8058, 0x1401
#: The texture target and the format of a type of sampler.
SAMPLERS = {
    0x8B5E: (TEXTURE_2D, RGBA8, RGBA, BYTES),  # sampler2D
    0x8DC1: (TEXTURE_2D_ARRAY, RGBA8, RGBA, BYTES),  # sampler2DArray
    0x8DD2: (TEXTURE_2D, 0x8236, 0x8D94, 0x1405),  # usampler2D: R32UI
}
#: The width and the height of the target.
SIZE = 64
TYPES = {0x824C: "error", 0x824E: "undefined", 0x8250: "performance", 0x824D: "deprecated", 0x824F: "portability"}
MESSAGE = ctypes.CFUNCTYPE(
    None, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


def say(**fields):
    print(json.dumps(fields), flush=True)


class Context:
    """A context for debugging; its attributes are OpenGL's functions."""

    def __init__(self, api):
        self.api = api
        egl = self.egl = ctypes.CDLL("libEGL.so.1")
        for name in ("eglGetProcAddress", "eglGetPlatformDisplay", "eglCreateContext"):
            getattr(egl, name).restype = ctypes.c_void_p
        display = ctypes.c_void_p(egl.eglGetPlatformDisplay(SURFACELESS, None, None))
        if not egl.eglInitialize(display, None, None):
            sys.exit("programs: eglInitialize fails")
        egl.eglBindAPI(0x30A0 if api == "gles" else 0x30A2)
        version = [0x3098, 3, 0x30FB, 0] if api == "gles" else [0x3098, 3, 0x30FB, 3, 0x30FD, 1]
        attributes = [*version, 0x31B0, 1, 0x3038]
        context = egl.eglCreateContext(
            display, NO_CONFIG, None, (ctypes.c_int * len(attributes))(*attributes))
        if not context:
            sys.exit(f"programs: eglCreateContext fails with {egl.eglGetError():#x}")
        egl.eglMakeCurrent(display, None, None, ctypes.c_void_p(context))
        self.messages = []
        self.listen()

    def __getattr__(self, name):
        address = self.egl.eglGetProcAddress(name.encode())
        if not address:
            raise AttributeError(name)
        function = ctypes.CFUNCTYPE(ctypes.c_int)(address)
        function.argtypes = None
        setattr(self, name, function)
        return function

    def listen(self):
        def note(source, kind, identity, severity, length, text, user):
            self.messages.append([TYPES.get(kind, "other"), text.decode(errors="replace").strip()])

        suffix = "KHR" if self.api == "gles" else ""
        self.note = MESSAGE(note)
        self.glEnable(0x92E0)
        self.glEnable(0x8242)
        getattr(self, "glDebugMessageControl" + suffix)(0x1100, 0x1100, 0x1100, 0, None, 1)
        getattr(self, "glDebugMessageCallback" + suffix)(self.note, None)

    def string(self, name):
        function = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(self.egl.eglGetProcAddress(b"glGetString"))
        return function(name).decode()

    def number(self, get, *arguments):
        value = ctypes.c_int()
        get(*arguments, ctypes.byref(value))
        return value.value


def log(get, identity):
    buffer = ctypes.create_string_buffer(4096)
    get(identity, 4096, None, buffer)
    return buffer.value.decode(errors="replace").strip()


def link(gl, folder, name):
    """Links a program; returns its identity and, if that fails, the reason."""
    program = gl.glCreateProgram()
    for kind, stage in ((VERTEX_SHADER, "vert"), (FRAGMENT_SHADER, "frag")):
        text = (folder / f"{name}.{stage}").read_bytes()
        shader = gl.glCreateShader(kind)
        gl.glShaderSource(shader, 1, ctypes.byref(ctypes.c_char_p(text)), None)
        gl.glCompileShader(shader)
        if not gl.number(gl.glGetShaderiv, shader, COMPILED):
            return program, f"{stage}: {log(gl.glGetShaderInfoLog, shader)}"
        gl.glAttachShader(program, shader)
        gl.glDeleteShader(shader)
    for index in range(16):
        gl.glBindAttribLocation(program, index, b"instance%d" % index)
    gl.glLinkProgram(program)
    if not gl.number(gl.glGetProgramiv, program, LINKED):
        return program, log(gl.glGetProgramInfoLog, program)
    return program, None


def bind_textures(gl, program):
    """Binds a texture of its type to each sampler of a program."""
    name = ctypes.create_string_buffer(256)
    size, kind = ctypes.c_int(), ctypes.c_uint()
    unit = 0
    for index in range(gl.number(gl.glGetProgramiv, program, ACTIVE_UNIFORMS)):
        gl.glGetActiveUniform(program, index, 256, None, ctypes.byref(size), ctypes.byref(kind), name)
        if kind.value not in SAMPLERS:
            continue
        target, stored, layout, component = SAMPLERS[kind.value]
        gl.glUniform1i(gl.glGetUniformLocation(program, name.value), unit)
        gl.glActiveTexture(0x84C0 + unit)
        gl.glBindTexture(target, gl.textures[kind.value])
        unit += 1


def make_textures(gl):
    gl.textures = {}
    for kind, (target, stored, layout, component) in SAMPLERS.items():
        gl.textures[kind] = make(gl.glGenTextures)
        gl.glBindTexture(target, gl.textures[kind])
        depth = [1] if target == TEXTURE_2D_ARRAY else []
        (gl.glTexImage3D if depth else gl.glTexImage2D)(target, 0, stored, 4, 4, *depth, 0, layout, component, None)
        for parameter in (0x2800, 0x2801):
            gl.glTexParameteri(target, parameter, 0x2600)


def make(generate):
    identity = ctypes.c_uint()
    generate(1, ctypes.byref(identity))
    return identity.value


def prepare(gl):
    """Makes the target, the instances and the textures, and sets the blending of Glaze."""
    target = make(gl.glGenTextures)
    gl.glBindTexture(TEXTURE_2D, target)
    gl.glTexImage2D(TEXTURE_2D, 0, RGBA8, SIZE, SIZE, 0, RGBA, BYTES, None)
    gl.glBindFramebuffer(FRAMEBUFFER, make(gl.glGenFramebuffers))
    gl.glFramebufferTexture2D(FRAMEBUFFER, 0x8CE0, TEXTURE_2D, target, 0)
    gl.glViewport(0, 0, SIZE, SIZE)
    gl.glEnable(0x0BE2)
    gl.glBlendFunc(1, 0x0303)
    make_textures(gl)
    gl.glBindVertexArray(make(gl.glGenVertexArrays))
    gl.glBindBuffer(ARRAY_BUFFER, make(gl.glGenBuffers))
    gl.glBufferData(ARRAY_BUFFER, ctypes.c_size_t(4096), bytes(4096), 0x88E4)


def draw(gl, program, points):
    """Draws an instance, because many drivers compile a program only when it is used."""
    gl.glUseProgram(program)
    bind_textures(gl, program)
    count = gl.number(gl.glGetProgramiv, program, ACTIVE_ATTRIBUTES)
    for index in range(16):
        if index >= count:
            gl.glDisableVertexAttribArray(index)
            continue
        gl.glEnableVertexAttribArray(index)
        gl.glVertexAttribDivisor(index, 0 if points else 1)
        gl.glVertexAttribPointer(index, 4, 0x1406, 0, 256, ctypes.c_void_p(index * 16))
    if points:
        gl.glDrawArrays(0, 0, 1)
    else:
        gl.glDrawArraysInstanced(5, 0, 4, 1)
    gl.glFinish()


def main(api, folder, names):
    gl = Context(api)
    say(renderer=gl.string(0x1F01), version=gl.string(0x1F02))
    prepare(gl)
    ending = "-es" if api == "gles" else ""
    if api != "gles":
        gl.glEnable(0x8642)
    gl.messages.clear()
    for name in names:
        say(begin=name)
        program, failure = link(gl, folder, name + ending)
        if failure is None:
            draw(gl, program, "POINTS" in name)
        error = gl.glGetError()
        say(name=name, failure=failure, error=error, messages=gl.messages)
        gl.messages.clear()
        gl.glDeleteProgram(program)


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:])
