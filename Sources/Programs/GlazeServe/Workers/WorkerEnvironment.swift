/// The variables that a worker receives.
///
/// A service may hold secrets in its environment, as programs in containers often do; a worker has no use
/// for them.
enum WorkerEnvironment {
  private static let names: Set = [
    "PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "LD_PRELOAD",
    "LLVM_PROFILE_FILE",
  ]
  /// The prefixes of variables of Glaze, of drivers, of fonts, and of sanitizers.
  private static let prefixes = [
    "GLAZE_", "LC_", "MESA_", "LIBGL_", "GALLIUM_", "LP_", "ST_", "DRI_", "EGL_", "__EGL_", "__GL",
    "NVIDIA_", "VK_", "ZINK_", "INTEL_", "AMD_", "RADEON", "NOUVEAU_", "PAN_", "V3D_", "FD_",
    "FONTCONFIG_", "FC_", "PANGO_", "XDG_CACHE_", "XDG_DATA_", "XDG_CONFIG_", "ASAN_", "TSAN_",
    "UBSAN_", "LSAN_",
  ]

  static func variables(of all: [String: String]) -> [String: String] {
    all.filter { name, _ in
      names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
  }
}
