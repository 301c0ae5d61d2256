import AudioFormats
import AudioModel
import MediaSources
import SoundClient
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "Radio", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"),
    .enabled(if: EncodedSounds.hasMP3, "this FFmpeg does not encode MP3"))
struct RadioTests {
    private let app = MachineApp(hurries: true)
    private let server: TestHTTPServer
    private let m20: [UInt8]

    init() throws {
        server = try TestHTTPServer()
        m20 = try EncodedSounds.m20.get()
        server.serveRadio("/radio", m20, titles: [0: "First", 3: "It's; here", 6: "Grüße"])
    }

    @Test("tells titles at the time of their sound, which is that of the file")
    func titles() throws {
        let media = OpenMedia(server.url("/radio?every=8000"), app.sound)
        let contents = try #require(media.contents())
        #expect(contents.isLive)
        #expect(!contents.isSeekable)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(end == .ended)
        #expect(samples == (try EncodedSounds.frames(of: m20)))
        let titles = media.titles
        #expect(titles.map(\.title) == ["First", "It's; here", "Grüße"])
        for (title, time) in zip(titles, [0.5, 2, 3.5]) {
            #expect(abs(title.time - time) < 0.1, "\(title)")
        }
        #expect(media.source.buffer.seekable.isEmpty)
        #expect(media.source.transferLog.records.first?.playbackType == "LIVE")
    }

    @Test("of an old server plays")
    func oldServer() throws {
        server.serveRadio("/old", m20, titles: [:], statusLine: "ICY 200 OK")
        let media = OpenMedia(server.url("/old?every=0"), app.sound)
        #expect(media.contents() != nil)
        #expect(try media.read(media.source.makeReader()).end == .ended)
    }

    @Test("that is reset goes on with what the server sends then")
    func reset() throws {
        let file = m20
        server.handle("/broken") { request, connection in
            connection.write(
                "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: Test\r\n\r\n")
            connection.write(file[..<160_000])
            // What has been sent arrives before the reset.
            connection.wait(seconds: 0.2)
            connection.reset()
        }
        let media = OpenMedia(server.url("/broken"), app.sound)
        #expect(media.contents()?.isLive == true)
        let reader = try media.source.makeReader()
        let (samples, _) = try media.read(reader, frames: 15 * 44_100)
        #expect(samples.count == 15 * 44_100 * 2)
        #expect(server.waitForRequests(2))
    }

    @Test("begins with the first whole frame")
    func middle() throws {
        server.serveRadio("/middle", Array(m20[50_001...]), titles: [:])
        let media = OpenMedia(server.url("/middle"), app.sound)
        #expect(media.contents() != nil)
        let (samples, end) = try media.read(media.source.makeReader())
        #expect(end == .ended)
        #expect((16.7...17).contains(Double(samples.count / 2) / 44_100))
    }
}
