import AudioGraph
import AudioModel
import Foundation
import Synchronization
import SoundClient

extension AVAudioNode {
    /// Records what the node renders: a block gets it in buffers of 100 to 400 ms.
    ///
    /// Ends the program for a bus that has a tap, and for a format other than that of the
    /// connection or of the hardware's input.
    ///
    /// - Parameters:
    ///   - bufferSize: The number of frames of a buffer, a request only.
    ///   - format: The format of the bus, which may be set here while nothing is connected to it;
    ///     `nil` for its present one.
    ///   - tapBlock: Called on an internal serial queue, never on the main thread.
    public func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        let call = "installTap(onBus:bufferSize:format:block:)"
        let rule = violatedRule(bus, bufferSize, format, tapBlock)
        if let rule { programmerError("AVAudioNode.\(call)", rule) }
    }

    /// Records what the node renders: a block gets it in buffers of 100 to 400 ms, which tasks can
    /// share.
    ///
    /// - Parameters:
    ///   - bufferSize: The number of frames of a buffer, a request only.
    ///   - format: As for `installTap(onBus:bufferSize:format:block:)`.
    ///   - tapProvider: Called on an internal serial queue, never on the main thread.
    /// - Throws: An error where `installTap(onBus:bufferSize:format:block:)` ends the program.
    public func installAudioTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        tapProvider: @escaping @Sendable (AVReadOnlyAudioPCMBuffer, AVAudioTime) -> Void
    ) throws {
        let block: AVAudioNodeTapBlock = { buffer, time in
            // Each delivery has a buffer of its own, which nothing else refers to.
            nonisolated(unsafe) let buffer = buffer
            tapProvider(AVReadOnlyAudioPCMBuffer(unsafeRetaining: buffer), time)
        }
        let rule = violatedRule(bus, bufferSize, format, block)
        guard let rule else { return }
        let call = "AVAudioNode.installAudioTap(onBus:bufferSize:format:tapProvider:)"
        throw NSError.avfAudio(
            AudioUnitStatus.formatNotSupported, failedCall: "\(call): \(rule)")
    }

    /// Installs a tap, unless a rule is violated.
    ///
    /// - Returns: The rule in the words of AVFAudio's own assertions, as crash logs have them.
    private func violatedRule(
        _ bus: AVAudioNodeBus, _ bufferSize: AVAudioFrameCount, _ format: AVAudioFormat?,
        _ block: @escaping AVAudioNodeTapBlock
    ) -> String? {
        guard let core else { return "_engine != nil" }
        return core.installTap(on: self, bus, bufferSize, format, block)
    }

    /// Removes the tap of a bus; does nothing without one.
    ///
    /// The full buffers that have been rendered are delivered before the return; what is less than a
    /// buffer is dropped. Where the call comes from the block itself, or the deliveries take longer
    /// than a second (the block waits for the caller, for example), the rest follows on the tap's
    /// queue behind the return.
    public func removeTap(onBus bus: AVAudioNodeBus) {
        core?.removeTap(of: self, bus)
    }
}

extension AVAudioNode {
    /// The number of frames that the block of the node's tap does not get because it is too slow.
    package var tapOverrunFrameCount: Int {
        core?.state.withLock { $0.taps[graphNode] }?.overrunFrameCount ?? 0
    }
}

extension EngineCore {
    /// - Returns: The violated rule, if any.
    func installTap(
        on node: AVAudioNode, _ bus: AVAudioNodeBus, _ bufferSize: AVAudioFrameCount,
        _ format: AVAudioFormat?, _ block: @escaping AVAudioNodeTapBlock
    ) -> String? {
        let queue = tapQueue
        return state.withLock { state in
            guard bus == 0 else { return "bus < numberOfOutputs" }
            guard state.taps[node.graphNode] == nil else { return "nullptr == Tap()" }
            if node === state.input { followInputFormat(&state) }
            let present = node.busFormat
            let format = format ?? present
            guard format.graphFormat.isValid else {
                return "IsFormatSampleRateAndChannelCountValid(format)"
            }
            if node === state.input {
                guard format.sampleRate == present.sampleRate else {
                    return "format.sampleRate == inputHWFormat.sampleRate"
                }
            }
            let isConnected = !state.graph.connections(from: node.graphNode).isEmpty
            let isFixed = isConnected || node === state.input || node === state.output
            guard format.isStandard, !isFixed || format.graphFormat == present.graphFormat else {
                return "Failed to create tap due to format mismatch"
            }
            if !isFixed {
                node.setOutputFormat(format)
                state.graph.setOutputFormat(
                    node.kernelFormat ?? format.graphFormat, of: node.graphNode)
            }
            state.taps[node.graphNode] = NodeTap(
                format, frameCount: bufferSize, reserve: Self.tapReserve(state.manual?.mode),
                TapDelivery(queue: queue, block: block))
            update(&state)
            return nil
        }
    }

    func removeTap(of node: AVAudioNode, _ bus: AVAudioNodeBus) {
        guard bus == 0 else { return }
        let tap = state.withLock { state -> NodeTap? in
            guard let tap = state.taps.removeValue(forKey: node.graphNode) else { return nil }
            update(&state)
            return tap
        }
        tap?.remove()
    }

    /// Delivers the full buffers of all taps.
    func collectTaps() {
        for tap in state.withLock({ Array($0.taps.values) }) { tap.collect(.drops) }
    }
}
