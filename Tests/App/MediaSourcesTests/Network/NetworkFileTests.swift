import AudioFormats
import AudioModel
import MediaSources
import SoundClient
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "A file of a server", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"))
struct NetworkFileTests {
    private let app = MachineApp(hurries: true)
    private let server: TestHTTPServer

    init() throws {
        server = try TestHTTPServer()
    }

    private func open(_ path: String) -> OpenMedia { OpenMedia(server.url(path), app.sound) }

    private static func wave(_ count: Int) -> [UInt8] {
        wavFile((0..<count).map { Int16(truncatingIfNeeded: $0 &* 37) }, rate: 44_100)
    }

    @Test("has all its frames when the connection is lost at any byte")
    func dropAtEveryByte() throws {
        let file = Self.wave(300)
        server.serve("/small.wav", file)
        let frames = try EncodedSounds.frames(of: file)
        for position in 1..<file.count {
            let media = open("/small.wav?cutonce=\(position)")
            #expect(media.contents()?.frameCount == 300, "byte \(position)")
            let (samples, end) = try media.read(media.source.makeReader())
            #expect(samples == frames, "byte \(position)")
            #expect(end == .ended)
            #expect(media.source.transferLog.records.first?.requestCount == 2)
        }
    }

    @Test(
        "of MP3 has all its frames when the connection is lost at any byte",
        .enabled(if: EncodedSounds.hasMP3, "this FFmpeg does not encode MP3"))
    func dropAtEveryByteOfMP3() throws {
        let file = try EncodedSounds.encoded(.mpegLayer3, .mp3, seconds: 0.1, bitRate: 32_000)
        server.serve("/small.mp3", file)
        let frames = try EncodedSounds.frames(of: file)
        for position in 1..<file.count {
            let media = open("/small.mp3?cutonce=\(position)")
            #expect(media.contents() != nil, "byte \(position)")
            let (samples, end) = try media.read(media.source.makeReader())
            #expect(samples == frames, "byte \(position)")
            #expect(end == .ended)
        }
    }

    @Test(
        "of MP3 that was joined has all its parts, though its header speaks of the first alone",
        .enabled(if: EncodedSounds.hasMP3, "this FFmpeg does not encode MP3"),
        arguments: ["", "?norange", "?nolen"])
    func joined(query: String) throws {
        let advertisement = try EncodedSounds.encoded(
            .mpegLayer3, .mp3, seconds: 3, bitRate: 128_000)
        let file = advertisement + (try EncodedSounds.m20.get())
        server.serve("/episode.mp3", file)
        let frames = try EncodedSounds.frames(of: file)
        let media = open("/episode.mp3" + query)
        let contents = try #require(media.contents())
        if query != "?nolen" { #expect(abs((contents.duration ?? 0) - 23) < 0.5) }
        let reader = try media.source.makeReader()
        let (samples, end) = try media.read(reader)
        #expect(samples == frames && end == .ended)
        let count = Int64(frames.count / reader.channelCount)
        #expect(media.wait { $0.contents?.frameCount == count })
        guard query.isEmpty else { return }
        let later = open("/episode.mp3")
        _ = later.contents()
        let other = try later.source.makeReader()
        #expect(other.seek(toFrame: 900_000, exactly: true) == 900_000)
        #expect(try later.read(other, frames: 4096).samples.count == 4096 * other.channelCount)
    }

    @Test("gives up after four attempts without a byte")
    func attempts() throws {
        let file = Self.wave(300)
        server.serve("/small.wav", file)
        server.handle("/lost.wav") { request, connection in
            if request.firstByte == 0 {
                connection.write(
                    "HTTP/1.1 200 OK\r\nAccept-Ranges: bytes\r\nContent-Length: \(file.count)\r\n\r\n"
                )
                connection.write(file[..<344])
            }
            connection.end()
        }
        let media = open("/lost.wav")
        #expect(media.contents() != nil)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(samples.count == 150)
        guard case .failed(let failure) = end else {
            Issue.record("\(String(describing: end))")
            return
        }
        #expect(failure.code == -1005)
        #expect(server.log.count == 5)
    }

    @Test("is not continued by another one of the same address")
    func changed() throws {
        let file = Self.wave(300)
        server.handle("/changing.wav") { request, connection in
            if request.firstByte == 0 {
                connection.write(
                    "HTTP/1.1 200 OK\r\nAccept-Ranges: bytes\r\nETag: \"one\"\r\n"
                        + "Content-Length: \(file.count)\r\n\r\n")
                connection.write(file[..<344])
                connection.end()
            } else {
                connection.write(
                    "HTTP/1.1 200 OK\r\nAccept-Ranges: bytes\r\nETag: \"two\"\r\n"
                        + "Content-Length: 5000\r\n\r\n")
                connection.write([UInt8](repeating: 0x55, count: 5000))
            }
        }
        let media = open("/changing.wav")
        #expect(media.contents() != nil)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(samples.count == 150)
        #expect(server.log.last?.headers["if-range"] == "\"one\"")
        guard case .failed = end else {
            Issue.record("\(String(describing: end))")
            return
        }
    }

    @Test("is loaded as far as is wanted, and no further until it is read")
    func window() throws {
        let file = Self.wave(90 * 44_100)
        server.serve("/long.wav", file)
        let media = open("/long.wav")
        #expect(media.contents()?.duration == 90)
        #expect(media.wait { $0.buffer.isFull })
        let loaded = media.source.buffer.loaded
        #expect(loaded.count == 1)
        #expect((30...36).contains(loaded.first?.upperBound ?? 0), "\(loaded)")
        #expect(!media.source.buffer.isComplete)
        let bytes = media.source.transferLog.records.first?.byteCount ?? 0
        #expect(bytes < 3_400_000)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(end == .ended)
        #expect(samples == (try EncodedSounds.frames(of: file)))
        #expect(server.log.count == 1)
        // What is behind the reader is kept to a limit.
        #expect(media.source.buffer.loaded.first?.lowerBound ?? 0 > 5)
        var more = MediaPreferences()
        more.forwardSeconds = 60
        let other = OpenMedia(MediaLocation(url: server.url("/long.wav")), app.sound) {
            $0.setPreferences(more)
        }
        #expect(other.contents() != nil)
        #expect(other.wait { $0.buffer.isFull })
        #expect(other.source.buffer.loaded.first?.upperBound ?? 0 >= 60)
    }

    @Test(
        "with its tables last is read by three requests",
        .enabled(if: EncodedSounds.hasAAC, "this FFmpeg does not encode AAC"))
    func tablesLast() throws {
        let file = try EncodedSounds.encoded(.mpeg4AAC, .m4a, seconds: 40)
        server.serve("/last.m4a", file)
        let media = open("/last.m4a")
        let contents = try #require(media.contents())
        #expect(contents.frameCount == Int64(40 * 44_100))
        let reader = try media.source.makeReader()
        let (samples, end) = try media.read(reader)
        let all = try EncodedSounds.frames(of: file)
        #expect(samples == all)
        #expect(end == .ended)
        #expect((2...3).contains(server.log.count), "\(server.log.map { $0.firstByte ?? -1 })")
        #expect(reader.seek(toFrame: 44_100, exactly: true) == 44_100)
        #expect(try media.read(reader, frames: 1000).samples == Array(all[88_200..<90_200]))
        let failure = open("/last.m4a?norange").failure()
        #expect(failure?.domain == "AVFoundationErrorDomain")
        #expect(failure?.code == -11_850)
        #expect(failure?.underlyingStatus == -12_939)
    }

    @Test(
        "with its tables first is read by one request, and seeks exactly",
        .enabled(if: EncodedSounds.hasAAC, "this FFmpeg does not encode AAC"))
    func tablesFirst() throws {
        let file = try EncodedSounds.f5.get()
        server.serve("/f5.m4a", file)
        let media = open("/f5.m4a?rate=20000")
        #expect(media.contents()?.frameCount == 220_500)
        let all = try EncodedSounds.frames(of: file)
        let reader = try media.source.makeReader()
        #expect(reader.seek(toFrame: 209_475, exactly: true) == 209_475)
        #expect(try media.read(reader, frames: 4096).samples == Array(all[418_950..<427_142]))
        #expect(server.log.count <= 2)
        #expect(reader.seek(toFrame: 0, exactly: true) == 0)
        #expect(try media.read(reader).samples == all)
    }

    @Test(
        "whose container is not read piecewise is read as a whole",
        .enabled(if: BuildTraits.hasFFmpeg, "needs FFmpeg"))
    func whole() throws {
        let file = try EncodedSounds.encoded(.opus, .ogg, seconds: 1, rate: 48_000)
        server.serve("/sound.ogg", file)
        let media = open("/sound.ogg")
        #expect(media.contents() != nil)
        #expect(try media.read(media.source.makeReader()).samples == EncodedSounds.frames(of: file))
    }

    @Test(
        "seeks to the frames of the file, again and again",
        .enabled(if: EncodedSounds.hasMP3, "this FFmpeg does not encode MP3"),
        arguments: [FormatID.mpegLayer3, .flac])
    func seeks(id: FormatID) throws {
        let kind = id == .flac ? ContainerKind.flac : .mp3
        let file = try EncodedSounds.encoded(id, kind, seconds: 30)
        server.serve("/sound", file)
        let media = open("/sound?rate=100000")
        #expect(media.contents() != nil)
        let all = try EncodedSounds.frames(of: file)
        let reader = try media.source.makeReader()
        var number: UInt64 = 7
        for _ in 0..<12 {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let frame = Int((number >> 33) % UInt64(all.count / 2 - 3000))
            #expect(reader.seek(toFrame: Int64(frame), exactly: true) == Int64(frame))
            let samples = try media.read(reader, frames: 2000).samples
            #expect(samples == Array(all[frame * 2..<(frame + 2000) * 2]), "frame \(frame)")
        }
        #expect(server.log.count > 3)
    }
}

extension MediaSource {
    /// What is known of it; `nil` unless it is ready.
    fileprivate var contents: MediaContents? {
        if case .ready(let contents) = state { contents } else { nil }
    }
}
