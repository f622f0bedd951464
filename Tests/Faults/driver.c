// A driver that libglvnd loads, with one display, which crashes when that display is initialized.
#include <signal.h>
#include <stdint.h>
#include <string.h>

struct imports {
  void *(*get_platform_display)(unsigned platform, void *native, const intptr_t *attributes);
  unsigned (*get_supports_api)(unsigned api);
  const char *(*get_vendor_string)(int name);
  void *(*get_proc_address)(const char *name);
  void *(*get_dispatch_address)(const char *name);
  void (*set_dispatch_index)(const char *name, int index);
};

static int display;

static void *get_platform_display(unsigned platform, void *native, const intptr_t *attributes) {
  (void)platform, (void)native, (void)attributes;
  return &display;
}

static unsigned get_supports_api(unsigned api) {
  (void)api;
  return 1;
}

// 0 queries the platforms.
static const char *get_vendor_string(int name) {
  return name == 0 ? "EGL_MESA_platform_surfaceless" : NULL;
}

static unsigned initialize(void) {
  raise(SIGSEGV);
  return 0;
}

static const char *query_string(void *of, int name) {
  (void)name;
  return of ? "" : "EGL_EXT_client_extensions EGL_EXT_platform_base";
}

static void *nothing(void) { return NULL; }

static void *get_proc_address(const char *name) {
  if (!strcmp(name, "eglInitialize")) return initialize;
  if (!strcmp(name, "eglQueryString")) return query_string;
  size_t length = strlen(name);
  return length > 3 && !strcmp(name + length - 3, "EXT") ? NULL : nothing;
}

static void *get_dispatch_address(const char *name) {
  (void)name;
  return NULL;
}

static void set_dispatch_index(const char *name, int index) { (void)name, (void)index; }

unsigned __egl_Main(uint32_t version, const void *exports, void *vendor, struct imports *imports) {
  (void)version, (void)exports, (void)vendor;
  *imports = (struct imports){
    get_platform_display, get_supports_api, get_vendor_string,
    get_proc_address, get_dispatch_address, set_dispatch_index};
  return 1;
}
