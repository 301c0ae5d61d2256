/// A marker in a file. The fields are those of Apple's `AudioFileMarker`.
public struct AudioMarker: Hashable, Sendable {
    /// Position in frames from the start.
    public var framePosition: Double
    /// Name; nil without one.
    public var name: String?
    /// Identifier of the marker, unique in its file.
    public var id: Int32
    /// SMPTE time of the marker; zero without one.
    public var time: SMPTETime
    /// One of Apple's `kCAFMarkerType` constants; zero for a generic marker.
    public var type: UInt32
    /// Channel number from 1; zero for all channels.
    public var channel: UInt32

    /// Creates a marker.
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

/// An SMPTE time code, like Apple's `AudioFile_SMPTE_Time`.
public struct SMPTETime: Hashable, Sendable {
    /// Hours; can be negative.
    public var hours: Int8
    /// Minutes, 0…59.
    public var minutes: UInt8
    /// Seconds, 0…59.
    public var seconds: UInt8
    /// Video frames within the second.
    public var frames: UInt8
    /// Offset in sample frames.
    public var subFrameSampleOffset: UInt32

    /// Creates a time code.
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

/// The markers of a file, like Apple's `AudioFileMarkerList`.
public struct MarkerList: Hashable, Sendable {
    /// The SMPTE time type; zero when there are no time codes.
    public var timeType: UInt32
    /// The markers, in file order.
    public var markers: [AudioMarker]

    /// Creates a list.
    public init(timeType: UInt32 = 0, _ markers: [AudioMarker] = []) {
        self.timeType = timeType
        self.markers = markers
    }
}

/// A region of a file, from its first marker to its last, like Apple's `AudioFileRegion`.
public struct AudioRegion: Hashable, Sendable {
    /// Identifier of the region.
    public var id: UInt32
    /// Name; nil without one.
    public var name: String?
    /// Apple's `AudioFileRegionFlags`.
    public var flags: UInt32
    /// The markers that bound the region.
    public var markers: [AudioMarker]

    /// Creates a region.
    public init(id: UInt32, name: String? = nil, flags: UInt32 = 0, markers: [AudioMarker] = []) {
        self.id = id
        self.name = name
        self.flags = flags
        self.markers = markers
    }
}

/// The regions of a file, like Apple's `AudioFileRegionList`.
public struct RegionList: Hashable, Sendable {
    /// The SMPTE time type; zero when there are no time codes.
    public var timeType: UInt32
    /// The regions, in file order.
    public var regions: [AudioRegion]

    /// Creates a list.
    public init(timeType: UInt32 = 0, _ regions: [AudioRegion] = []) {
        self.timeType = timeType
        self.regions = regions
    }
}

/// Limits on marker and region lists.
public enum MarkerLimits {
    /// Number of markers in a file, and in all of its regions together.
    public static let markersMax = 1 << 16
    /// Size of a marker chunk in bytes.
    static let chunkBytesMax: Int64 = 1 << 23
}
