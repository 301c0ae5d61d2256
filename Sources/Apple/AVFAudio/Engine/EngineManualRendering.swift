import AudioGraph
import AudioModel
import AudioUnits
import CoreAudioTypes
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// Manual rendering.

extension EngineCore {
    var manual: ManualRendering? { state.withLock { $0.manual } }

    func enableManualRendering(
        _ mode: AVAudioEngineManualRenderingMode, _ format: AVAudioFormat, _ maximum: Int
    ) throws {
        let call = "AVAudioEngine.enableManualRenderingMode(_:format:maximumFrameCount:)"
        let status = state.withLock { state -> OSStatus? in
            guard state.phase == .stopped || state.phase == .prepared else {
                return AVAudioEngineManualRenderingError.initialized.rawValue
            }
            guard
                let manual = ManualRendering(
                    mode, format, min(maximum, ManualRendering.frameCountMax))
            else { return AudioUnitStatus.formatNotSupported }
            state.renderer?.drop()
            state.renderer = nil
            state.phase = .stopped
            state.manual = manual
            presentManual.change(to: manual)
            followModeChange(&state)
            return nil
        }
        endRemovedTaps()
        if let status { throw NSError.avfAudio(status, failedCall: call) }
    }

    private func endRemovedTaps() {
        let taps = state.withLock { state in
            defer { state.removedTaps = [] }
            return state.removedTaps
        }
        for tap in taps { tap.remove() }
    }

    func disableManualRendering() {
        stop()
        reset()
        state.withLock { state in
            guard state.manual != nil else { return }
            state.manual = nil
            presentManual.change(to: nil)
            followModeChange(&state)
        }
        endRemovedTaps()
    }

    /// Gives the nodes of input and output their new formats, and removes their taps.
    private func followModeChange(_ state: inout EngineState) {
        _ = outputNode(&state)
        for node in [state.output, state.input].compactMap({ $0 as AVAudioNode? }) {
            if let tap = state.taps.removeValue(forKey: node.graphNode) {
                state.removedTaps.append(tap)
            }
        }
        state.input?.source.manual = nil
        followOutputFormat(&state)
        followInputFormat(&state)
    }

    /// Sets the block that supplies the input of manual rendering.
    ///
    /// - Returns: Whether it could be set: in manual rendering, while the engine does not run.
    func setInput(
        _ format: AVAudioFormat, _ block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        state.withLock { state in
            guard let manual = state.manual, let input = state.input, state.phase != .running,
                let layout = BufferListSamples(format.streamFormat), format.graphFormat.isValid
            else { return false }
            _ = manual.renderer.withTurn {
                input.source.manual = InputSource.Manual(
                    block: block, layout: layout, rendering: manual)
            }
            manual.setInputFormat(format)
            followInputFormat(&state)
            update(&state)
            return true
        }
    }

    func renderOffline(
        _ frameCount: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        let call = "AVAudioEngine.renderOffline(_:to:)"
        guard let manual, manual.mode == .offline else {
            throw NSError.avfAudio(
                AVAudioEngineManualRenderingError.invalidMode.rawValue, failedCall: call)
        }
        guard buffer.format == manual.format, buffer.frameCapacity >= frameCount else {
            let isRunning = manual.isRunning.load(ordering: .acquiring)
            throw NSError.avfAudio(
                isRunning
                    ? AudioUnitStatus.badParam
                    : AVAudioEngineManualRenderingError.notRunning.rawValue, failedCall: call)
        }
        // Restores the sizes that the last rendering has left in the list.
        let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        var (status, code) = manual.render(Int(frameCount), to: list)
        // Another thread changes the graph at this moment.
        while status == .cannotDoInCurrentContext {
            sched_yield()
            (status, code) = manual.render(Int(frameCount), to: list)
        }
        guard status != .error else { throw NSError.avfAudio(code, failedCall: call) }
        buffer.frameLength = frameCount
        afterRendering()
        return status
    }

    /// The block of the realtime mode. It renders in the mode of the time when it is called.
    var renderingBlock: AVAudioEngineManualRenderingBlock {
        let present = presentManual
        return { frameCount, list, error in
            guard let known = present.whileUnchanged else { return .cannotDoInCurrentContext }
            guard let manual = known.manual, manual.mode == .realtime else {
                error?.pointee = AVAudioEngineManualRenderingError.invalidMode.rawValue
                return .error
            }
            let (status, code) = manual.render(
                Int(frameCount), to: UnsafeMutableAudioBufferListPointer(list))
            if status == .error { error?.pointee = code }
            return status
        }
    }

    /// Lets the nodes handle what has been rendered. Without the mutex.
    func afterRendering() {
        let (nodes, taps, isOffline) = state.withLock { state in
            state.renderer?.collect()
            if state.isIncomplete { update(&state) }
            return (
                state.orderedNodes, Array(state.taps.values), state.manual?.mode == .offline
            )
        }
        for tap in taps { tap.collect(isOffline ? .waits : .drops) }
        for node in nodes { node.renderCycleDidEnd() }
    }
}
