/// A stream of a program: a node on PipeWire that plays or captures.
public struct ProgramStream: Sendable, Equatable {
    public enum Direction: Sendable, Equatable {
        case playback
        /// Captures from a source, such as a microphone.
        case capture
        /// Captures what a sink plays.
        case monitorCapture
    }

    /// The sink that a stream plays to, or the node that it captures from.
    public struct Target: Sendable, Equatable {
        public var serial: UInt64
        /// The node's name, `node.name`.
        public var name: String

        public init(serial: UInt64, name: String) {
            self.serial = serial
            self.name = name
        }
    }

    /// Identifies the stream as long as the server runs; never used again, unlike `nodeID`.
    public var serial: UInt64
    /// The number that tools such as `wpctl` show.
    public var nodeID: UInt32
    public var direction: Direction
    public var owner: StreamOwner
    /// The claimed role, any text: `Music`, `Communication`, …; to be compared without case.
    public var mediaRole: String?
    /// The claimed name of the program, for the user.
    public var applicationName: String?
    /// The claimed name of what is played, for the user.
    public var mediaName: String?
    public var nodeName: String?
    /// The group that this stream forms with others: set for the ends of filters and loopbacks.
    public var linkGroup: String?
    /// Whether the node runs and an active link joins it to a sink, or to what it captures from.
    /// A stream that is held counts as sounding; so does one that plays silence.
    public var isSounding: Bool
    /// `nil` while no link joins the stream to a device.
    public var target: Target?
    /// Whether the stream is only reported: its gain is never set.
    public var isExcluded: Bool
    /// Whether the stream was there before the first connection to the server.
    public var existedBefore: Bool

    public init(
        serial: UInt64, nodeID: UInt32, direction: Direction, owner: StreamOwner,
        mediaRole: String? = nil, applicationName: String? = nil, mediaName: String? = nil,
        nodeName: String? = nil, linkGroup: String? = nil, isSounding: Bool = false,
        target: Target? = nil, isExcluded: Bool = false, existedBefore: Bool = false
    ) {
        self.serial = serial
        self.nodeID = nodeID
        self.direction = direction
        self.owner = owner
        self.mediaRole = mediaRole
        self.applicationName = applicationName
        self.mediaName = mediaName
        self.nodeName = nodeName
        self.linkGroup = linkGroup
        self.isSounding = isSounding
        self.target = target
        self.isExcluded = isExcluded
        self.existedBefore = existedBefore
    }
}
