// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeLayers

/// The reason why a call failed.
struct Failure: Error {
  let code: glaze_code
  let message: String

  init(_ code: glaze_code, _ message: String) {
    self.code = code
    self.message = Self.functions.reduce(message) { text, names in
      text.contains(names.swift) ? text.replacing(names.swift, with: names.c) : text
    }
  }

  /// The Swift functions and commands that Glaze's messages name, and their C equivalents.
  private static let functions: [(swift: String, c: String)] = [
    ("handOver()", "glaze_renderer_hand_over()"),
    ("`glaze devices`", "glaze_device_get()"),
    ("Device.currentContext", "glaze_renderer_create(\"context\", ...)"),
  ]

  /// Makes a failure from any error of Glaze.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as GlazeError:
      self.init(Self.codes[error.code] ?? GLAZE_ERROR_OTHER, error.message)
    case let misuse as ModelMisuse:
      if case .wrongThread = misuse {
        self.init(GLAZE_ERROR_WRONG_THREAD, misuse.description)
      } else {
        self.init(GLAZE_ERROR_INVALID_ARGUMENT, misuse.description)
      }
    default: self.init(GLAZE_ERROR_OTHER, "\(error)")
    }
  }

  private static let codes: [GlazeError.Code: glaze_code] = [
    .invalidSize: GLAZE_ERROR_INVALID_SIZE,
    .limit: GLAZE_ERROR_LIMIT,
    .invalidArgument: GLAZE_ERROR_INVALID_ARGUMENT,
    .unknownName: GLAZE_ERROR_UNKNOWN_NAME,
    .noDevice: GLAZE_ERROR_NO_DEVICE,
    .unsupportedTarget: GLAZE_ERROR_UNSUPPORTED_TARGET,
    .unsupportedContents: GLAZE_ERROR_UNSUPPORTED_CONTENTS,
    .missingLibrary: GLAZE_ERROR_MISSING_LIBRARY,
    .drawing: GLAZE_ERROR_DRAWING,
    .wrongThread: GLAZE_ERROR_WRONG_THREAD,
    .forked: GLAZE_ERROR_FORKED,
    .document: GLAZE_ERROR_DOCUMENT,
    .writing: GLAZE_ERROR_WRITING,
    .stopped: GLAZE_ERROR_STOPPED,
  ]

  static func argument(_ message: String) -> Self { Self(GLAZE_ERROR_INVALID_ARGUMENT, message) }
}

/// The last failure of a thread.
final class ThreadError {
  private(set) var code = GLAZE_OK
  /// The message as a C string; nil is "".
  private(set) var message: UnsafeMutablePointer<CChar>?

  deinit { free(message) }

  func set(_ failure: Failure) {
    free(message)
    code = failure.code
    message = strdup(failure.message)
  }

  func clear() {
    free(message)
    (code, message) = (GLAZE_OK, nil)
  }

  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<ThreadError>.fromOpaque(pointer).release() }
    }
    return key
  }()

  /// The error of this thread; nil before its first failure.
  static var existing: ThreadError? {
    pthread_getspecific(key).map { Unmanaged<ThreadError>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The error of this thread.
  static var current: ThreadError {
    if let existing { return existing }
    let error = ThreadError()
    pthread_setspecific(key, Unmanaged.passRetained(error).toOpaque())
    return error
  }
}

/// Runs the body of a C function that returns a code.
@inline(__always)
func attempt(_ body: () throws -> Void) -> glaze_code {
  do {
    try body()
    return GLAZE_OK
  } catch {
    let failure = Failure(error)
    ThreadError.current.set(failure)
    return failure.code
  }
}

/// Runs the body of a C function that changes an object; a rejected change is a failure.
@inline(__always)
func attemptChange(_ body: () throws -> Void) -> glaze_code {
  attempt {
    let collector = ModelMisuse.Collector.current
    // Nested calls of the program collect their own errors.
    let before = (collector.isAsked, collector.first)
    (collector.isAsked, collector.first) = (true, nil)
    defer { (collector.isAsked, collector.first) = before }
    try body()
    if let misuse = collector.first { throw Failure(misuse) }
  }
}

/// Runs the body of a C function that returns a result, and returns `fallback` if it fails.
@inline(__always)
func attempt<Result>(or fallback: Result, _ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    ThreadError.current.set(Failure(error))
    return fallback
  }
}

@c @implementation
public func glaze_error_code() -> glaze_code { ThreadError.existing?.code ?? GLAZE_OK }

@c @implementation
public func glaze_error_message() -> UnsafePointer<CChar>! {
  if let message = ThreadError.existing?.message { return UnsafePointer(message) }
  return ConstantText.empty
}

@c @implementation
public func glaze_error_clear() { ThreadError.existing?.clear() }
