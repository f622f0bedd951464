import COpenGL

/// Measures when the passes of a frame ran.
///
/// Where the device has timers, it only inserts marks among the commands. Timers of software
/// rasterizers are not useful: there it waits at each mark, and passes do not overlap.
struct PassTimer {
  /// Whether the device has timers.
  let isReal: Bool
  private var queries: [GLuint] = []
  private var used = 0
  private var instants: [ContinuousClock.Instant] = []

  init(_ traits: ContextTraits) {
    var bits: GLint = 0
    if traits.hasTimers {
      glGetQueryiv(glEnum(GL_TIMESTAMP), glEnum(GL_QUERY_COUNTER_BITS), &bits)
    }
    isReal = bits > 0 && !Readback.isSoftwareRasteriser
  }

  /// Begins a frame, and its first pass.
  mutating func begin() {
    used = 0
    instants.removeAll(keepingCapacity: true)
    mark()
  }

  /// Ends a pass and begins the next.
  mutating func mark() {
    guard isReal else {
      glFinish()
      instants.append(.now)
      return
    }
    if used == queries.count {
      var query: GLuint = 0
      glGenQueries(1, &query)
      queries.append(query)
    }
    glQueryCounter(queries[used], glEnum(GL_TIMESTAMP))
    used += 1
  }

  /// Returns the start and the end of each pass, relative to the first mark, after everything is
  /// done.
  func end() -> [Range<Duration>] {
    guard isReal else {
      return zip(instants, instants.dropFirst()).map { ($0 - instants[0])..<($1 - instants[0]) }
    }
    let times = queries[..<used].map { query in
      var nanoseconds: GLuint64 = 0
      glGetQueryObjectui64v(query, glEnum(GL_QUERY_RESULT), &nanoseconds)
      return nanoseconds
    }
    return zip(times, times.dropFirst()).map { start, end in
      let begin = Duration.nanoseconds(Int64(clamping: start &- times[0]))
      return begin..<(begin + .nanoseconds(Int64(clamping: end &- start)))
    }
  }

  mutating func delete() {
    glDeleteQueries(GLsizei(queries.count), queries)
    queries = []
  }
}
