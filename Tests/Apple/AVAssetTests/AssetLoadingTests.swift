import AVFoundation
import AudioFormats
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

@Suite("An asset")
struct AssetLoadingTests {
    let folder: AssetFolder

    init() throws {
        folder = try AssetFolder()
    }

    private static let frames: [(id: String, content: [UInt8])] = [
        ("TIT2", text("A title")), ("TPE1", text("An artist")), ("TALB", text("An album")),
        ("APIC", [3] + ascii("image/jpeg") + [0, 3] + ascii("front") + [0] + smallPicture),
    ]

    @Test("of an MP3 with tags gives duration, tracks and common metadata together")
    func mp3() async throws {
        let url = try folder.mp3(tag: id3Tag(version: 4, Self.frames))
        let asset = AVURLAsset(url: url)
        let (duration, tracks, metadata) = try await asset.load(
            .duration, .tracks, .commonMetadata)
        #expect(duration == CMTime(value: 40 * 1152, timescale: 44_100))
        #expect(tracks.map(\.mediaType) == [.audio])
        #expect(tracks.map(\.trackID) == [1])
        #expect(
            metadata.map { "\($0.identifier?.rawValue ?? "") \($0.commonKey?.rawValue ?? "")" }
                == [
                    "id3/TIT2 title", "id3/TPE1 artist", "id3/TALB albumName", "id3/APIC artwork",
                ])
        #expect(metadata.allSatisfy { $0.keySpace == .id3 })
        #expect(
            metadata.compactMap(\.stringValue) == ["A title", "An artist", "An album"])
        #expect(metadata.last?.dataValue == Data(smallPicture))
    }

    #if FFmpeg
        @Test("of an M4A with tags gives duration, tracks and common metadata together")
        func m4a() async throws {
            var tags = FileTags()
            tags.texts = [("title", "A title"), ("artist", "An artist"), ("album", "An album")]
            tags.pictures = [AttachedPicture(bytes: smallPicture)]
            let url = try folder.tagged(.m4a, .mpeg4AAC, tags, name: "a.m4a")
            let asset = AVAsset(url: url)
            #expect(asset is AVURLAsset)
            let (duration, tracks, metadata) = try await asset.load(
                .duration, .tracks, .commonMetadata)
            #expect(duration == CMTime(value: 4_800, timescale: 48_000))
            #expect(tracks.map(\.mediaType) == [.audio])
            #expect(
                metadata.map { $0.identifier?.rawValue }
                    == ["itsk/%A9nam", "itsk/%A9ART", "itsk/%A9alb", "itsk/covr"])
            #expect(
                metadata.map(\.commonKey) == [
                    .commonKeyTitle, .commonKeyArtist, .commonKeyAlbumName, .commonKeyArtwork,
                ])
            #expect(metadata.allSatisfy { $0.keySpace == .iTunes })
            #expect(metadata.last?.dataValue == Data(smallPicture))
        }
    #endif

    @Test("gives the same by keys, and to one who asks directly")
    func keys() async throws {
        let url = try folder.mp3(tag: id3Tag(version: 3, Self.frames))
        let asset = AVURLAsset(url: url)
        let keys = ["playable", "duration", "tracks", "commonMetadata"]
        for key in keys { #expect(asset.statusOfValue(forKey: key, error: nil) == .unknown) }
        let calls = Mutex(0)
        await withCheckedContinuation { continuation in
            asset.loadValuesAsynchronously(forKeys: keys) {
                #expect(!Thread.isMainThread)
                calls.withLock { $0 += 1 }
                continuation.resume()
            }
        }
        #expect(calls.withLock { $0 } == 1)
        for key in keys { #expect(asset.statusOfValue(forKey: key, error: nil) == .loaded) }
        #expect(asset.isPlayable)
        #expect(asset.duration == CMTime(value: 40 * 1152, timescale: 44_100))
        #expect(asset.tracks == asset.tracks(withMediaType: .audio))
        #expect(asset.commonMetadata.count == 4)
        #expect(asset.availableMetadataFormats == [.id3Metadata])
        // An asset that is asked directly, and has been asked for nothing before.
        let other = AVURLAsset(url: url)
        #expect(other.duration == asset.duration)
        #expect(other.commonMetadata.map(\.stringValue) == asset.commonMetadata.map(\.stringValue))
    }

    @Test("tells how far a value is")
    func status() async throws {
        let asset = AVURLAsset(url: try folder.wave(frameCount: 8_000))
        guard case .notYetLoaded = asset.status(of: .duration) else {
            Issue.record("asked for already")
            return
        }
        _ = try await asset.load(.duration)
        guard case .loaded(let duration) = asset.status(of: .duration) else {
            Issue.record("not loaded")
            return
        }
        #expect(duration == CMTime(value: 8_000, timescale: 8_000))
        guard case .notYetLoaded = asset.status(of: .metadata) else {
            Issue.record("asked for already")
            return
        }
    }

    @Test("that is not there fails with the address")
    func missing() async throws {
        let url = URL(fileURLWithPath: folder.folder.file("missing.mp3"))
        let asset = AVURLAsset(url: url)
        let error = await #expect(throws: (any Error).self) { try await asset.load(.isPlayable) }
        let found = try #require(error) as NSError
        #expect(found.domain == NSURLErrorDomain)
        #expect(found.code == -1100)
        var stated: NSError?
        #expect(asset.statusOfValue(forKey: "playable", error: &stated) == .failed)
        #expect(stated?.code == -1100)
        guard case .failed(let error) = asset.status(of: .duration) else {
            let second = AVURLAsset(url: url)
            #expect(second.duration == .indefinite)
            #expect(second.tracks == [])
            #expect(!second.isPlayable)
            return
        }
        #expect(error.code == -1100)
    }

    @Test("of an unknown format is there, and cannot be played")
    func unknownFormat() async throws {
        let asset = AVURLAsset(url: try folder.file(ascii("only a text"), "a.mp3"))
        #expect(try await asset.load(.isPlayable) == false)
        #expect(asset.statusOfValue(forKey: "playable", error: nil) == .loaded)
        let error = await #expect(throws: AVError.self) { try await asset.load(.duration) }
        #expect(error?.code == .fileFormatNotRecognized)
        let below = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(below?.domain == NSOSStatusErrorDomain)
        #expect(below?.code == -12_847)
        #expect(asset.duration == .indefinite)
        #expect(asset.tracks == [])
        #expect(asset.metadata == [])
        #expect(!asset.isReadable && !asset.isExportable && !asset.isComposable)
    }

    @Test("reads nothing when it is made")
    func creation() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let start = ContinuousClock.now
        let assets = (0..<1001).map {
            AVURLAsset(url: URL(fileURLWithPath: folder.folder.file("\($0).m4a")))
        }
        #expect(start.duration(to: .now) < .seconds(1))
        let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // Tests that run meanwhile have files of their own.
        #expect(after < before + 500)
        #expect(assets.allSatisfy { $0.statusOfValue(forKey: "duration", error: nil) == .unknown })
    }

    @Test("equals itself alone")
    func equality() throws {
        let url = try folder.wave(frameCount: 80)
        let (one, other) = (AVURLAsset(url: url), AVURLAsset(url: url))
        #expect(one == one)
        #expect(one != other)
        #expect(one.url == other.url)
    }

    @Test("loads many values at once, and each once for many tasks")
    func many() async throws {
        let asset = AVURLAsset(url: try folder.wave(frameCount: 800))
        let loaded = try await asset.load(
            .duration, .tracks, .metadata, .isPlayable, .preferredRate, .preferredVolume,
            .providesPreciseDurationAndTiming, .lyrics)
        #expect(loaded.0 == CMTime(value: 800, timescale: 8_000))
        #expect(loaded.3 && loaded.6)
        #expect(loaded.4 == 1 && loaded.5 == 1)
        #expect(loaded.7 == nil)
        let tracks = await withTaskGroup(of: [AVAssetTrack].self) { group in
            for _ in 0..<16 { group.addTask { (try? await asset.load(.tracks)) ?? [] } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(tracks.count == 16)
        #expect(tracks.allSatisfy { $0 === loaded.1[0] })
    }

    @Test(
        "has functions with completion handlers, which are called once and not on the main thread")
    func completionHandlers() async throws {
        let asset = AVURLAsset(url: try folder.mp3(tag: id3Tag(version: 4, Self.frames)))
        let tracks = await withCheckedContinuation { continuation in
            asset.loadTracks(withMediaType: .audio) { tracks, error in
                #expect(!Thread.isMainThread)
                #expect(error == nil)
                continuation.resume(returning: tracks ?? [])
            }
        }
        #expect(tracks.count == 1)
        let track = await withCheckedContinuation { continuation in
            asset.loadTrack(withTrackID: 1) { track, _ in continuation.resume(returning: track) }
        }
        #expect(track === tracks[0])
        #expect(try await asset.loadTrack(withTrackID: 2) == nil)
        #expect(try await asset.loadTracks(withMediaCharacteristic: .audible) == tracks)
        #expect(try await asset.loadTracks(withMediaType: .video) == [])
        let items = await withCheckedContinuation { continuation in
            asset.loadMetadata(for: .id3Metadata) { items, _ in
                continuation.resume(returning: items ?? [])
            }
        }
        #expect(items.count == 4)
        #expect(try await asset.loadMetadata(for: .iTunesMetadata) == [])
    }

    @Test("loads in the time of a simulated phone, and at once where it is waited for")
    @MainActor
    func simulated() throws {
        let url = try folder.wave(frameCount: 8_000)
        let phone = SimulatedPhone()
        let app = phone.launch("Player", backgroundModes: [])
        let called = Mutex(false)
        app.run {
            let direct = AVURLAsset(url: url)
            #expect(direct.duration == CMTime(value: 8_000, timescale: 8_000))
            let asset = AVURLAsset(url: url)
            asset.loadValuesAsynchronously(forKeys: ["duration"]) {
                #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
                called.withLock { $0 = true }
            }
        }
        phone.advance(by: .milliseconds(10))
        #expect(called.withLock { $0 })
    }
}
