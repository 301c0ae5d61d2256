#if PipeWire
    /// A stream, what the guard has set, and its links.
    struct GuardedStream {
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

    /// A client that owns streams.
    struct BoundClient {
        var object: OpaquePointer
        var streamIDs: Set<UInt32> = []
        var hasInfo = false
    }
#endif
