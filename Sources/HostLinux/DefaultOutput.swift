/// The best device that this machine has at the moment.
///
/// - Parameters:
///   - role: What the stream is for.
///   - applicationName: Who plays, for volume controls.
///   - mediaName: What plays, for volume controls.
///   - noticed: Runs on a queue of the device's.
/// - Returns: A device, and one line for people when it is one that nobody hears.
public func defaultOutput(
    role: MediaRole = .music, applicationName: String = "sori", mediaName: String = "sound",
    noticed: @escaping @Sendable (OutputNotice) -> Void = { _ in }
) -> (device: any HostOutput, warning: String?) {
    #if PipeWire
        let output = PipeWireOutput(
            PipeWireOutput.Options(
                applicationName: applicationName, mediaName: mediaName, role: role),
            noticed: noticed)
        do {
            try output.connect()
            return (output, nil)
        } catch {
            return (NullOutput(), "\(error.why): sound is discarded; \(error.advice)")
        }
    #else
        return (
            NullOutput(),
            "this sori was built without PipeWire: sound is discarded; "
                + "build with the package trait PipeWire"
        )
    #endif
}
