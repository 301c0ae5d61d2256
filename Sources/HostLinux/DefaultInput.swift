/// The best microphone that this machine has at the moment.
///
/// - Parameters:
///   - applicationName: Who records, for volume controls.
///   - target: A source's name; `nil` to follow the default.
///   - noticed: Runs on a queue of the device's.
/// - Returns: A device, and one line for people when it is one that hears nothing.
public func defaultInput(
    applicationName: String = "sori", target: String? = nil,
    noticed: @escaping @Sendable (InputNotice) -> Void = { _ in }
) -> (device: any HostInput, warning: String?) {
    #if PipeWire
        let input = PipeWireInput(
            PipeWireInput.Options(applicationName: applicationName, target: target),
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
            "this sori was built without PipeWire: silence is recorded; "
                + "build with the package trait PipeWire"
        )
    #endif
}
