import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation

/// What a host needs to render a unit: its events, its observers, and its blocks.
///
/// Ownership: a lock guards all but the input, which belongs to the thread that renders.
final class UnitHost: @unchecked Sendable {
    let events = RenderEventQueue()
    private let lock = NSLock()
    private var observers: [(token: Int, observer: AURenderObserver)] = []
    private var lastToken = 0
    private var internalBlock: AUInternalRenderBlock?
    /// What supplies the inputs of a unit of Apple's in the present slice.
    var pull: AURenderPullInputBlock?

    func add(_ observer: @escaping AURenderObserver) -> Int {
        lock.withLock {
            lastToken += 1
            observers.append((lastToken, observer))
            return lastToken
        }
    }

    func removeObserver(_ token: Int) {
        lock.withLock { observers.removeAll { $0.token == token } }
    }

    /// Forgets the unit's block, which it may make for each allocation.
    func forgetBlock() { lock.withLock { internalBlock = nil } }

    private func block(of unit: AUAudioUnit) -> AUInternalRenderBlock {
        lock.lock()
        let known = internalBlock
        lock.unlock()
        if let known { return known }
        let made = unit.internalRenderBlock
        lock.lock()
        internalBlock = made
        lock.unlock()
        return made
    }

    /// Renders a slice of an app's own unit.
    func render(
        _ unit: AUAudioUnit, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount, _ bus: Int,
        _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AURenderPullInputBlock?
    ) -> AUAudioUnitStatus {
        let block = block(of: unit)
        let observers = lock.withLock { self.observers }
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
