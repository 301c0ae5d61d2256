#if PipeWire
    /// A stream, what the guard has set, and its links.
    struct StreamEntry {
        var stream: ProgramStream
        var object: OpaquePointer
        var clientID: UInt32?
        var gain = SoftGain()
        var claims = ClientTable.Claims()
        /// Whether the node has announced that it captures what a sink plays.
        var capturesSink = false
        /// Whether the node's properties have come.
        var hasInfo = false
        /// Whether the handler knows of the stream.
        var isReported = false
        var isRunning = false
        var linkIDs: Set<UInt32> = []
    }

    /// A link between a stream and another node.
    struct StreamLink {
        var object: OpaquePointer
        var streamID: UInt32
        var peerID: UInt32
        var isActive = false
    }

    /// What the announcement of a stream says.
    struct StreamAnnouncement {
        var serial: UInt64
        var direction: ProgramStream.Direction
        var clientID: UInt32?
        var claims: ClientTable.Claims
        var mediaRole: String?
        var applicationName: String?
        var mediaName: String?
        var nodeName: String?
        var existedBefore: Bool

        init(
            serial: UInt64, _ direction: ProgramStream.Direction, existedBefore: Bool,
            _ properties: Properties
        ) {
            self.serial = serial
            self.direction = direction
            self.existedBefore = existedBefore
            clientID = properties["client.id"].flatMap { UInt32($0) }
            claims = ClientTable.Claims { properties[$0] }
            mediaRole = properties["media.role"].map(clamped)
            applicationName = properties["application.name"].map(clamped)
            mediaName = properties["media.name"].map(clamped)
            nodeName = properties["node.name"].map(clamped)
        }
    }

    /// A stream that is silent and not observed until others end.
    struct UnobservedStream {
        struct Link {
            var output: UInt32
            var input: UInt32
        }

        static let linksMax = 16

        var announcement: StreamAnnouncement
        var programName: String
        var links: [UInt32: Link] = [:]
    }

    /// A client that owns streams.
    struct BoundClient {
        var object: OpaquePointer
        var streamIDs: Set<UInt32> = []
        var hasInfo = false
    }
#endif
