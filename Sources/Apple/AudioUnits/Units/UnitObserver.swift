import AudioEffects
import AudioGraph
import AudioModel
import CoreAudioTypes
import Synchronization

/// Calls the notifications of a unit that is rendered as an input of another one.
///
/// Ownership: immutable; the thread that renders calls it.
final class UnitObserver: GraphObserver {
    private let unit: UnitCore
    /// The app's functions that supply the unit.
    private let sources: [CallbackSource]
    private let rate: Double

    /// - Returns: `nil` for a unit without notifications.
    init?(_ unit: UnitCore, _ sources: [CallbackSource]) {
        guard unit.state.withLock({ !$0.notifies.isEmpty }) else { return nil }
        self.unit = unit
        self.sources = sources
        rate = UnitTopology.read { unit.outputs.first?.format.sampleRate } ?? 0
    }

    func willRender(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime
    ) {
        call(RenderFlags.preRender, samples, channelCount, frameCount, time)
    }

    func didRender(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime,
        isSilent: Bool
    ) {
        var flags = RenderFlags.postRender
        if isSilent { flags |= RenderFlags.outputIsSilence }
        if sources.contains(where: \.hasFailed) { flags |= RenderFlags.postRenderError }
        call(flags, samples, channelCount, frameCount, time)
    }

    private func call(
        _ flags: UInt32, _ samples: PlanarSamples, _ channelCount: Int, _ frameCount: Int,
        _ time: RenderTime
    ) {
        callNotifies(
            unit.state.withLock { $0.notifies }, flags, AudioTimeStamp(time, rate: rate),
            channelCount: channelCount, frameCount: frameCount, samples)
    }
}

/// Calls an app's functions with the planar frames of a slice.
func callNotifies(
    _ notifies: [RenderCallback], _ flags: UInt32, _ time: AudioTimeStamp, channelCount: Int,
    frameCount: Int, _ samples: PlanarSamples
) {
    guard !notifies.isEmpty else { return }
    let list = UnitBufferList.allocate(count: channelCount)
    defer { list.deallocate() }
    for channel in 0..<channelCount {
        list[channel] = AudioBuffer(
            mNumberChannels: 1, mDataByteSize: UInt32(frameCount * 4), mData: samples[channel])
    }
    for notify in notifies {
        var flags = flags
        var time = time
        _ = notify.body(&flags, &time, 0, UInt32(frameCount), list.pointer)
    }
}
