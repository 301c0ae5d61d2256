/// What a `ProgramStreamGuard` reports.
public enum ProgramStreamEvent: Sendable, Equatable {
    /// The server has answered: the streams and ports that there are have been reported.
    case serverReturned
    /// The server cannot be reached: all streams have been reported as gone. The guard tries to
    /// connect until it succeeds.
    case serverGone(String)
    /// A stream exists. It is held, unless it is excluded or existed before the first connection.
    case appeared(ProgramStream)
    /// A property or the target of a stream has changed.
    case changed(ProgramStream)
    /// A stream has started or stopped to sound.
    case soundingChanged(ProgramStream)
    case disappeared(ProgramStream)
    /// The ports, the ones in use, or their availability have changed: all of them.
    case portsChanged([AudioPort])
    /// The default output is the choice of `use(outputNamed:)` from now on, or that of another
    /// program, which has the last word; at first it is no choice of the guard's.
    case outputChosen(isOwn: Bool)
    case warning(ProgramStreamWarning)
}

/// A condition under which the guard does less than it should.
public enum ProgramStreamWarning: Sendable, Equatable, CustomStringConvertible {
    /// A program has more streams than the guard observes; its further ones stay silent until others
    /// end.
    case tooManyStreams(program: String, limit: Int)
    /// The server has more objects of a kind than the guard observes.
    case tooManyObjects(kind: String, limit: Int)
    /// Another program sets the gain of a stream each time that the guard does.
    case gainContested(serial: UInt64, program: String)
    /// The session manager attenuates streams by role, besides the guard.
    case rolePolicyEnabled(node: String)

    public var description: String {
        switch self {
        case .tooManyStreams(let program, let limit):
            "\(program) has more than \(limit) streams; the further ones stay silent until others end"
        case .tooManyObjects(let kind, let limit):
            "PipeWire has more than \(limit) \(kind): the further ones are ignored"
        case .gainContested(let serial, let program):
            "another program keeps setting the volume of stream \(serial) (\(program))"
        case .rolePolicyEnabled(let node):
            "WirePlumber's policy for roles is on (node \(node)): it changes volumes too"
        }
    }
}
