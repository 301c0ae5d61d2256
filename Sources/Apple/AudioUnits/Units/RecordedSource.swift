import AudioEffects
import AudioGraph
import CoreAudioTypes
import Synchronization

/// Element 1 of an output unit as the source of other units in one renderer: what the unit records,
/// in the app's format.
///
/// Silence while nothing is recorded. The delay is constant as long as slices come steadily.
///
/// Ownership: `unit` and `channelCount` are atomic or constant; the rest belongs to the thread that
/// renders.
final class RecordedSource: GraphSource, @unchecked Sendable {
    private weak let unit: OutputUnit?
    private let channelCount = Atomic(0)
    private var captured: CapturedInput?
    private var place = CapturedInput.Place()

    init(_ unit: OutputUnit) { self.unit = unit }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount.store(channelCount, ordering: .relaxed)
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        let count = channelCount.load(ordering: .relaxed)
        let present = unit?.device.withLock { $0.captured }
        if captured !== present { (captured, place) = (present, CapturedInput.Place()) }
        guard let present, present.layout.channelCount == count else {
            for channel in 0..<count { output[channel].update(repeating: 0, count: frameCount) }
            return true
        }
        present.read(frameCount, into: output, from: &place)
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
