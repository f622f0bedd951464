// The functions of SDL 2, from 2.0.18 on, that Glaze calls; the library is optional.
#pragma once
#include <stdint.h>

enum { GLAZE_SDL_VIDEO = 0x20 };
enum { GLAZE_SDL_CENTERED = 0x2FFF0000 };
/// Flags of windows.
enum { GLAZE_SDL_OPENGL = 0x2, GLAZE_SDL_RESIZABLE = 0x20, GLAZE_SDL_HIGH_DPI = 0x2000 };
/// Attributes of contexts.
enum {
  GLAZE_SDL_GL_MAJOR_VERSION = 17,
  GLAZE_SDL_GL_MINOR_VERSION = 18,
  GLAZE_SDL_GL_PROFILE = 21,
  GLAZE_SDL_GL_CORE = 1,
  GLAZE_SDL_GL_ES = 4,
};
/// Types of events.
enum {
  GLAZE_SDL_QUIT = 0x100,
  GLAZE_SDL_WINDOW = 0x200,
  GLAZE_SDL_KEY_DOWN = 0x300,
  GLAZE_SDL_KEY_UP = 0x301,
  GLAZE_SDL_MOTION = 0x400,
  GLAZE_SDL_BUTTON_DOWN = 0x401,
  GLAZE_SDL_BUTTON_UP = 0x402,
  GLAZE_SDL_WHEEL = 0x403,
};
/// Events of windows.
enum { GLAZE_SDL_EXPOSED = 3, GLAZE_SDL_SIZE_CHANGED = 6 };

typedef union {
  uint32_t type;
  struct {
    uint32_t type, time, window;
    uint8_t event, padding[3];
    int32_t data[2];
  } window;
  struct {
    uint32_t type, time, window;
    uint8_t state, repeat, padding[2];
    int32_t scancode, symbol;
    uint16_t modifiers;
  } key;
  struct {
    uint32_t type, time, window, which, state;
    int32_t x, y;
  } motion;
  struct {
    uint32_t type, time, window, which;
    uint8_t button, state, clicks, padding;
    int32_t x, y;
  } button;
  struct {
    uint32_t type, time, window, which;
    int32_t x, y;
    uint32_t direction;
    float precise_x, precise_y;
  } wheel;
  // SDL_Event has 56 bytes.
  uint8_t space[64];
} glaze_sdl_event;

typedef struct {
  uint32_t flags;
  void *format;
  int w, h, pitch;
  void *pixels;
} glaze_sdl_surface;

typedef struct {
  uint32_t format;
  int w, h, refresh_rate;
  void *data;
} glaze_sdl_mode;

int SDL_InitSubSystem(uint32_t flags);
void SDL_QuitSubSystem(uint32_t flags);
const char *SDL_GetError(void);
const char *SDL_GetCurrentVideoDriver(void);
void *SDL_CreateWindow(const char *title, int x, int y, int w, int h, uint32_t flags);
void SDL_DestroyWindow(void *window);
void SDL_SetWindowTitle(void *window, const char *title);
void SDL_GetWindowSize(void *window, int *w, int *h);
int SDL_GetWindowDisplayIndex(void *window);
int SDL_GetCurrentDisplayMode(int display, glaze_sdl_mode *mode);
int SDL_GL_SetAttribute(int attribute, int value);
void *SDL_GL_CreateContext(void *window);
void SDL_GL_DeleteContext(void *context);
int SDL_GL_MakeCurrent(void *window, void *context);
int SDL_GL_SetSwapInterval(int interval);
void SDL_GL_SwapWindow(void *window);
void SDL_GL_GetDrawableSize(void *window, int *w, int *h);
glaze_sdl_surface *SDL_GetWindowSurface(void *window);
int SDL_UpdateWindowSurface(void *window);
int SDL_PollEvent(glaze_sdl_event *event);
int SDL_WaitEventTimeout(glaze_sdl_event *event, int milliseconds);
