import AudioCodecs
import AudioModel
import HTTPTransfers
import MediaSources
import Testing

/// Acceptance case 39: streams of five segments of four seconds in every packaging.
@Suite(.enabled(if: HLSSound.hasAAC)) struct HLSMediaTests {
    enum Packaging: String, CaseIterable, Sendable {
        case adts, adtsWithoutTime, mp3, fragments, transportStream, mp3TransportStream

        var isAvailable: Bool {
            self == .mp3 || self == .mp3TransportStream ? HLSSound.hasMP3 : true
        }
    }

    /// A stream of 20 seconds, ready to be read.
    static func played(_ packaging: Packaging) throws -> (HLSPlayed, HLSSound) {
        let isMP3 = packaging == .mp3 || packaging == .mp3TransportStream
        let sound = isMP3 ? try HLSSound(.mpegLayer3, seconds: 20) : try HLSSound.aac.get()
        let parts = sound.parts(seconds: 4)
        let played = HLSPlayed()
        var head = ""
        var segments: [[UInt8]]
        switch packaging {
        case .adts, .mp3: segments = parts.map { sound.packed($0) }
        case .adtsWithoutTime: segments = parts.map { sound.packed($0, start: nil) }
        case .transportStream, .mp3TransportStream:
            // The time begins again after the third segment.
            segments = parts.map { sound.transportStream($0, start: (1 << 33) - 900_000) }
        case .fragments:
            let (initialisation, fragments) = try sound.fragments(parts)
            played.server.serve("init.mp4", initialisation)
            head = "#EXT-X-MAP:URI=\"init.mp4\""
            segments = fragments
        }
        for (index, segment) in segments.enumerated() { played.server.serve("s\(index)", segment) }
        played.open(
            HLSPlayed.playlist(
                parts.enumerated().map { ("s\($0.offset)", sound.seconds($0.element)) },
                head: head))
        return (played, sound)
    }

    @Test(arguments: Packaging.allCases.filter(\.isAvailable))
    func `twenty seconds are the samples of one decoder`(packaging: Packaging) throws {
        let (played, sound) = try Self.played(packaging)
        let contents = try #require(played.contents, "\(String(describing: played.failure))")
        let duration = try #require(contents.duration)
        let packetSeconds = Double(sound.framesPerPacket) / 44_100
        #expect(abs(duration - 20) <= packetSeconds)
        #expect(!contents.isLive)
        #expect(played.media.buffer.seekable == [0..<duration])
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        #expect(abs(Double(samples.count) / 44_100 - 20) <= packetSeconds)
        let expected = try sound.decoded()
        #expect(samples == expected)
        // One frame too many or too few would be 0.063.
        #expect(phaseJump(Array(samples.dropFirst(22_050))) < 0.02)
        #expect(played.media.buffer.isComplete)
        #expect(played.media.transferLog.failures.isEmpty)
        #expect(played.server.openCount == 0)
    }

    @Test(arguments: Packaging.allCases.filter(\.isAvailable))
    func `a seek is exact`(packaging: Packaging) throws {
        let (played, sound) = try Self.played(packaging)
        let reader = try played.media.makeReader()
        let expected = try sound.decoded()
        // The middle of the third segment; the very beginning of the fourth; the first; the last.
        let border = sound.parts(seconds: 4)[3].lowerBound * sound.framesPerPacket
        for frame in [441_000, border, border - 1, border + 1, 0, 881_000] {
            #expect(reader.seek(toFrame: Int64(frame), exactly: true) == Int64(frame))
            let (samples, _) = try played.read(reader, frameCount: 1000)
            #expect(
                samples == Array(expected[frame..<min(frame + 1000, expected.count)]),
                "frame \(frame)")
        }
    }

    @Test func `a seek that need not be exact goes to a segment's beginning`() throws {
        let (played, sound) = try Self.played(.adts)
        let reader = try played.media.makeReader()
        let border = Int64(sound.parts(seconds: 4)[2].lowerBound * sound.framesPerPacket)
        #expect(reader.seek(toFrame: 441_000, exactly: false) == border)
        let (samples, _) = try played.read(reader, frameCount: 2048)
        // Its first packet lacks the one before.
        let expected = try sound.decoded()
        #expect(samples[1024...] == expected[(Int(border) + 1024)..<(Int(border) + 2048)])
        #expect(reader.seek(toFrame: .max, exactly: true) == played.contents?.frameCount)
        #expect(try played.read(reader).end == .ended)
        #expect(reader.seek(toFrame: .min, exactly: true) == 0)
        #expect(try played.read(reader, frameCount: 100).samples == Array(expected[..<100]))
    }

    @Test func `no more than three segments are loaded ahead`() throws {
        let (played, sound) = try Self.played(.adts)
        played.clock.run(30)
        #expect(played.server.requests.count == 4)
        #expect(played.media.buffer.isFull)
        #expect(!played.media.buffer.isComplete)
        let end = sound.seconds(0..<sound.parts(seconds: 4)[4].lowerBound)
        #expect(played.media.buffer.loaded.count == 1)
        #expect(abs((played.media.buffer.loaded.first?.upperBound ?? 0) - end) < 0.001)
        let reader = try played.media.makeReader()
        _ = try played.read(reader, frameCount: 5 * 44_100)
        played.clock.run(1)
        #expect(played.server.requests.count == 5)
        #expect(played.media.buffer.isComplete)
    }

    @Test func `seconds ahead are as preferred`() throws {
        let (played, _) = try Self.played(.adts)
        var preferences = MediaPreferences()
        preferences.forwardSeconds = 1
        played.media.setPreferences(preferences)
        played.clock.run(5)
        #expect(played.server.requests.count <= 3)
        preferences.forwardSeconds = 100
        played.media.setPreferences(preferences)
        played.clock.run(5)
        #expect(played.server.requests.count == 5)
    }

    @Test func `byte ranges of one resource are segments, also of a server without ranges`() throws
    {
        for answersRanges in [true, false] {
            let sound = try HLSSound.aac.get()
            let parts = sound.parts(seconds: 4)
            let played = HLSPlayed()
            if !answersRanges { played.server.ignoreRanges() }
            let segments = parts.map { sound.packed($0) }
            played.server.serve("all.aac", segments.flatMap { $0 })
            var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
            for (part, segment) in zip(parts, segments) {
                text += "#EXTINF:\(sound.seconds(part)),\n#EXT-X-BYTERANGE:\(segment.count)"
                text += part.lowerBound == 0 ? "@0\nall.aac\n" : "\nall.aac\n"
            }
            played.open(text + "#EXT-X-ENDLIST\n")
            let (samples, _) = try played.read(try played.media.makeReader())
            let expected = try sound.decoded()
            #expect(samples == expected)
            #expect(played.server.requests[1].firstByte == Int64(segments[0].count))
        }
    }

    @Test(arguments: [1024, 2112, 5000])
    func `the priming that fragments state is left out`(primingFrames: Int) throws {
        let sound = try HLSSound.aac.get()
        // The first segment is shorter than some priming.
        let parts = [0..<1, 1..<100, 100..<200]
        let (initialisation, segments) = try sound.fragments(
            parts, primingFrames: Int64(primingFrames))
        let played = HLSPlayed()
        played.server.serve("init.mp4", initialisation)
        for (index, segment) in segments.enumerated() { played.server.serve("s\(index)", segment) }
        played.open(
            HLSPlayed.playlist(
                parts.enumerated().map { ("s\($0.offset)", sound.seconds($0.element)) },
                head: "#EXT-X-MAP:URI=\"init.mp4\""))
        let reader = try played.media.makeReader()
        let (samples, end) = try played.read(reader)
        #expect(end == .ended)
        let expected = try sound.decoded()
        #expect(samples == Array(expected[primingFrames..<204_800]))
        #expect(reader.seek(toFrame: 10, exactly: true) == 10)
        let again = try played.read(reader, frameCount: 1000).samples
        #expect(again == Array(samples[10..<1010]))
    }

    @Test func `closing ends the transfers`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        played.server.serve("s0", sound.packed(0..<100))
        played.server.serve("s1") { _ in .silence }
        played.open(HLSPlayed.playlist([("s0", 2.3), ("s1", 4)]))
        played.clock.run(1)
        #expect(played.server.openCount == 1)
        played.media.close()
        #expect(played.server.openCount == 0)
        let told = played.told.count
        played.clock.run(10)
        #expect(played.told.count == told)
        #expect(played.server.requests.count == 2)
    }

    @Test func `header fields are those of the location, and cookies for its server only`() throws {
        let played = HLSPlayed()
        let sound = try HLSSound.aac.get()
        played.server.serve("s0", sound.packed(0..<100))
        var location = MediaLocation(url: HLSServer.base + "list.m3u8")
        location.headers = ["X-Token": "t"]
        location.cookies = "a=b"
        location.userAgent = "agent"
        played.open(
            HLSPlayed.playlist([("s0", 2.322), ("http://other.example/s1", 2.322)]),
            location: location)
        played.clock.run(1)
        let common = [TransferHeader("X-Token", "t")]
        let agent = [TransferHeader("User-Agent", "agent")]
        #expect(
            played.server.requests.map(\.headers) == [
                common + [TransferHeader("Cookie", "a=b")] + agent, common + agent,
            ])
    }
}
