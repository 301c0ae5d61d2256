import AudioCodecs
import AudioModel
import MediaSources
import SoundClient
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "A playlist of a server", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"),
    .enabled(if: EncodedSounds.hasAAC, "this FFmpeg does not encode AAC"))
struct ServedPlaylistTests {
    private let app = MachineApp()
    private let server: TestHTTPServer
    private let segment: [UInt8]

    init() throws {
        server = try TestHTTPServer()
        segment = try EncodedSounds.encoded(.mpeg4AAC, .adts, seconds: 2)
    }

    @Test("of segments is played to its end")
    func segments() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n"
        for number in 0..<3 {
            server.serve("/a/\(number).aac", segment)
            text += "#EXTINF:2.0,\n\(number).aac\n"
        }
        server.serve("/a/list.m3u8", Array((text + "#EXT-X-ENDLIST\n").utf8))
        let media = OpenMedia(server.url("/r?to=/a/list.m3u8"), app.sound)
        let contents = try #require(media.contents())
        #expect(!contents.isLive)
        #expect(abs((contents.duration ?? 0) - 6) < 0.2)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(end == .ended)
        #expect(abs(Double(samples.count / 2) / EncodedSounds.rate - 6) < 0.2)
        #expect(server.log.map(\.path).suffix(3) == ["/a/0.aac", "/a/1.aac", "/a/2.aac"])
        #expect(media.source.transferLog.records.count >= 2)
    }

    @Test("whose window moves is live")
    func live() throws {
        server.serveLive("/live.m3u8", segments: [segment], seconds: 2)
        let media = OpenMedia(MediaLocation(url: server.url("/live.m3u8")), app.sound) {
            // Its playlist is read again while it plays.
            $0.setPlaying(true)
        }
        let contents = try #require(media.contents())
        #expect(contents.isLive)
        #expect(contents.frameCount == nil)
        let (samples, end) = try media.read(media.source.makeReader(), frames: 7 * 44_100)
        #expect(end == nil)
        #expect(samples.count == 7 * 44_100 * 2)
        #expect(server.log.filter { $0.path == "/live.m3u8" }.count >= 2)
    }
}
