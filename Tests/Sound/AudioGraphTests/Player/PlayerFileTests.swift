import AudioGraph
import Synchronization
import Testing

@Suite("A player's files")
struct PlayerFileTests {
    private let player = RenderedPlayer()

    @Test(
        "play back to back with buffers, of any length", arguments: [0, 1, 2047, 2048, 2049, 6000])
    func lengths(length: Int) {
        player.source.setWaitsForFiles(true)
        let data = (0..<length).map { Float($0 + 1) }
        player.schedule([7, 8], name: 0)
        player.schedule(MemoryFile(data), name: 1)
        player.schedule([9], name: 2)
        player.source.play()
        #expect(player.rendered(length + 5, blockFrames: 500) == [7, 8] + data + [9, 0, 0])
        #expect(player.log.names == [0, 1, 2])
    }

    @Test("are decoded ahead as much as fits, and no reader stays open for the others")
    func aheadIsBounded() {
        let readers = MemoryFile.OpenReaders()
        let file = MemoryFile([Float](repeating: 0.5, count: 40_000), openReaders: readers)
        for name in 0..<100 { player.schedule(file, name: name) }
        player.source.decodeAhead()
        #expect(readers.framesRead.load(ordering: .relaxed) == 16 * 2048)
        #expect(readers.most.load(ordering: .relaxed) == 1)
        player.source.play()
        var output: [Float] = []
        while output.count < 4_000_000 {
            output += player.block(1000)[0]
            player.complete()
            player.source.decodeAhead()
        }
        #expect(output.allSatisfy { $0 == 0.5 })
        #expect(player.source.underrunFrameCount == 0)
        #expect(readers.framesRead.load(ordering: .relaxed) == 4_000_000)
        #expect(readers.count.load(ordering: .relaxed) == 0)
        #expect(player.log.names == Array(0..<100))
        #expect(player.source.itemCount == 0)
    }

    @Test("that are not decoded in time are late, whole and counted")
    func underrun() {
        let data = (0..<100).map { Float($0 + 1) }
        player.schedule(MemoryFile(data), name: 0)
        player.source.play()
        #expect(player.rendered(30) == silence(30))
        #expect(player.source.underrunFrameCount == 30)
        player.source.decodeAhead()
        #expect(player.rendered(110) == data + silence(10))
        #expect(player.source.underrunFrameCount == 30)
    }

    @Test("behind an interrupter are decoded although the interrupted one is not played to its end")
    func behindInterrupter() {
        player.schedule(MemoryFile([Float](repeating: 1, count: 100_000)), name: 0)
        player.source.decodeAhead()
        player.source.play()
        #expect(player.rendered(64) == [Float](repeating: 1, count: 64))
        player.schedule([2], name: 1, options: .interrupts)
        player.schedule(MemoryFile([3, 4]), name: 2)
        #expect(player.rendered(1) == [2])
        player.source.decodeAhead()
        #expect(player.rendered(3) == [3, 4, 0])
    }

    @Test("that cannot be read are empty")
    func unreadable() {
        player.source.setWaitsForFiles(true)
        player.schedule(UnreadableFile(), name: 0)
        player.schedule([1], name: 1)
        player.source.play()
        #expect(player.rendered(2) == [1, 0])
        #expect(player.log.names == [0, 1])
    }

    @Test("go on where they were when the format changes")
    func formatChange() {
        player.source.setWaitsForFiles(true)
        let data = (0..<10_000).map { Float($0 + 1) }
        player.schedule(MemoryFile(data), name: 0)
        player.schedule(MemoryFile([5, 6]), name: 1)
        player.source.play()
        #expect(player.rendered(3000) == Array(data[..<3000]))
        player.source.prepare(sampleRate: 88_200, channelCount: 1, maximumFrameCount: 4096)
        #expect(player.rendered(4003) == data[6000...] + [5, 6, 0])
        player.source.prepare(sampleRate: 88_200, channelCount: 1, maximumFrameCount: 4096)
        #expect(player.rendered(1) == [0])
        #expect(player.log.names == [0, 1])
    }

    @Test("are consumed before their last frames are rendered, and rendered after")
    func consumed() {
        let data = [Float](repeating: 1, count: 5000)
        player.schedule(MemoryFile(data), name: 0)
        player.schedule(MemoryFile(data), name: 1, callbackType: .dataRendered)
        player.source.decodeAhead()
        player.complete()
        #expect(player.log.names.isEmpty)
        player.source.play()
        _ = player.rendered(4100, blockFrames: 100)
        #expect(player.log.names == [0])
        _ = player.rendered(5800, blockFrames: 100)
        #expect(player.log.names == [0])
        _ = player.rendered(100, blockFrames: 100)
        #expect(player.log.names == [0, 1])
        #expect(player.log.types == [.dataConsumed, .dataRendered])
    }

    private struct UnreadableFile: PlayerFile {
        func makeReader(
            sampleRate: Double, channelCount: Int, firstFrame: Int
        ) -> (any PlayerFileReader)? { nil }
    }
}
