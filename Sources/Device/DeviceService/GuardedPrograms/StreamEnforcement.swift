package import AudioModel
package import DeviceEvents

/// Enforces decisions on streams of programs that do not use Sori. Any thread; must return at once.
package protocol StreamEnforcement: AnyObject, Sendable {
    /// Multiplies the volume that the user has given a stream. A stream is silent from its appearance
    /// until the first call.
    ///
    /// - Parameters:
    ///   - gain: Linear, 0…1.
    ///   - ramp: The duration of the change.
    func setGain(_ gain: Float, ramp: HostInterval, ofStream serial: UInt64)
    /// The numbers of streams that are silent and not told of, because there are too many, by the
    /// names of their programs.
    var unobservedStreams: [String: Int] { get }
    /// Whether a new stream is linked only when it is silent; `nil` while none are decided upon.
    var isWaitedFor: Bool? { get }
}

extension StreamEnforcement {
    package var unobservedStreams: [String: Int] { [:] }
    package var isWaitedFor: Bool? { nil }
}

/// A stream of a program that does not use Sori.
package struct GuardedStream: Hashable, Sendable {
    /// The number of the stream, which is never used again while the sound server runs.
    package var serial: UInt64
    /// The program's process, as the sound server knows it.
    package var processID: Int32
    /// Whether the process is the program's; otherwise it is a sound server's, which has many.
    package var isProcessKnown: Bool
    /// The name of the program, for the user.
    package var programName: String
    /// What decides how the stream is treated.
    package var facts: ProgramFacts

    package init(
        serial: UInt64, processID: Int32, isProcessKnown: Bool = true, programName: String,
        facts: ProgramFacts
    ) {
        self.serial = serial
        self.processID = processID
        self.isProcessKnown = isProcessKnown
        self.programName = programName
        self.facts = facts
    }
}

/// Controls a program that can be paused. Any thread; must return at once.
package protocol PlayerRemote: AnyObject, Sendable {
    /// Pauses the player of a process.
    ///
    /// - Parameter isInterruption: Whether it is to play on when this service ends before the
    ///   interruption has.
    /// - Returns: Whether it has one that is paused by this call or an earlier one.
    func pause(process: Int32, isInterruption: Bool) -> Bool
    /// Lets the player of a process play on that was paused for an interruption, unless its user
    /// has decided otherwise since.
    ///
    /// - Returns: Whether one does.
    func play(process: Int32) -> Bool
    /// Leaves the player of a process paused: its user decides now.
    func interruptionEnded(process: Int32)
    /// Gives a remote command to the player of a process.
    func perform(_ command: RemoteCommand, process: Int32)
}
