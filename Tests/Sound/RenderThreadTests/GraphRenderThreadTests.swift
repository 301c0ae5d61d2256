import AudioGraph
import Foundation
import Synchronization
import TestSupport
import Testing

/// Run by `scripts/test-render`, in release and with its counter loaded; skipped without it.
@Suite("A graph's render thread", .enabled(if: RenderCounter.isLoaded))
struct GraphRenderThreadTests {
    private static let cycleCount = 4000

    @Test("allocates nothing and takes no lock, whatever the control side does between blocks")
    func clean() throws {
        // Given a graph that changes between its blocks: nodes, connections and parameters.
        let counter = try #require(RenderCounter())
        var story = GraphStory(seed: 1)
        let rendering = GraphRendering(story.renderer)
        // When it is rendered.
        for _ in 0..<Self.cycleCount {
            story.act()
            counter.watch { rendering.render() }
        }
        // Then nothing was counted.
        print(
            "graph: \(counter.allocationCount) allocations, \(counter.lockCount) locks in"
                + " \(Self.cycleCount) cycles, \(story.plansPublished) plans,"
                + " \(story.branchesAdded) branches, \(story.itemsScheduled) scheduled items")
        #expect(story.plansPublished > 500 && story.branchesAdded > 200)
        #expect(story.itemsScheduled > 500 && rendering.soundingCount > Self.cycleCount / 2)
        #expect(counter.allocationCount == 0)
        #expect(counter.freeCount == 0)
        #expect(counter.lockCount == 0)
    }

    @Test("allocates nothing and takes no lock while another thread changes the graph")
    func concurrent() throws {
        // Given a thread that renders without a pause.
        var story = GraphStory(seed: 2)
        let rendering = GraphRendering(story.renderer)
        let progress = Progress()
        let thread = Thread {
            let counter = RenderCounter()
            while !progress.isOver.load(ordering: .acquiring) {
                counter?.watch { rendering.render() }
                progress.blocks.add(1, ordering: .relaxed)
            }
            progress.allocations.store(counter?.allocationCount ?? -1, ordering: .relaxed)
            progress.frees.store(counter?.freeCount ?? -1, ordering: .relaxed)
            progress.locks.store(counter?.lockCount ?? -1, ordering: .relaxed)
            progress.hasEnded.store(true, ordering: .releasing)
        }
        thread.start()
        // When the graph changes at the same time.
        while progress.blocks.load(ordering: .relaxed) < Self.cycleCount { story.act() }
        progress.isOver.store(true, ordering: .releasing)
        while !progress.hasEnded.load(ordering: .acquiring) { sched_yield() }
        // Then the thread that renders has done nothing else.
        print(
            "graph while it changes: \(progress.allocations.load(ordering: .relaxed)) allocations,"
                + " \(progress.locks.load(ordering: .relaxed)) locks in"
                + " \(progress.blocks.load(ordering: .relaxed)) cycles,"
                + " \(story.plansPublished) plans")
        #expect(story.plansPublished > 100)
        #expect(progress.allocations.load(ordering: .relaxed) == 0)
        #expect(progress.frees.load(ordering: .relaxed) == 0)
        #expect(progress.locks.load(ordering: .relaxed) == 0)
    }

    /// What the two threads tell each other.
    private final class Progress: Sendable {
        let isOver = Atomic(false)
        let hasEnded = Atomic(false)
        let blocks = Atomic(0)
        let allocations = Atomic(-1)
        let frees = Atomic(-1)
        let locks = Atomic(-1)
    }
}

/// The render thread's part.
///
/// Ownership: one thread renders; the others read the count afterwards.
private final class GraphRendering: @unchecked Sendable {
    private let renderer: GraphRenderer
    private let buffer = PlanarBuffer(channelCount: 2, capacity: GraphStory.blockFrames)
    private var sampleTime: Int64 = 0
    /// The number of blocks that were not silence.
    private(set) var soundingCount = 0

    init(_ renderer: GraphRenderer) { self.renderer = renderer }

    func render() {
        let outcome = renderer.render(
            buffer.samples, frameCount: GraphStory.blockFrames, sampleTime: sampleTime,
            hostTime: nil)
        if outcome == .rendered { soundingCount += 1 }
        sampleTime += Int64(GraphStory.blockFrames)
    }
}
