import AudioCodecs
import AudioModel
import HTTPTransfers
import MediaSources
import Testing

/// Acceptance case 41, and other failures of segments.
@Suite(.enabled(if: HLSSound.hasAAC)) struct HLSDiscontinuityTests {
    /// Serves the five segments of the common sound, of them some with another answer.
    private static func played(
        _ others: [Int: HLSServer.Answer] = [:], gaps: Set<Int> = []
    ) throws -> HLSPlayed {
        let sound = try HLSSound.aac.get()
        let parts = sound.parts(seconds: 4)
        let played = HLSPlayed()
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for (index, part) in parts.enumerated() {
            let answer = others[index] ?? .bytes(sound.packed(part))
            played.server.serve("s\(index)") { _ in answer }
            if gaps.contains(index) { text += "#EXT-X-GAP\n" }
            text += "#EXTINF:\(sound.seconds(part)),\ns\(index)\n"
        }
        played.open(text + "#EXT-X-ENDLIST\n")
        return played
    }

    /// The frames of the parts, silent where they are missing.
    private static func expected(missing: Set<Int>) throws -> [Float] {
        let sound = try HLSSound.aac.get()
        var samples = try sound.decoded()
        for index in missing {
            let part = sound.parts(seconds: 4)[index]
            for frame in part.lowerBound * 1024..<part.upperBound * 1024 { samples[frame] = 0 }
        }
        return samples
    }

    /// Compares all but the first packet behind what is missing, which a decoder begins with.
    private static func expectEqual(_ samples: [Float], missing: Set<Int>) throws {
        let expected = try expected(missing: missing)
        let sound = try HLSSound.aac.get()
        let parts = sound.parts(seconds: 4)
        #expect(samples.count == expected.count)
        for (index, part) in parts.enumerated() where samples.count == expected.count {
            let isBehind = index > 0 && missing.contains(index - 1) && !missing.contains(index)
            let frames = (part.lowerBound + (isBehind ? 1 : 0)) * 1024..<part.upperBound * 1024
            #expect(samples[frames] == expected[frames], "segment \(index)")
        }
    }

    @Test func `a missing segment is silence of its length, and time goes on`() throws {
        let played = try Self.played([1: .status(404)])
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        try Self.expectEqual(samples, missing: [1])
        let failures = played.media.transferLog.failures
        #expect(failures.count == 1)
        #expect(failures.first?.url == HLSServer.base + "s1")
        #expect(failures.first?.comment == "HTTP 404")
        #expect(played.server.requestCount("s1") == 1)
        let isTold = played.told.contains {
            if case .log(isError: true) = $0 { true } else { false }
        }
        #expect(isTold)
    }

    @Test func `two in a row are silence, with the first of all among them`() throws {
        let played = try Self.played([0: .status(500), 1: .bytes([1, 2, 3])])
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        try Self.expectEqual(samples, missing: [0, 1])
        #expect(played.media.transferLog.failures.count == 2)
    }

    @Test func `three in a row are the end, after what is there`() throws {
        let played = try Self.played([2: .status(404), 3: .status(404), 4: .status(404)])
        let (samples, end) = try played.read(try played.media.makeReader())
        guard case .failed(let failure) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(failure.domain == "NSURLErrorDomain")
        #expect(failure.code == -1100)
        let parts = try HLSSound.aac.get().parts(seconds: 4)
        #expect(samples.count == parts[4].lowerBound * 1024)
        #expect(samples[(parts[2].lowerBound * 1024)...].allSatisfy { $0 == 0 })
        #expect(played.contents != nil)
    }

    @Test func `three at the beginning are a failure of the whole`() throws {
        let played = try Self.played([0: .status(403), 1: .status(403), 2: .status(403)])
        #expect(played.failure?.code == -1102)
        #expect(played.server.requests.count == 3)
    }

    @Test func `gaps are silence without a request or a failure`() throws {
        let played = try Self.played(gaps: [0, 2, 3])
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        try Self.expectEqual(samples, missing: [0, 2, 3])
        #expect(played.server.requests.count == 2)
        #expect(played.media.transferLog.failures.isEmpty)
    }

    @Test(arguments: [5, 4])
    func `gaps at the beginning are passed, and nothing but gaps is a failure`(count: Int) throws {
        let played = try Self.played(gaps: Set(0..<count))
        guard count < 5 else {
            #expect(played.failure?.code == -11_828)
            return
        }
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        try Self.expectEqual(samples, missing: [0, 1, 2, 3])
    }

    @Test func `thousands of gaps take little time`() throws {
        let played = HLSPlayed()
        let gaps = String(repeating: "#EXT-X-GAP\n#EXTINF:0,\ng\n", count: 40_000)
        let time = ContinuousClock().measure {
            played.open("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(gaps)#EXT-X-ENDLIST\n")
        }
        #expect(played.failure != nil)
        #expect(time < .seconds(5))
    }

    @Test func `a connection that fails is tried again`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        for index in 0..<2 {
            let segment = sound.packed(index * 100..<index * 100 + 100)
            played.server.serve("s\(index)") { now in
                index == 1 && now < 2 ? .failure(.connectionLost) : .bytes(segment)
            }
        }
        played.open(HLSPlayed.playlist([("s0", 2.322), ("s1", 2.322)]))
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        let expected = try sound.decoded()
        #expect(samples == Array(expected[..<204_800]))
        // Half a second, one and two.
        #expect(played.server.requestCount("s1") == 4)
        #expect(played.media.transferLog.failures.map(\.status) == [-1005, -1005, -1005])
    }

    @Test(arguments: [(48_000.0, 1), (48_000, 2), (22_050, 1)])
    func `another rate behind a discontinuity is resampled`(rate: Double, channels: Int) throws {
        let first = try HLSSound.aac.get()
        let second = try HLSSound(.mpeg4AAC, seconds: 8, rate: rate, channelCount: channels)
        let played = HLSPlayed()
        played.server.serve("a0", first.packed(0..<100))
        played.server.serve("a1", first.packed(100..<200))
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        text += "#EXTINF:\(first.seconds(0..<100)),\na0\n#EXTINF:\(first.seconds(0..<100)),\na1\n"
        text += "#EXT-X-DISCONTINUITY\n"
        let parts = second.parts(seconds: 4)
        for (index, part) in parts.enumerated() {
            played.server.serve("b\(index)", second.packed(part, start: 77))
            text += "#EXTINF:\(second.seconds(part)),\nb\(index)\n"
        }
        played.open(text + "#EXT-X-ENDLIST\n")
        let reader = try played.media.makeReader()
        let (samples, end) = try played.read(reader)
        #expect(end == .ended)
        #expect(reader.sampleRate == 44_100 && reader.channelCount == 1)
        let border = 200 * 1024
        let secondCount = Double(second.packets.count * 1024) * 44_100 / rate
        #expect(abs(samples.count - border - Int(secondCount)) <= 1)
        let expected = try first.decoded()
        #expect(samples[..<border] == expected[..<border])
        // The tone goes on with one phase through all segments of the other rate.
        let tone = Array(samples[(border + 8820)...])
        #expect(phaseJump(tone) < 0.02)
        #expect(abs((tone[4410..<8820].max() ?? 0) - 0.5) < 0.02)

        // A seek into it gives the same frames.
        for frame in [border + 100_000, border + 4 * 44_100 + 10, border] {
            #expect(reader.seek(toFrame: Int64(frame), exactly: true) == Int64(frame))
            let (again, _) = try played.read(reader, frameCount: 3000)
            let difference = zip(again, samples[frame..<frame + 3000]).map { abs($0 - $1) }.max()
            #expect((difference ?? 1) < 1e-4, "frame \(frame - border)")
        }
    }

    @Test func `timestamps that begin again without a word do not stop it`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        played.server.serve("s0", sound.packed(0..<100, start: 900_000))
        played.server.serve("s1", sound.packed(100..<200, start: 123_456_789_000))
        played.open(HLSPlayed.playlist([("s0", 2.322), ("s1", 2.322)]))
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        let expected = try sound.decoded()
        #expect(samples == Array(expected[..<204_800]))
    }

    @Test func `timestamps that are rounded do not part segments`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        for (index, error) in [0, 900, -900, 500].enumerated() {
            let part = index * 100..<index * 100 + 100
            played.server.serve("s\(index)", sound.packed(part, start: 900_000 + Int64(error)))
        }
        played.open(HLSPlayed.playlist((0..<4).map { ("s\($0)", 2.322) }))
        let (samples, _) = try played.read(try played.media.makeReader())
        let expected = try sound.decoded()
        #expect(samples == Array(expected[..<409_600]))
    }

    @Test func `failures between segments that are there are no end`() throws {
        let played = try Self.played([0: .status(404), 2: .status(404), 4: .status(404)])
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        try Self.expectEqual(samples, missing: [0, 2, 4])
    }

    @Test func `a gap between timestamps is silence`() throws {
        let sound = try HLSSound.aac.get()
        let played = HLSPlayed()
        played.server.serve("s0", sound.packed(0..<100))
        // Half a second later than it should be.
        played.server.serve("s1", sound.packed(100..<200, start: 945_000))
        played.open(HLSPlayed.playlist([("s0", 2.322), ("s1", 2.322)]))
        let (samples, _) = try played.read(try played.media.makeReader())
        #expect(samples.count == 204_800 + 22_050)
        #expect(samples[102_400..<124_450].allSatisfy { $0 == 0 })
    }
}
