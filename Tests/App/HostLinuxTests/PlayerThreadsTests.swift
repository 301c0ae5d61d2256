import AVFAudio
import AudioModel
import Foundation
import SoundClient
import Testing

import HostLinux

/// Tests players on the machine's threads.
@Suite("Players on many threads")
struct PlayerThreadsTests {
    /// Players that several threads use at once, against the documents.
    ///
    /// Ownership: the array is constant; that its players are used by several threads is what is
    /// tested: each synchronises itself.
    private final class Shared: @unchecked Sendable {
        let players: [AVAudioPlayer]

        init(_ players: [AVAudioPlayer]) {
            self.players = players
        }
    }

    private func wave(_ frameCount: Int) -> Data {
        var bytes = Data()
        func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
        func put(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        put("RIFF")
        put(UInt32(36 + 2 * frameCount))
        put("WAVEfmt ")
        put(UInt32(16))
        put(UInt16(1))
        put(UInt16(1))
        put(UInt32(44_100))
        put(UInt32(88_200))
        put(UInt16(2))
        put(UInt16(16))
        put("data")
        put(UInt32(2 * frameCount))
        for frame in 0..<frameCount { put(Int16(frame % 1_000)) }
        return bytes
    }

    @Test("survive any calls in any order, and end as they were told last")
    func hammered() throws {
        let output = NullOutput()
        defer { output.stop() }
        let app = MachineApp(output)
        let data = wave(3_000)
        let shared = try app.run {
            Shared(try (0..<4).map { _ in try AVAudioPlayer(data: data) })
        }
        for player in shared.players { player.enableRate = true }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = UInt64(thread + 1)
            for _ in 0..<400 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let player = shared.players[Int(random >> 40) % shared.players.count]
                app.run {
                    switch Int(random >> 50) % 12 {
                    case 0, 1, 2: player.play()
                    case 3: player.pause()
                    case 4: player.stop()
                    case 5: player.currentTime = Double(random >> 33 & 0xFF) / 2_000
                    case 6: player.numberOfLoops = Int(random >> 35) % 4 - 1
                    case 7: player.rate = Float(random >> 36 & 0xFF) / 100
                    case 8: player.setVolume(Float(random >> 37 & 3) / 3, fadeDuration: 0.01)
                    case 9: player.play(atTime: player.deviceCurrentTime + 0.005)
                    case 10: player.prepareToPlay()
                    default: _ = (player.isPlaying, player.currentTime, player.volume)
                    }
                }
            }
        }
        for player in shared.players {
            app.run { player.stop() }
            #expect(!player.isPlaying && player.currentTime <= player.duration)
        }
        try waitUntil { app.sound.streamNumbers.isEmpty }
        #expect(shared.players[0].deviceCurrentTime == 0)
        // And they still play to their end.
        for player in shared.players {
            player.numberOfLoops = 0
            player.currentTime = 0
            #expect(app.run { player.play() })
        }
        try waitUntil { !shared.players.contains(where: \.isPlaying) }
        #expect(shared.players.allSatisfy { $0.currentTime == 0 })
    }
}
