import AudioEffects
import AudioGraph
import CoreAudioTypes
import Synchronization

/// Element 1 of an output unit as the source of other units: what it records, in the app's format.
///
/// Silence while nothing is recorded. The delay is constant as long as slices come steadily.
///
/// Ownership: `unit` is set once, before the source is used; an atomic.
final class RecordedSource: GraphSource, @unchecked Sendable {
    weak var unit: OutputUnit?
    private let channelCount = Atomic(0)

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount.store(channelCount, ordering: .relaxed)
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        let count = channelCount.load(ordering: .relaxed)
        guard let captured = unit?.device.withLock({ $0.captured }),
            captured.layout.channelCount == count
        else {
            for channel in 0..<count { output[channel].update(repeating: 0, count: frameCount) }
            return true
        }
        captured.read(frameCount, into: output)
        return false
    }

    func reset() {}
}

extension UnitRendering {
    /// Renders a slice for a device: an error of an app's function is silence.
    func outcome(
        _ output: PlanarSamples, _ frameCount: Int, _ time: AudioTimeStamp,
        while isWanted: () -> Bool
    ) -> GraphRenderer.Outcome {
        switch render(planar: output, frameCount: frameCount, time, while: isWanted) {
        case .success(let isSilent): isSilent ? .silence : .rendered
        case .failure(.cannotDoInCurrentContext): .busy
        case .failure: .silence
        }
    }
}
