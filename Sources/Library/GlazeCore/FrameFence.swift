public import Foundation
import GlazeGeometry

/// A fence that signals when a device has drawn a frame: a sync file of Linux.
///
/// Pass it to the next user of the image (KMS's `IN_FENCE_FD`, Wayland,
/// `EGL_ANDROID_native_fence_sync`, Vulkan), or wait for it. Source:
/// `EGL_ANDROID_native_fence_sync`.
public final class FrameFence: Sendable {
  /// The sync file, which this object closes; duplicate it to use it for longer.
  public let fileDescriptor: Int32

  init(_ fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  deinit { close(fileDescriptor) }

  /// Waits until the frame is drawn.
  ///
  /// - Parameter timeout: in seconds; infinity waits without a limit.
  /// - Returns: Whether the frame is drawn.
  public func wait(timeout: TimeInterval = .infinity) -> Bool {
    var poll = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = timeout * 1000
    return Foundation.poll(
      &poll, 1, milliseconds < 1e9 ? Int32(clamping: max(milliseconds, 0)) : -1) > 0
  }
}
