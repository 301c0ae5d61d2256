import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Synchronization

/// What a host needs to render a unit: its events, its observers, and its blocks.
///
/// Ownership: a lock guards all but the input, which belongs to the thread that renders.
final class UnitHost: @unchecked Sendable {
    let events = RenderEventQueue()
    private let state = Mutex(State())
    /// What supplies the inputs of a unit of Apple's in the present slice.
    var pull: AURenderPullInputBlock?

    /// The blocks are of Apple's types, which are not sendable.
    private struct State {
        nonisolated(unsafe) var observers: [(token: Int, observer: AURenderObserver)] = []
        var lastToken = 0
        nonisolated(unsafe) var internalBlock: AUInternalRenderBlock?
    }

    func add(_ observer: @escaping AURenderObserver) -> Int {
        nonisolated(unsafe) let observer = observer
        return state.withLock { state in
            state.lastToken += 1
            state.observers.append((state.lastToken, observer))
            return state.lastToken
        }
    }

    func removeObserver(_ token: Int) {
        state.withLock { state in state.observers.removeAll { $0.token == token } }
    }

    /// Forgets the unit's block, which it may make for each allocation.
    func forgetBlock() { state.withLock { $0.internalBlock = nil } }

    private func block(of unit: AUAudioUnit) -> AUInternalRenderBlock {
        if let known = state.withLock({ $0.internalBlock }) { return known }
        nonisolated(unsafe) let made = unit.internalRenderBlock
        state.withLock { $0.internalBlock = made }
        return made
    }

    /// Renders a slice of an app's own unit.
    func render(
        _ unit: AUAudioUnit, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount, _ bus: Int,
        _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AURenderPullInputBlock?
    ) -> AUAudioUnitStatus {
        let block = block(of: unit)
        let observers = state.withLock { $0.observers }
        let before = AudioUnitRenderActionFlags(
            rawValue: flags.pointee.rawValue | RenderNotification.before)
        for (_, observer) in observers { observer(before, time, frameCount, bus) }
        let first = time.pointee.frameNumber ?? 0
        let due = events.take(from: first, frameCount: Int(frameCount))
        let head = due.map { UnsafePointer<AURenderEvent>($0) }
        let status = block(flags, time, frameCount, bus, list, head, pull)
        RenderEventQueue.free(due)
        let failed = status == 0 ? 0 : RenderNotification.failed
        let after = AudioUnitRenderActionFlags(
            rawValue: flags.pointee.rawValue | RenderNotification.after | failed)
        for (_, observer) in observers { observer(after, time, frameCount, bus) }
        return status
    }

    private enum RenderNotification {
        static let before: UInt32 = 1 << 2
        static let after: UInt32 = 1 << 3
        static let failed: UInt32 = 1 << 8
    }
}

extension RenderCallback {
    /// The function of a block that supplies frames.
    init(_ block: @escaping AURenderPullInputBlock) {
        nonisolated(unsafe) let block = block
        self.init(procedure: 0, argument: 0) { flags, time, bus, frameCount, list in
            guard let list else { return UnitError.missingArgument.status }
            return flags.withMemoryRebound(to: AudioUnitRenderActionFlags.self, capacity: 1) {
                block($0, time, frameCount, Int(bus), list)
            }
        }
    }
}
