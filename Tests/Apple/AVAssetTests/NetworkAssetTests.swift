import AVFoundation
import Foundation
import FoundationNetworking
import Simulation
import Synchronization
import TestSupport
import Testing

/// Groups of metadata that an output has given, in seconds of the item.
private final class Titles: NSObject, AVPlayerItemMetadataOutputPushDelegate {
    private let state = Mutex<[(time: Double, words: String)]>([])

    var all: [(time: Double, words: String)] { state.withLock { $0 } }

    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
    ) {
        #expect(track == nil)
        for group in groups {
            for item in group.items {
                let identifier = item.identifier?.rawValue ?? "-"
                let common = item.commonKey?.rawValue ?? "-"
                let words = "\(identifier) \(common) \(item.stringValue ?? "-")"
                state.withLock { $0.append((group.timeRange.start.seconds, words)) }
            }
        }
    }
}

@MainActor
@Suite("An asset that a server has")
struct NetworkAssetTests {
    private let phone = SimulatedPhone()
    private let app: SimulatedPhone.App
    private let url = "http://example.com/a.mp3"

    init() {
        app = phone.launch("Player")
    }

    /// MP3 of silence at 44.1 kHz: 417 bytes for 1152 frames.
    private func mp3(_ frameCount: Int, tag: [UInt8] = []) -> [UInt8] {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413)
        return tag + (0..<frameCount).flatMap { _ in frame }
    }

    private func asset() throws -> AVURLAsset {
        let url = try #require(URL(string: url))
        return app.run { AVURLAsset(url: url) }
    }

    @Test("tells its tags and its duration while the phone's time passes")
    func direct() throws {
        let tag = id3Tag(version: 4, [("TIT2", text("A title"))])
        phone.network.serve(url, Data(mp3(400, tag: tag)), .contentType("audio/mpeg"))
        let asset = try asset()
        let start = phone.now
        app.run {
            let seconds = asset.duration.seconds
            #expect(abs(seconds - 400 * 1152 / 44_100) < 0.1)
            #expect(phone.now > start)
            #expect(asset.tracks.map(\.mediaType) == [.audio])
            #expect(asset.metadata.map(\.identifier) == [.id3MetadataTitleDescription])
            #expect(asset.isPlayable && !asset.isReadable)
        }
        // The item plays what the asset has asked for.
        let player = app.run {
            let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
            player.play()
            return player
        }
        phone.advance(by: .seconds(1))
        #expect(player.timeControlStatus == .playing)
        #expect(phone.network.requests.count == 1)
    }

    @Test("is asked for with the fields, the agent and the cookies of its options")
    func options() throws {
        phone.network.serve(url, Data(mp3(40)), .contentType("audio/mpeg"))
        let cookies = [("a", "1", "example.com"), ("b", "2", "other.example")].map {
            HTTPCookie(properties: [
                .name: $0.0, .value: $0.1, .domain: $0.2, .path: "/",
            ])
        }
        let options: [String: Any] = [
            AVURLAssetHTTPUserAgentKey: "Agent/1", AVURLAssetHTTPCookiesKey: cookies.map { $0! },
            "AVURLAssetHTTPHeaderFieldsKey": ["X-Own": "yes"],
        ]
        let url = try #require(URL(string: url))
        app.run { #expect(AVURLAsset(url: url, options: options).isPlayable) }
        let request = try #require(phone.network.requests.first)
        #expect(request.headers["User-Agent"] == "Agent/1")
        #expect(request.headers["Cookie"] == "a=1")
        #expect(request.headers["X-Own"] == "yes")
    }

    @Test("is waited for ten seconds")
    func late() throws {
        phone.network.serve(url, .silent)
        let asset = try asset()
        let start = phone.now
        app.run { #expect(asset.duration == .indefinite) }
        #expect(abs((phone.now - start) / .seconds(1) - 10) < 0.1)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loading)
    }

    @Test("fails offline, and the handler of a load is called once")
    func offline() throws {
        phone.network.isReachable = false
        let asset = try asset()
        let calls = Mutex(0)
        app.run {
            asset.loadValuesAsynchronously(forKeys: ["playable", "duration"]) {
                calls.withLock { $0 += 1 }
            }
        }
        phone.advance(by: .seconds(5))
        #expect(calls.withLock { $0 } == 1)
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "playable", error: &error) == .failed)
        #expect(error?.domain == NSURLErrorDomain && error?.code == -1009)
    }

    @Test("as a playlist of segments has no tracks")
    func segments() throws {
        let list = """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXTINF:2,
            a.mp3
            #EXT-X-ENDLIST

            """
        phone.network.serve("http://example.com/list.m3u8", Data(ascii(list)))
        phone.network.serve(url, Data(mp3(77)))
        let asset = try app.run {
            AVURLAsset(url: try #require(URL(string: "http://example.com/list.m3u8")))
        }
        app.run {
            #expect(asset.isPlayable)
            #expect(asset.tracks == [])
            #expect(!asset.isExportable)
        }
    }

    @Test("as a radio station gives its titles when they sound")
    func titles() throws {
        phone.network.serve(
            url, Data(mp3(2_000)), .contentType("audio/mpeg"),
            .icy(interval: 8_000, titles: [1: "One", 3: "Two", 6: "Three"]))
        let titles = Titles()
        let item = try app.run { [url] in
            let item = AVPlayerItem(url: try #require(URL(string: url)))
            let output = AVPlayerItemMetadataOutput(identifiers: nil)
            output.setDelegate(titles, queue: nil)
            item.add(output)
            return item
        }
        let player = app.run { AVPlayer(playerItem: item) }
        app.run { player.play() }
        phone.advance(by: .seconds(10))
        #expect(
            titles.all.map(\.words) == [
                "icy/StreamTitle title One", "icy/StreamTitle title Two",
                "icy/StreamTitle title Three",
            ])
        // A block of 8000 bytes is half a second of sound.
        let expected = [1, 2, 3.5]
        #expect(zip(titles.all, expected).allSatisfy { abs($0.time - $1) < 0.6 })
        #expect(item.timedMetadata?.map(\.stringValue) == ["Three"])
    }
}
