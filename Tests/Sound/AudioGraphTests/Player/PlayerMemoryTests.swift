import AudioGraph
import AudioModel
import Testing

@Suite("A player's memory")
struct PlayerMemoryTests {
    private let player = RenderedPlayer()

    @Test("holds a buffer until it has played, and no longer")
    func release() {
        weak var first: SampleMemory?
        weak var second: SampleMemory?
        do {
            let memory = [SampleMemory([[1, 2]]), SampleMemory([[3]])]
            (first, second) = (memory[0], memory[1])
            for memory in memory { player.source.schedule(PlayerBuffer(memory), at: .next) }
        }
        player.source.play()
        #expect(player.rendered(2) == [1, 2])
        #expect(first == nil && second != nil)
        #expect(player.rendered(2) == [3, 0])
        #expect(second == nil)
    }

    @Test("is freed with a player that was never rendered")
    func neverRendered() {
        weak var memory: SampleMemory?
        do {
            let player = RenderedPlayer()
            let samples = SampleMemory([[1]])
            memory = samples
            player.source.schedule(PlayerBuffer(samples), at: .next)
            player.schedule(MemoryFile([1, 2, 3]), name: 0)
            player.source.decodeAhead()
        }
        #expect(memory == nil)
    }

    @Test("does not grow while nothing renders")
    func idle() {
        weak var memory: SampleMemory?
        for name in 0..<5000 {
            let samples = SampleMemory([[1]])
            memory = samples
            player.source.schedule(PlayerBuffer(samples), at: .next)
            player.schedule(MemoryFile([1]), name: name)
        }
        player.source.stop()
        player.source.applyWhileIdle()
        player.complete()
        #expect(player.source.itemCount == 0)
        #expect(memory == nil)
        #expect(player.log.names == Array(0..<5000))
        player.schedule([4, 5], name: 5000)
        player.source.play()
        #expect(player.rendered(3) == [4, 5, 0])
    }

    @Test("takes more items than a queue holds, in their order", arguments: [false, true])
    func manyItems(waits: Bool) {
        player.source.setWaitsForFiles(waits)
        for name in 0..<5000 { player.schedule([Float(name + 1)], name: name) }
        player.source.play()
        // Where rendering does not wait, the first block sees a full queue, without the start.
        let delay = waits ? 0 : 100
        let output = player.rendered(5200, blockFrames: 100)
        #expect(
            output == silence(delay) + (1...5000).map { Float($0) } + silence(200 - delay))
        #expect(player.log.names == Array(0..<5000))
        #expect(player.source.itemCount == 0)
    }

    @Test("keeps the order of commands when their queue is full")
    func manyCommands() {
        player.source.setWaitsForFiles(true)
        for name in 0..<2000 {
            player.schedule([1], name: name)
            player.source.play()
            player.source.stop()
        }
        player.schedule([2, 3], name: 2000)
        player.source.play()
        #expect(player.rendered(3) == [2, 3, 0])
        // Each block releases no more items than fit into a queue.
        #expect(player.rendered(2, blockFrames: 1) == [0, 0])
        #expect(player.log.names == Array(0...2000))
        #expect(player.source.itemCount == 0)
    }

    @Test("reads samples of every type and stride")
    func sampleTypes() {
        let shorts: [Int16] = [16_384, 1, -32_768, 2]
        let integers: [Int32] = [1 << 30, .min]
        let doubles = [0.25, -0.5]
        let player = RenderedPlayer(channelCount: 2)
        shorts.withUnsafeBytes { shorts in
            integers.withUnsafeBytes { integers in
                doubles.withUnsafeBytes { doubles in
                    let owner = SampleMemory([])
                    guard let shorts = shorts.baseAddress, let integers = integers.baseAddress,
                        let doubles = doubles.baseAddress
                    else { return }
                    player.source.schedule(
                        PlayerBuffer(
                            channels: [shorts, shorts + 2], sampleType: .int16, stride: 2,
                            frameCount: 2, owner: owner), at: .next)
                    player.source.schedule(
                        PlayerBuffer(
                            channels: [integers], sampleType: .int32, stride: 1, frameCount: 2,
                            owner: owner), at: .next)
                    player.source.schedule(
                        PlayerBuffer(
                            channels: [doubles, doubles, doubles], sampleType: .float64, stride: 1,
                            frameCount: 2, owner: owner), at: .next)
                    player.source.play()
                    let output = player.block(7)
                    #expect(output[0] == [0.5, -1, 0.5, -1, 0.25, -0.5, 0])
                    #expect(output[1] == [0x1p-15, 0x1p-14, 0.5, -1, 0.25, -0.5, 0])
                }
            }
        }
    }
}
