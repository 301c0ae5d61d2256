/// A place in the sound. The fields are those of Apple's `AudioFileMarker`.
public struct AudioMarker: Hashable, Sendable {
    /// Frames from the start.
    public var framePosition: Double
    /// nil when it has none.
    public var name: String?
    public var id: Int32
    public var time: SMPTETime
    /// One of Apple's `kCAFMarkerType` values; zero for any.
    public var type: UInt32
    /// From 1 on; zero for all.
    public var channel: UInt32

    public init(
        framePosition: Double, name: String? = nil, id: Int32, time: SMPTETime = SMPTETime(),
        type: UInt32 = 0, channel: UInt32 = 0
    ) {
        self.framePosition = framePosition
        self.name = name
        self.id = id
        self.time = time
        self.type = type
        self.channel = channel
    }
}

/// A time code as films count.
public struct SMPTETime: Hashable, Sendable {
    public var hours: Int8
    public var minutes: UInt8
    public var seconds: UInt8
    public var frames: UInt8
    /// In frames of sound.
    public var subFrameSampleOffset: UInt32

    public init(
        hours: Int8 = 0, minutes: UInt8 = 0, seconds: UInt8 = 0, frames: UInt8 = 0,
        subFrameSampleOffset: UInt32 = 0
    ) {
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
        self.frames = frames
        self.subFrameSampleOffset = subFrameSampleOffset
    }
}

public struct MarkerList: Hashable, Sendable {
    /// How the time codes count; zero when there are none.
    public var timeType: UInt32
    public var markers: [AudioMarker]

    public init(timeType: UInt32 = 0, _ markers: [AudioMarker] = []) {
        self.timeType = timeType
        self.markers = markers
    }
}

/// A piece of the sound: from its first marker to its last.
public struct AudioRegion: Hashable, Sendable {
    public var id: UInt32
    public var name: String?
    /// Apple's `AudioFileRegionFlags`.
    public var flags: UInt32
    public var markers: [AudioMarker]

    public init(id: UInt32, name: String? = nil, flags: UInt32 = 0, markers: [AudioMarker] = []) {
        self.id = id
        self.name = name
        self.flags = flags
        self.markers = markers
    }
}

public struct RegionList: Hashable, Sendable {
    public var timeType: UInt32
    public var regions: [AudioRegion]

    public init(timeType: UInt32 = 0, _ regions: [AudioRegion] = []) {
        self.timeType = timeType
        self.regions = regions
    }
}

/// Limits of lists of markers.
public enum MarkerLimits {
    /// In a file, in all its regions together too.
    public static let markersMax = 1 << 16
    /// Bytes of a chunk that is read for them.
    static let chunkBytesMax: Int64 = 1 << 23
}
