import AudioFormats
import AudioModel
import MediaSources
import SoundClient
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "Media of a server", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"),
    .enabled(if: EncodedSounds.hasMP3, "this FFmpeg does not encode MP3"))
struct NetworkMediaTests {
    private let app = MachineApp()
    private let server: TestHTTPServer
    private let m20: [UInt8]

    init() throws {
        server = try TestHTTPServer()
        m20 = try EncodedSounds.m20.get()
        server.serve("/m20.mp3", m20, type: "audio/mpeg")
    }

    private func open(_ path: String) -> OpenMedia { OpenMedia(server.url(path), app.sound) }

    @Test("has the frames of the file, its length and its tags")
    func frames() throws {
        let media = open("/m20.mp3")
        let contents = try #require(media.contents())
        let file = try AudioFileReader(MemoryBytes(m20))
        #expect(contents.frameCount == (try file.frameCount()))
        #expect(contents.format == file.format)
        #expect(contents.isSeekable)
        #expect(!contents.isLive)
        #expect(contents.file == nil)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(samples == (try EncodedSounds.frames(of: m20)))
        #expect(end == .ended)
        #expect(media.source.buffer.isComplete)
        let duration = try #require(contents.duration)
        #expect(media.source.buffer.loaded == [0..<duration])
        #expect(media.source.buffer.seekable == [0..<duration])
        let record = try #require(media.source.transferLog.records.first)
        #expect(record.byteCount == Int64(m20.count))
        #expect(record.requestCount == 1)
        #expect(record.serverAddress == "127.0.0.1")
        #expect(server.log.count == 1)
        #expect(server.log[0].headers["range"] == "bytes=0-")
        #expect(server.log[0].wantsTitles)
    }

    @Test("goes on where a response was cut, by four requests")
    func cutEach() throws {
        let media = open("/m20.mp3?cut=100000")
        #expect(media.contents() != nil)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(samples == (try EncodedSounds.frames(of: m20)))
        #expect(end == .ended)
        #expect(server.log.map(\.firstByte) == [0, 100_000, 200_000, 300_000])
        #expect(media.source.transferLog.records.first?.requestCount == 4)
        #expect(media.source.transferLog.failures.count == 3)
    }

    @Test("ends where a server without ranges breaks off")
    func cutWithoutRanges() throws {
        let media = open("/m20.mp3?cut=100000&norange")
        #expect(media.contents()?.isSeekable == false)
        let (samples, end) = try media.read(media.source.makeReader())
        let seconds = Double(samples.count / 2) / EncodedSounds.rate
        #expect(abs(seconds - 6.2) < 0.1)
        guard case .failed(let failure) = end else {
            Issue.record("\(String(describing: end))")
            return
        }
        #expect(failure.domain == "NSURLErrorDomain")
        #expect(failure.code == -1005)
        #expect(server.log.count == 1)
    }

    @Test("follows redirects, to a limit")
    func redirects() throws {
        let three = open("/r?n=3&to=/m20.mp3")
        #expect(three.contents() != nil)
        #expect(open("/r?n=17&to=/m20.mp3").failure()?.code == -1007)
        #expect(open("/r?to=ftp://127.0.0.1/m20.mp3").failure()?.code == -1010)
    }

    @Test("says what is wrong with a server")
    func failures() throws {
        let closed = try TestHTTPServer()
        let refused = closed.url("/m20.mp3")
        closed.stop()
        let expected: [(String, [Int])] = [
            (server.url("/status?code=404"), [-1100]), (server.url("/status?code=403"), [-1102]),
            (server.url("/status?code=500"), [-1011]), (refused, [-1004]),
            // Without any network a phone says that it is offline.
            ("http://\(String(repeating: "a", count: 64)).invalid/", [-1003, -1009]),
            (server.url("/headers?bytes=2147483648"), [-1011]), (server.url("/loop"), [-1007]),
            ("gopher://127.0.0.1/", [-1002]),
        ]
        for (url, codes) in expected {
            let failure = OpenMedia(url, app.sound).failure()
            #expect(failure?.domain == "NSURLErrorDomain", "\(url)")
            #expect(codes.contains(failure?.code ?? 0), "\(url): \(String(describing: failure))")
        }
    }

    @Test("ends its connection when it is released, and delays no other media")
    func never() throws {
        var hanging = (0..<5).map { _ in open("/never") }
        #expect(server.waitForRequests(5))
        let media = open("/m20.mp3")
        let (samples, end) =
            try media.contents().map { _ in
                try media.read(media.source.makeReader())
            } ?? ([], nil)
        #expect(samples.count == (try EncodedSounds.frames(of: m20).count))
        #expect(end == .ended)
        hanging = []
        #expect(server.waitForConnections(1))
        #expect(hanging.isEmpty)
    }

    @Test("seeks by a request of the part, to the frames of the file")
    func seek() throws {
        let media = open("/m20.mp3?rate=64000")
        #expect(media.contents() != nil)
        let reader = try media.source.makeReader()
        let target = Int64(15 * EncodedSounds.rate)
        #expect(reader.seek(toFrame: target, exactly: true) == target)
        let (samples, _) = try media.read(reader, frames: 44_100)
        let all = try EncodedSounds.frames(of: m20)
        #expect(samples == Array(all[Int(target) * 2..<(Int(target) + 44_100) * 2]))
        let firsts = server.log.map { $0.firstByte ?? -1 }
        #expect(firsts.count == 2)
        // The decoder needs some packets before the first frame that is heard.
        #expect((225_000...240_000).contains(firsts.last ?? 0), "\(firsts)")
        #expect(media.source.buffer.loaded.first?.lowerBound ?? 0 > 14)
        // Back to what is no longer there, and on to the end.
        #expect(reader.seek(toFrame: 0, exactly: true) == 0)
        let (again, end) = try media.read(reader)
        #expect(again == all)
        #expect(end == .ended)
    }

    @Test("without ranges waits for the bytes of a seek")
    func seekWithoutRanges() throws {
        let media = open("/m20.mp3?rate=200000&norange")
        #expect(media.contents()?.isSeekable == false)
        let buffer = media.source.buffer
        #expect(buffer.seekable == buffer.loaded)
        let reader = try media.source.makeReader()
        let target = Int64(15 * EncodedSounds.rate)
        #expect(reader.seek(toFrame: target, exactly: true) == target)
        let (samples, _) = try media.read(reader, frames: 4410)
        let all = try EncodedSounds.frames(of: m20)
        #expect(samples == Array(all[Int(target) * 2..<(Int(target) + 4410) * 2]))
        #expect(server.log.count == 1)
    }

    @Test("has the frames of the file without a length, too")
    func noLength() throws {
        let media = open("/m20.mp3?nolen&norange")
        #expect(media.contents()?.isLive == false)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(samples == (try EncodedSounds.frames(of: m20)))
        #expect(end == .ended)
        #expect(media.contents()?.frameCount == Int64(samples.count / 2))
    }

    @Test("is what it contains, whatever its name")
    func content() throws {
        server.serve("/text.mp3", Array(String(repeating: "No sound. ", count: 900).utf8))
        let text = open("/text.mp3").failure()
        #expect(text?.code == -11_828)
        #expect(text?.underlyingStatus == -12_847)
        server.serve("/sound.m4a", m20, type: "audio/mp4")
        #expect(open("/sound.m4a").contents() != nil)
        server.serve("/empty.mp3", [])
        #expect(open("/empty.mp3").failure()?.code == -11_828)
    }

    @Test("is the first entry of a playlist")
    func playlists() throws {
        server.serve("/list.m3u", Array("#EXTM3U\n#EXTINF:20,One\nm20.mp3\ntwo.mp3\n".utf8))
        server.serve(
            "/list.pls", Array("[playlist]\nFile1=\(server.url("/m20.mp3"))\nTitle1=One\n".utf8),
            type: "audio/x-scpls")
        for path in ["/list.m3u", "/list.pls"] {
            let media = open(path)
            #expect(media.contents() != nil, "\(path)")
            let (samples, end) = try media.read(media.source.makeReader())
            #expect(samples.count == (try EncodedSounds.frames(of: m20).count))
            #expect(end == .ended)
        }
        server.serve("/endless.m3u", Array("endless.m3u\n".utf8), type: "audio/x-mpegurl")
        #expect(open("/endless.m3u").failure()?.code == -1007)
    }

    @Test("sends what the app gives for its requests")
    func fields() throws {
        var location = MediaLocation(url: server.url("/m20.mp3"))
        location.headers = ["X-Key": "1", "User-Agent": "Own"]
        location.cookies = "a=b"
        location.userAgent = "Other"
        #expect(OpenMedia(location, app.sound).contents() != nil)
        let request = try #require(server.log.first)
        #expect(request.headers["x-key"] == "1")
        #expect(request.headers["cookie"] == "a=b")
        #expect(request.userAgent == "Own")
    }
}
