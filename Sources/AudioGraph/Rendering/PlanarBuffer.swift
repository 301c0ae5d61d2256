public import AudioEffects

/// Memory for a block of planar samples.
///
/// Ownership: `init` allocates and `deinit` frees; one thread at a time uses the samples.
public final class PlanarBuffer: @unchecked Sendable {
    public let channelCount: Int
    /// The number of frames of each channel.
    public let capacity: Int
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let memory: UnsafeMutablePointer<Float>

    /// - Parameter capacity: The number of frames of each channel; they are silence.
    public init(channelCount: Int, capacity: Int) {
        self.channelCount = channelCount
        self.capacity = capacity
        pointers = .allocate(capacity: max(channelCount, 1))
        memory = .allocate(capacity: max(channelCount * capacity, 1))
        memory.initialize(repeating: 0, count: max(channelCount * capacity, 1))
        for channel in 0..<max(channelCount, 1) {
            (pointers + channel).initialize(
                to: memory + min(channel, max(channelCount - 1, 0)) * capacity)
        }
    }

    deinit {
        pointers.deallocate()
        memory.deallocate()
    }

    /// The channels, each of `capacity` frames.
    public var samples: PlanarSamples { PlanarSamples(pointers) }
}

/// Pointers to a later frame of planar samples, in memory that is allocated beforehand.
///
/// Ownership: `init` allocates and `deinit` frees; one thread at a time uses the pointers.
final class PlanarOffset: @unchecked Sendable {
    private let channelCount: Int
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let none: UnsafeMutablePointer<Float>

    init(channelCount: Int) {
        self.channelCount = channelCount
        none = .allocate(capacity: 1)
        none.initialize(to: 0)
        pointers = .allocate(capacity: max(channelCount, 1))
        pointers.initialize(repeating: none, count: max(channelCount, 1))
    }

    deinit {
        pointers.deallocate()
        none.deallocate()
    }

    /// Returns the channels of `samples` from `frame` on. Valid until the next call.
    func samples(_ samples: PlanarSamples, from frame: Int) -> PlanarSamples {
        for channel in 0..<channelCount { pointers[channel] = samples[channel] + frame }
        return PlanarSamples(pointers)
    }
}

/// Sets the first frames of all channels to silence.
@_noLocks @_noAllocation
func clear(_ samples: PlanarSamples, channelCount: Int, frameCount: Int) {
    for channel in 0..<channelCount {
        let target = samples[channel]
        for frame in 0..<frameCount { target[frame] = 0 }
    }
}
