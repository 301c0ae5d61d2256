import AudioGraph
import AudioModel
import Foundation
import Synchronization
import Testing

@Suite("A player that several threads use")
struct PlayerThreadTests {
    private static let itemCount = 3000

    @Test("completes each item once, and frees all, while another thread renders")
    func threads() {
        // Given a thread that renders, one that does the control side's work, and one that plays.
        let player = RenderedPlayer()
        let source = player.source
        let (isOver, completed) = (Flag(), CompletionCounts())
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !isOver.isSet.load(ordering: .acquiring) {
                _ = source.service()
                source.decodeAhead()
                while let next = source.nextCompletion() { next.handler(next.callbackType) }
            }
            ended.signal()
        }
        Thread.detachNewThread {
            Self.render(source, until: isOver)
            ended.signal()
        }
        // When all of them go on at once.
        act(on: source) { name in completed.counts.withLock { $0[name, default: 0] += 1 } }
        isOver.isSet.store(true, ordering: .releasing)
        ended.wait()
        ended.wait()
        // Then, after a stop, nothing is left.
        source.stop()
        source.applyWhileIdle()
        while let next = source.nextCompletion() { next.handler(next.callbackType) }
        let counts = completed.counts.withLock { $0 }
        #expect(counts.count == Self.itemCount)
        #expect(counts.values.allSatisfy { $0 == 1 })
        #expect(source.itemCount == 0)
    }

    /// Renders block after block until the flag is set.
    private static func render(_ source: PlayerSource, until isOver: Flag) {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 256)
        defer { memory.deallocate() }
        var time: Int64 = 0
        withUnsafePointer(to: memory) { channels in
            while !isOver.isSet.load(ordering: .acquiring) {
                _ = source.render(
                    channels, frameCount: 256, at: RenderTime(sampleTime: time, hostTime: nil))
                time += 256
            }
        }
    }

    private func act(on source: PlayerSource, completed: @escaping @Sendable (Int) -> Void) {
        var generator = SeededGenerator(seed: 7)
        let samples = SampleMemory([numbered(0, count: 300)])
        let file = MemoryFile(numbered(1, count: 3000))
        let options: [PlayerItemOptions] = [[], .loops, .interrupts, .interruptsAtLoop]
        for name in 0..<Self.itemCount {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: source.stop()
            case 1: source.pause()
            case 2: source.setWaitsForFiles(Bool.random(using: &generator))
            default: source.play()
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                source.schedule(file, at: .next) { _ in completed(name) }
            } else {
                source.schedule(
                    PlayerBuffer(samples), at: .next,
                    options: options.randomElement(using: &generator) ?? []
                ) { _ in completed(name) }
            }
        }
    }
}

/// A flag for several threads.
private final class Flag: Sendable {
    let isSet = Atomic(false)
}

/// How often each item has completed.
private final class CompletionCounts: Sendable {
    let counts = Mutex<[Int: Int]>([:])
}
