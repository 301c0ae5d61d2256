public import AudioEffects

/// Memory for a block of planar samples.
///
/// Ownership: `init` allocates and `deinit` frees; one thread at a time uses the samples.
public final class PlanarBuffer: @unchecked Sendable {
    /// The number of channels; zero is allowed.
    public let channelCount: Int
    /// The number of frames of each channel.
    public let capacity: Int
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let memory: UnsafeMutablePointer<Float>

    /// Allocates the channels, filled with silence.
    ///
    /// - Parameter capacity: The number of frames of each channel.
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
    /// A target for the pointers until the first call.
    private let placeholder: UnsafeMutablePointer<Float>

    init(channelCount: Int) {
        self.channelCount = channelCount
        placeholder = .allocate(capacity: 1)
        placeholder.initialize(to: 0)
        pointers = .allocate(capacity: max(channelCount, 1))
        pointers.initialize(repeating: placeholder, count: max(channelCount, 1))
    }

    deinit {
        pointers.deallocate()
        placeholder.deallocate()
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
