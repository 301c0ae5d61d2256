import SoundClient

/// Connects to the machine's default microphone.
///
/// - Parameters:
///   - applicationName: Name of the stream's application, for volume controls.
///   - target: A source's name; `nil` to follow the default source.
///   - holdsOnRemoval: Whether it delivers nothing from the removal of its source on, until it is
///     released.
///   - noticed: Receives notices on a queue of the device's.
/// - Returns: The device, and a warning for the user when it is a null device that records silence.
public func defaultInput(
    applicationName: String = "sori", target: String? = nil, holdsOnRemoval: Bool = false,
    noticed: @escaping @Sendable (DeviceNotice) -> Void = { _ in }
) -> (device: any HostInput, warning: String?) {
    #if PipeWire
        let input = PipeWireInput(
            PipeWireOptions(
                applicationName: applicationName, mediaName: "recording", role: .production,
                target: target, holdsOnRemoval: holdsOnRemoval),
            noticed: noticed)
        do {
            try input.connect()
            return (input, nil)
        } catch {
            return (NullInput(), "\(error.why): silence is recorded; \(error.advice)")
        }
    #else
        return (
            NullInput(),
            "sori was built without PipeWire: silence is recorded; "
                + "build with the package trait PipeWire"
        )
    #endif
}
