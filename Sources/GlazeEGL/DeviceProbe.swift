package enum DeviceProbe {
  static func check(_ candidate: DeviceOrder.Candidate) throws(DisplayFailure) {}
}
