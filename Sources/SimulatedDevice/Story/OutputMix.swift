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
    /// One block, interleaved stereo, of the output; `scratch` holds one source's part of it.
    private let output: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>
    /// Filters sounds of one rate together, whatever source they are of.
    private let resampling: UnsafeMutablePointer<SharedResampling>

    init() {
        output = .allocate(capacity: 2 * OutputFrames.blockFrames)
        scratch = .allocate(capacity: 2 * OutputFrames.blockFrames)
        resampling = .allocate(capacity: 1)
        resampling.initialize(to: SharedResampling())
    }

    deinit {
        output.deallocate()
        scratch.deallocate()
        resampling.pointee.deallocate()
        resampling.deallocate()
    }

    /// Renders the next frames, at most a block.
    ///
    /// - Returns: Interleaved stereo, valid until the next render.
    func render(frameCount: Int) -> UnsafeMutablePointer<Float> {
        // Locals, because the loop would load the properties again after each store.
        let (output, scratch, sampleCount) = (output, scratch, 2 * frameCount)
        var isFirst = true
        for source in sources where source.hasVoices {
            let wantsService = source.render(
                into: isFirst ? output : scratch, frameCount: frameCount, sharing: resampling)
            if wantsService { refillRequests.append(source) }
            if source.isSilent { continue }
            if !isFirst {
                for index in 0..<sampleCount { output[index] += scratch[index] }
            }
            isFirst = false
        }
        if isFirst { output.update(repeating: 0, count: sampleCount) }
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
