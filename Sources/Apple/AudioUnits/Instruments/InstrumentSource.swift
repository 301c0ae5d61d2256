package import AudioEffects
package import AudioGraph
import AudioModel
package import MIDISynthesis
import Synchronization

/// An instrument as a source of a graph.
///
/// Ownership: an atomic; the instrument synchronises itself.
package final class InstrumentSource: GraphSource {
    package let instrument = Instrument()
    private let channelCount = Atomic(0)

    package init() {}

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount.store(channelCount, ordering: .relaxed)
        instrument.prepare(sampleRate: sampleRate, maximumFrameCount: maximumFrameCount)
    }

    package func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        instrument.render(
            output, channelCount: channelCount.load(ordering: .relaxed), frameCount: frameCount,
            sampleTime: time.sampleTime, hostTime: time.hostTime?.nanoseconds)
    }

    package func reset() { instrument.silence() }
}
