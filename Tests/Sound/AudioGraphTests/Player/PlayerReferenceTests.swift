import AudioGraph
import AudioModel
import Testing

@Suite("A player with a random schedule")
struct PlayerReferenceTests {
    private static let optionChoices: [PlayerItemOptions] = [
        [], [], [], [], .loops, .interrupts, .interruptsAtLoop, [.loops, .interrupts],
        [.loops, .interruptsAtLoop], [.interrupts, .interruptsAtLoop],
        [.loops, .interrupts, .interruptsAtLoop],
    ]
    private static let stepCount = 150

    @Test(
        "plays what the reference model plays, to the frame",
        arguments: 1...60 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        // Given a player and its model.
        var generator = SeededGenerator(seed: seed)
        let player = RenderedPlayer()
        player.source.setWaitsForFiles(true)
        var model = ReferencePlayer()
        var itemCount = 0
        // When the same happens to both.
        for step in 0..<Self.stepCount {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                switch Int.random(in: 0..<12, using: &generator) {
                case 0:
                    player.source.pause()
                    model.pause()
                case 1 where Int.random(in: 0..<4, using: &generator) == 0:
                    player.source.stop()
                    model.stop()
                case 2...4:
                    let isLater = Bool.random(using: &generator)
                    let time = player.nodeTime + Int64.random(in: -50...200, using: &generator)
                    player.source.play(at: isLater ? .nodeTime(time) : .now)
                    model.play(at: isLater ? time : nil)
                default:
                    schedule(itemCount, on: player, &model, using: &generator)
                    itemCount += 1
                }
            }
            let frameCount = Int.random(in: 1...300, using: &generator)
            let expected = model.rendered(frameCount)
            // Then both play the same.
            let output = player.rendered(
                frameCount, blockFrames: Int.random(in: 1...300, using: &generator))
            try #require(output == expected, "step \(step)")
            if let timing = player.source.timing,
                timing.anchor + model.playerTime < player.nodeTime + 1
            {
                try #require(player.nodeTime - timing.anchor == model.playerTime, "step \(step)")
            }
        }
        // And every item that has ended completes once, in order, as far as no earlier one plays on.
        let names = player.log.names
        #expect(names == Array(0..<names.count))
        let unfinished = (0..<itemCount).first { !model.ended.contains($0) } ?? itemCount
        #expect(names.count == unfinished)
        player.source.stop()
        player.complete()
        #expect(player.log.names == Array(0..<itemCount))
        _ = player.block(1)
        player.complete()
        #expect(player.source.itemCount == 0)
    }

    private func schedule(
        _ name: Int, on player: RenderedPlayer, _ model: inout ReferencePlayer,
        using generator: inout SeededGenerator
    ) {
        let samples = numbered(
            name % 1000, count: Int.random(in: -10...150, using: &generator).clamped)
        let isTimed = Int.random(in: 0..<3, using: &generator) == 0
        let time = model.playerTime + Int64.random(in: -100...400, using: &generator)
        let start: PlayerItemStart = isTimed ? .playerTime(time) : .next
        if Int.random(in: 0..<4, using: &generator) == 0 {
            player.schedule(MemoryFile(samples), name: name, at: start, callbackType: .dataRendered)
            model.schedule(samples, name: name, at: isTimed ? time : nil, options: [])
            return
        }
        let options = Self.optionChoices.randomElement(using: &generator) ?? []
        player.schedule(samples, name: name, at: start, options: options)
        model.schedule(samples, name: name, at: isTimed ? time : nil, options: options)
    }
}

extension Int {
    /// The number itself, or 0 for a negative one.
    fileprivate var clamped: Int { Swift.max(self, 0) }
}
