import AudioCodecs
import AudioModel
import Foundation
import MediaSources
import Testing

/// Acceptance case 42: a live playlist with a window of three segments of four seconds.
@Suite(.enabled(if: HLSSound.hasAAC)) struct HLSLiveTests {
    /// Packets of a segment: four seconds, nearly.
    private static let perSegment = 172
    private static let seconds = Double(perSegment) * 1024 / 44_100
    /// A minute and a half, of which the server makes a segment after the other.
    private static let sound = Result {
        try HLSSound(.mpeg4AAC, seconds: 120)
    }

    /// Serves a window that moves on by a segment every four seconds.
    private static func serve(
        _ played: HLSPlayed, window: Int = 3, until end: Double = .infinity,
        head: String = ""
    ) throws -> @Sendable (Double) -> String {
        let sound = try sound.get()
        let segments = (0..<sound.packets.count / perSegment).map {
            sound.packed($0 * perSegment..<($0 + 1) * perSegment)
        }
        @Sendable func first(_ now: Double) -> Int {
            min(Int(min(now, end) / seconds), segments.count - window)
        }
        for (index, segment) in segments.enumerated() {
            played.server.serve("s\(index)") { now in
                // A segment stays a while after it has left the playlist.
                index >= first(now) - 2 && index < first(now) + window
                    ? .bytes(segment) : .status(404)
            }
        }
        let text = { @Sendable (now: Double) -> String in
            let sequence = first(now)
            return HLSPlayed.playlist(
                (sequence..<sequence + window).map { ("s\($0)", seconds) }, sequence: sequence,
                head: head, isEnded: now >= end)
        }
        played.server.serve("live.m3u8") { now in .bytes(Array(text(now).utf8)) }
        return text
    }

    /// Reads in real time, as a player does: a tenth of a second at a time.
    private static func play(
        _ played: HLSPlayed, _ reader: any MediaReader, seconds: Double
    ) throws -> (samples: [Float], waits: Int) {
        var samples: [Float] = []
        var waits = 0
        for _ in 0..<Int((seconds * 10).rounded()) {
            let (read, end) = try played.read(reader, frameCount: 4410, waits: 0)
            samples += read
            if end == .waiting { waits += 1 }
            played.clock.run(0.1)
        }
        return (samples, waits)
    }

    @Test func `a minute is played without a gap, with one reload for each segment`() throws {
        let played = HLSPlayed()
        let text = try Self.serve(played)
        played.media.setPlaying(true)
        played.open(text(0), name: "live.m3u8")
        let contents = try #require(played.contents)
        #expect(contents.isLive)
        #expect(contents.duration == nil)
        #expect(contents.startFrame == 0)
        played.media.setPlaying(true)
        let (samples, waits) = try Self.play(
            played, try played.media.makeReader(), seconds: 60)
        #expect(waits == 0)
        #expect(samples.count == 600 * 4410)
        let expected = try Self.sound.get().decoded()
        #expect(samples == Array(expected[..<samples.count]))
        let reloads = played.server.requests.filter { $0.url.hasSuffix("live.m3u8") }
        #expect((13...16).contains(reloads.count))
        for (one, next) in zip(reloads, reloads.dropFirst()) {
            #expect(next.time - one.time >= 1.9)
        }
        #expect(played.jumps.isEmpty)
        #expect(played.media.transferLog.failures.isEmpty)
        #expect(played.media.transferLog.records.map(\.playbackType) == ["LIVE"])
        #expect(played.media.buffer.seekable.isEmpty)
    }

    @Test func `paused it loads no playlists, and resumes in the window`() throws {
        let played = HLSPlayed()
        let text = try Self.serve(played)
        played.open(text(0), name: "live.m3u8")
        played.media.setPlaying(true)
        let reader = try played.media.makeReader()
        _ = try Self.play(played, reader, seconds: 10)
        played.media.setPlaying(false)
        played.clock.run(0.1)
        let before = played.server.requestCount("live.m3u8")
        played.clock.run(30)
        #expect(played.server.requestCount("live.m3u8") <= before + 1)
        #expect(played.jumps.isEmpty)
        let resumed = played.clock.now.seconds
        played.media.setPlaying(true)
        played.clock.run(1)
        let jump = try #require(played.jumps.first)
        #expect(played.jumps.count == 1)
        // The segment at the beginning of the window.
        let first = Int(resumed / Self.seconds)
        #expect(jump == Int64(first * Self.perSegment * 1024))
        let (samples, waits) = try Self.play(played, reader, seconds: 10)
        #expect(waits == 0)
        let expected = try Self.sound.get().decoded()
        let range = (Int(jump) + 1024)..<(Int(jump) + samples.count)
        #expect(samples[1024...] == expected[range])
        #expect(played.media.transferLog.failures.isEmpty)
    }

    @Test func `it may go on loading while it is paused`() throws {
        let played = HLSPlayed()
        let text = try Self.serve(played)
        var preferences = MediaPreferences()
        preferences.loadsLiveWhilePaused = true
        played.open(text(0), name: "live.m3u8", preferences: preferences)
        played.clock.run(40)
        #expect(played.server.requestCount("live.m3u8") >= 9)
    }

    @Test func `it begins three target durations before the end, or where it says`() throws {
        for (head, segment) in [
            ("", 6), ("#EXT-X-START:TIME-OFFSET=5", 1), ("#EXT-X-START:TIME-OFFSET=-20", 4),
            ("#EXT-X-START:TIME-OFFSET=-1", 6),
        ] {
            let played = HLSPlayed()
            let text = try Self.serve(played, window: 10, head: head)
            played.open(text(0), name: "live.m3u8")
            let contents = try #require(played.contents)
            let start = Double(contents.startFrame) / 44_100
            #expect(Int(start / Self.seconds + 1e-6) == segment, "\(head)")
            #expect(played.server.requests.first?.url == HLSServer.base + "s\(segment)")
            let seekable = try #require(played.media.buffer.seekable.first)
            #expect(abs(seekable.upperBound - (10 * Self.seconds - 12)) < 0.001)
            let reader = try played.media.makeReader()
            let (samples, _) = try played.read(reader, frameCount: 4410)
            let expected = try Self.sound.get().decoded()
            let first = Int(contents.startFrame) + 1024
            let rest = Array(samples.dropFirst(1024))
            if head.isEmpty { #expect(rest == Array(expected[first..<first + rest.count])) }
            // Seeks stay in the window.
            #expect(
                reader.seek(toFrame: .max, exactly: true) == Int64(seekable.upperBound * 44_100))
            #expect(reader.seek(toFrame: -1, exactly: true) == 0)
            #expect(try played.read(reader, frameCount: 4410).samples == Array(expected[..<4410]))
        }
    }

    @Test func `an end makes it end`() throws {
        let played = HLSPlayed()
        let text = try Self.serve(played, until: 20)
        played.open(text(0), name: "live.m3u8")
        played.media.setPlaying(true)
        let (samples, end) = try played.read(try played.media.makeReader(), waits: 60)
        #expect(end == .ended)
        let count = (Int(20 / Self.seconds) + 3) * Self.perSegment * 1024
        #expect(samples.count == count)
        #expect(played.contents?.frameCount == Int64(count))
        #expect(played.contents?.isLive == true)
        let reloads = played.server.requestCount("live.m3u8")
        played.clock.run(60)
        #expect(played.server.requestCount("live.m3u8") == reloads)
    }

    @Test func `it waits while its playlist fails, and goes on when it is there again`() throws {
        let played = HLSPlayed()
        let text = try Self.serve(played)
        played.server.serve("live.m3u8") { now in
            (6..<40).contains(now) ? .status(503) : .bytes(Array(text(now).utf8))
        }
        played.open(text(0), name: "live.m3u8")
        played.media.setPlaying(true)
        let reader = try played.media.makeReader()
        let (_, waits) = try Self.play(played, reader, seconds: 38)
        #expect(waits > 100)
        #expect(played.failure == nil)
        #expect(played.media.transferLog.failures.count >= 3)
        let (samples, _) = try Self.play(played, reader, seconds: 30)
        #expect(samples.count > 15 * 44_100)
        #expect(played.jumps.count == 1)
    }

    @Test func `a playlist that begins again goes on behind what was played`() throws {
        let sound = try Self.sound.get()
        let played = HLSPlayed()
        for index in 0..<8 {
            let first = index * Self.perSegment
            played.server.serve("s\(index)", sound.packed(first..<first + Self.perSegment))
        }
        let one = HLSPlayed.playlist(
            (0..<4).map { ("s\($0)", Self.seconds) }, sequence: 100, isEnded: false)
        let two = HLSPlayed.playlist((4..<8).map { ("s\($0)", Self.seconds) }, sequence: 0)
        played.server.serve("live.m3u8") { _ in .bytes(Array(two.utf8)) }
        played.open(one, name: "live.m3u8")
        played.media.setPlaying(true)
        let start = try #require(played.contents?.startFrame)
        let (samples, end) = try played.read(try played.media.makeReader())
        #expect(end == .ended)
        #expect(samples.count == 8 * Self.perSegment * 1024 - Int(start))
        let expected = try sound.decoded()
        let first = Int(start)
        #expect(samples[1024...] == expected[(first + 1024)..<(first + samples.count)])
    }

    @Test func `numbers that jump to and fro do not trap`() throws {
        let sound = try Self.sound.get()
        let played = HLSPlayed()
        for index in 0..<4 { played.server.serve("s\(index)", sound.packed(0..<100)) }
        let text = { @Sendable (now: Double) -> String in
            let numbers: [Int] = [0, 1 << 60, 5, (1 << 60) - 1, 1 << 40, 1]
            return HLSPlayed.playlist(
                (0..<4).map { ("s\($0)", 3600) }, target: 1,
                sequence: numbers[Int(now) % numbers.count], isEnded: false)
        }
        played.server.serve("live.m3u8") { now in .bytes(Array(text(now).utf8)) }
        played.open(text(0), name: "live.m3u8")
        played.media.setPlaying(true)
        let reader = try played.media.makeReader()
        for second in 0..<60 {
            _ = try Self.play(played, reader, seconds: 1)
            if second % 7 == 0 { _ = reader.seek(toFrame: .max, exactly: second % 2 == 0) }
        }
        #expect(played.server.requestCount("live.m3u8") > 20)
    }
}
