import AudioEffects
import AudioGraph
import AudioModel
import MIDISynthesis
import Synchronization

/// An instrument as a source of the engine's graph.
///
/// Ownership: an atomic; the instrument synchronises itself.
final class InstrumentSource: GraphSource {
    let instrument = Instrument()
    private let channelCount = Atomic(0)

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount.store(channelCount, ordering: .relaxed)
        instrument.prepare(sampleRate: sampleRate, maximumFrameCount: maximumFrameCount)
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        instrument.render(
            output, channelCount: channelCount.load(ordering: .relaxed), frameCount: frameCount,
            sampleTime: time.sampleTime, hostTime: time.hostTime?.nanoseconds)
    }

    func reset() { instrument.silence() }
}
