import SoundClient
import SoundMixer

/// The phone's output: the sum of what its apps sound like, block by block.
///
/// Ownership: the simulation's thread.
final class OutputMix {
    /// The sources, in the order of summation.
    var sources: [OutputSource] = []
    /// The sources that requested service in the last renders.
    private var refillRequests: [OutputSource] = []
    /// One block, interleaved stereo.
    private let output: UnsafeMutablePointer<Float>
    /// Filters sounds of one rate together, whatever source they are of.
    private let resampling: UnsafeMutablePointer<SharedResampling>

    init() {
        output = .allocate(capacity: 2 * OutputFrames.blockFrames)
        resampling = .allocate(capacity: 1)
        resampling.initialize(to: SharedResampling())
    }

    deinit {
        output.deallocate()
        resampling.pointee.deallocate()
        resampling.deallocate()
    }

    /// Renders the next frames, at most a block.
    ///
    /// - Returns: Interleaved stereo, valid until the next render.
    func render(frameCount: Int) -> UnsafeMutablePointer<Float> {
        output.update(repeating: 0, count: 2 * frameCount)
        for source in sources where source.hasVoices {
            let wantsService = source.render(
                into: output, frameCount: frameCount, sharing: resampling)
            if wantsService { refillRequests.append(source) }
        }
        // The resampled parts are added when all sources' are known.
        resampling.pointee.finish(into: output, frameCount: frameCount)
        return output
    }

    /// Lets the sources refill that requested it.
    ///
    /// - Returns: Whether there were any.
    func serviceSources() -> Bool {
        guard !refillRequests.isEmpty else { return false }
        let requests = refillRequests
        refillRequests = []
        for source in requests { source.service() }
        return true
    }
}
