import Realtime

/// How a scheduled buffer plays and what it does to the items before it.
package struct PlayerItemOptions: OptionSet, BitwiseCopyable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The buffer repeats until another item interrupts it or the player stops.
    package static let loops = PlayerItemOptions(rawValue: 1)
    /// The buffer drops all items before it when it starts.
    package static let interrupts = PlayerItemOptions(rawValue: 2)
    /// The buffer drops all items before it at the end of a pass, and starts there. `interrupts`
    /// wins over it.
    package static let interruptsAtLoop = PlayerItemOptions(rawValue: 4)

    /// Whether the item does not queue up behind the items before it.
    var isInterrupter: Bool {
        @_noLocks @_noAllocation get { rawValue & 6 != 0 }
    }

    var waitsForPassEnd: Bool {
        @_noLocks @_noAllocation get { rawValue & 6 == 4 }
    }

    var isLoop: Bool {
        @_noLocks @_noAllocation get { rawValue & 1 != 0 }
    }
}

/// When a scheduled item starts; the items before it may delay it.
package enum PlayerItemStart: BitwiseCopyable, Sendable {
    /// After the item before it, or at once.
    case next
    /// At a frame of the player's timeline, which starts at 0 and stands still during a pause.
    case playerTime(Int64)
    /// At a `HostTime`; `next` where frames have no host time.
    case hostTime(nanoseconds: Int64)
}

/// When a player starts.
package enum PlayerStart: BitwiseCopyable, Sendable {
    /// With the next frame rendered.
    case now
    /// At a frame of the node's timeline; a past one means now.
    case nodeTime(Int64)
    /// At a `HostTime`; now where frames have no host time.
    case hostTime(nanoseconds: Int64)
}

/// The sample types of a scheduled buffer.
package enum PlayerSampleType: BitwiseCopyable, Sendable {
    case float32
    case float64
    case int16
    case int32
}

/// The samples of a scheduled buffer. They are referenced, not copied.
///
/// Ownership: `owner` keeps the memory, which only the render thread reads until the item's release.
package struct PlayerBuffer: @unchecked Sendable {
    /// The first sample of each channel.
    package var channels: [UnsafeRawPointer]
    package var sampleType: PlayerSampleType
    /// The distance from a frame's sample to the next frame's, in samples.
    package var stride: Int
    package var frameCount: Int
    package var owner: AnyObject

    package init(
        channels: [UnsafeRawPointer], sampleType: PlayerSampleType, stride: Int, frameCount: Int,
        owner: AnyObject
    ) {
        self.channels = channels
        self.sampleType = sampleType
        self.stride = stride
        self.frameCount = frameCount
        self.owner = owner
    }
}

/// An item as the render thread plays it; a link of a list. The control side allocates it, and frees
/// it after its release.
struct PlayerItem: BitwiseCopyable {
    let id: Int
    let options: PlayerItemOptions
    let start: PlayerItemStart
    let source: Source
    var next: UnsafeMutablePointer<PlayerItem>?

    /// The number of frames played: of the present pass of a buffer, of the whole of a file.
    var position = 0
    var hasBegun = false
    /// The number of frames played of a file's first chunk.
    var chunkPosition = 0
    /// The host time behind the last frame, in nanoseconds; `nil` when the item was dropped or has none.
    var endHostTime: Int64?
    /// Whether the item has played to its end.
    var hasFinished = false

    enum Source: BitwiseCopyable {
        case buffer(PlayerBufferView)
        case file(UnsafeMutablePointer<RingBufferReader<PlayerChunk>>)
    }

    init(
        id: Int, options: PlayerItemOptions, start: PlayerItemStart, source: Source
    ) {
        self.id = id
        self.options = options
        self.start = start
        self.source = source
    }
}

/// A `PlayerBuffer` as the render thread reads it.
struct PlayerBufferView: BitwiseCopyable {
    /// `channelCount` pointers, in the control side's memory.
    let channels: UnsafeMutablePointer<UnsafeRawPointer>
    let channelCount: Int
    let sampleType: PlayerSampleType
    let stride: Int
    let frameCount: Int
}

/// Decoded frames of a file.
struct PlayerChunk: BitwiseCopyable {
    /// `channelCount` runs of `capacity` samples, one after the other.
    let samples: UnsafeMutablePointer<Float>
    let channelCount: Int
    let capacity: Int
    let frameCount: Int
    /// Whether the file ends behind these frames.
    let isLast: Bool
}

/// What the control side tells the render thread.
enum PlayerCommand: BitwiseCopyable {
    /// Adds items, linked from the first to the last; only the first may be an interrupter.
    case schedule(UnsafeMutablePointer<PlayerItem>, last: UnsafeMutablePointer<PlayerItem>)
    case play(PlayerStart)
    case pause
    /// Drops all items and sets the player's timeline to 0.
    case stop
}

/// What the render thread tells the control side after each block.
struct PlayerReport: BitwiseCopyable, Sendable {
    /// The number of commands that have been applied.
    var commandCount = 0
    /// The node's time behind the last block; `nil` before the first.
    var nextNodeTime: Int64?
    /// The host time of the frame at `nextNodeTime`, in nanoseconds; `nil` in manual rendering.
    var nextHostTime: Int64?
    /// The player's time behind the last block.
    var playerTime: Int64 = 0
    /// Node time less player time; `nil` unless the player has started.
    var anchor: Int64?
    /// The number of frames of silence rendered because a file was not decoded in time.
    var underrunFrameCount = 0
}
