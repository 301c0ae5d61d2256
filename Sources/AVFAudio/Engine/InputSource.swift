import AudioEffects
import AudioGraph
import AudioToolbox
import CoreAudioTypes
import Synchronization

/// The kernel of an input node: the app's block in manual rendering.
///
/// Ownership: the thread that renders; `manual` is set while nothing renders.
final class InputSource: GraphSource, @unchecked Sendable {
    /// The input of manual rendering.
    struct Manual {
        var block: AVAudioIONodeInputBlock
        var layout: BufferListSamples
        var rendering: ManualRendering
    }

    var manual: Manual?
    private var channelCount = 0

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount = channelCount
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        if let manual, manual.layout.channelCount == channelCount {
            if let list = manual.block(AVAudioFrameCount(frameCount)) {
                let buffers = UnsafeMutableAudioBufferListPointer(
                    UnsafeMutablePointer(mutating: list))
                if manual.layout.fits(buffers, frameCount: frameCount) {
                    manual.layout.read(buffers, frameCount: frameCount, into: output)
                    return false
                }
            }
            manual.rendering.insufficiencies.add(1, ordering: .relaxed)
        }
        for channel in 0..<channelCount {
            output[channel].update(repeating: 0, count: frameCount)
        }
        return true
    }

    func reset() {}
}
