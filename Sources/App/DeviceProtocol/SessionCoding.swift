import AudioModel
import SoundServer

extension MessageWriter {
    mutating func write(_ session: SessionSnapshot) {
        write(case: session.category)
        write(case: session.mode)
        write(UInt64(session.options.rawValue))
        write(session.isActive)
        write(session.isOtherAudioPlaying)
        write(session.secondaryAudioShouldBeSilencedHint)
        write(session.route)
        write(session.outputVolume)
        write(case: session.routeSharingPolicy)
        write(ports: session.availableInputs)
        write(session.preferredInput) { $1.write($0) }
        write(session.isMicrophoneAvailable)
        write(case: session.microphone)
        write(case: session.appState)
        write(session.backgroundTimeRemaining) { $1.write($0.nanoseconds) }
        write(case: session.profile)
        write(case: session.orientation)
        write(session.isRotationLocked)
        write(session.windowGeneratesOrientation)
        write(session.battery.level)
        write(case: session.battery.state)
        write(session.isNear)
        write(session.isProtectedDataAvailable)
        write(session.areWirelessRoutesAvailable)
    }
}

extension MessageReader {
    mutating func readSession() throws(MessageError) -> SessionSnapshot {
        var session = SessionSnapshot(
            category: try readCase("category"), mode: try readCase("mode"),
            options: try readOptions(), isActive: try readBool("activity"),
            isOtherAudioPlaying: try readBool("other audio"),
            secondaryAudioShouldBeSilencedHint: try readBool("hint"), route: try readRoute(),
            outputVolume: try readFloat("volume"))
        session.routeSharingPolicy = try readCase("route sharing policy")
        session.availableInputs = try readPorts()
        session.preferredInput = try readOptional("choice") { reader throws(MessageError) in
            try reader.readPort()
        }
        session.isMicrophoneAvailable = try readBool("microphone")
        session.microphone = try readCase("microphone permission")
        session.appState = try readCase("state")
        session.backgroundTimeRemaining = try readOptional("choice") {
            reader throws(MessageError) in
            HostInterval(nanoseconds: try reader.readNumber())
        }
        session.profile = try readCase("generation")
        session.orientation = try readCase("orientation")
        session.isRotationLocked = try readBool("rotation lock")
        session.windowGeneratesOrientation = try readBool("orientation of windows")
        session.battery = Battery(try readFloat("battery"), try readCase("battery state"))
        session.isNear = try readBool("proximity")
        session.isProtectedDataAvailable = try readBool("protected data")
        session.areWirelessRoutesAvailable = try readBool("wireless routes")
        return session
    }
}
