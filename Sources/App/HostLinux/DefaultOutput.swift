package import SoundClient

/// Begins to connect to PipeWire, on a thread of its own, for the first output that is connected
/// afterwards under the same name. Call it early in a process that is certain to play; it has an
/// effect once. Any thread.
///
/// - Parameter server: Like `PipeWireOptions.server`.
package func prepareOutput(applicationName: String = "sori", server: String? = nil) {
    #if PipeWire
        PipeWireConnection.prepare(
            remote: server, applicationName: applicationName,
            timeout: PipeWireStream.connectTimeout)
    #endif
}

/// Connects to the machine's default output.
///
/// - Parameters:
///   - role: The stream's media role.
///   - applicationName: Name of the stream's application, for volume controls.
///   - mediaName: Name of the stream's media, for volume controls.
///   - holdsOnRemoval: Whether it is silent from the removal of its sink on, until it is released.
///   - noticed: Receives notices on a queue of the device's.
/// - Returns: The device, and a warning for the user when it is a null device that discards the
///   sound.
public func defaultOutput(
    role: MediaRole = .music, applicationName: String = "sori", mediaName: String = "sound",
    holdsOnRemoval: Bool = false, noticed: @escaping @Sendable (DeviceNotice) -> Void = { _ in }
) -> (device: any HostOutput, warning: String?) {
    #if PipeWire
        let output = PipeWireOutput(
            PipeWireOptions(
                applicationName: applicationName, mediaName: mediaName, role: role,
                holdsOnRemoval: holdsOnRemoval),
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
            "sori was built without PipeWire: sound is discarded; "
                + "build with the package trait PipeWire"
        )
    #endif
}

/// Connects to a sink of PipeWire's.
///
/// - Parameters:
///   - mediaName: Name of the stream's media, for volume controls.
///   - sink: The sink's node name; `nil` to follow the default one.
///   - holdsOnRemoval: Whether it stays silent when its sink is removed, until it is told to go on.
/// - Throws: An error when PipeWire does not run, has no such sink, or was not built in.
package func connectedPipeWire(
    mediaName: String, sink: String? = nil, holdsOnRemoval: Bool = false
) throws(DeviceError) -> any HostOutput {
    #if PipeWire
        var options = PipeWireOptions(mediaName: mediaName, holdsOnRemoval: holdsOnRemoval)
        if let sink { options.target = sink }
        let output = PipeWireOutput(options)
        try output.connect()
        return output
    #else
        throw DeviceError(
            what: "PipeWire", why: "this sori was built without PipeWire",
            advice: "build it with the package trait PipeWire")
    #endif
}
