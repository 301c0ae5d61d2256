import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("A track of an asset")
struct AssetTrackTests {
    let folder: AssetFolder

    init() throws {
        folder = try AssetFolder()
    }

    @Test("of sound has a format, a time range, a rate and the bytes of its samples")
    func sound() async throws {
        let asset = AVURLAsset(url: try folder.wave(frameCount: 16_000))
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let (descriptions, range, scale, rate, length) = try await track.load(
            .formatDescriptions, .timeRange, .naturalTimeScale, .estimatedDataRate,
            .totalSampleDataLength)
        let format = try #require(descriptions.first?.audioStreamBasicDescription)
        #expect(descriptions.count == 1)
        #expect(format.mSampleRate == 8_000 && format.mChannelsPerFrame == 1)
        #expect(format.mFormatID == kAudioFormatLinearPCM && format.mBitsPerChannel == 16)
        #expect(range == CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1)))
        #expect(range.duration.timescale == 8_000)
        #expect(scale == 8_000)
        #expect(rate == 128_000)
        #expect(length == 32_000)
        #expect(track.isEnabled && track.isPlayable && track.isDecodable && track.isSelfContained)
        #expect(track.languageCode == nil && track.preferredVolume == 1)
        #expect(track.segments.map(\.timeMapping.target) == [range])
        #expect(track.trackID == 1 && track.asset === asset)
        #expect(track.formatDescriptions.first is CMFormatDescription)
        #expect(try await track.load(.metadata) == [])
    }

    @Test("of a movie is listed whatever its medium, and only sound can be played")
    func movie() async throws {
        var movie = Movie()
        movie.inMovie = Movie.video + Movie.texts
        let asset = AVURLAsset(url: try folder.file(movie.bytes, "a.mov"))
        let tracks = try await asset.load(.tracks)
        #expect(tracks.map(\.trackID) == [1, 2, 3])
        #expect(tracks.map(\.mediaType) == [.audio, .video, .text])
        #expect(tracks.map(\.isPlayable) == [true, false, false])
        #expect(tracks.map(\.isEnabled) == [true, false, true])
        #expect(tracks.map(\.languageCode) == ["eng", nil, "deu"])
        #expect(tracks[2].extendedLanguageTag == "de")
        #expect(tracks[1].totalSampleDataLength == 60)
        #expect(tracks[1].estimatedDataRate == 480)
        let picture = try #require(tracks[1].formatDescriptions.first as? CMFormatDescription)
        #expect(picture.dimensions == CMVideoDimensions(width: 640, height: 360))
        #expect(tracks[1].naturalSize == CGSize(width: 640, height: 360))
        #expect(picture.mediaSubType.rawValue == 0x6176_6331)
        #expect(asset.track(withTrackID: 3) === tracks[2])
        #expect(asset.track(withTrackID: 4) == nil)
        #expect(asset.tracks(withMediaCharacteristic: .audible) == [tracks[0]])
        #expect(asset.tracks(withMediaCharacteristic: .visual) == [tracks[1]])
        #expect(asset.tracks(withMediaCharacteristic: .legible) == [tracks[2]])
        #expect(asset.isPlayable)
        #expect(try await asset.load(.duration) == CMTime(value: 1, timescale: 1))
    }

    @Test("of a movie without sound are listed, and it can be played for its time")
    func silentMovie() async throws {
        var movie = Movie()
        movie.hasSound = false
        movie.inMovie = Movie.video + Movie.texts
        let asset = AVURLAsset(url: try folder.file(movie.bytes, "a.mov"))
        let tracks = try await asset.load(.tracks)
        #expect(tracks.map(\.mediaType) == [.video, .text])
        #expect(tracks.map(\.trackID) == [2, 3])
        #expect(tracks[0].naturalSize == CGSize(width: 640, height: 360))
        #expect(try await asset.loadTracks(withMediaType: .audio) == [])
        #expect(try await asset.load(.duration) == CMTime(value: 1, timescale: 1))
        #expect(try await asset.load(.isPlayable))
        #expect(try await asset.load(.isReadable) == false)
        #expect(try await asset.load(.metadata) == [])
        // Texts alone are no movie, nor is one without a stated length.
        movie.inMovie = Movie.texts
        let texts = AVURLAsset(url: try folder.file(movie.bytes, "b.mov"))
        #expect(try await texts.load(.isPlayable) == false)
    }

    @Test("that begins later has an empty segment before its own")
    func edits() async throws {
        var movie = Movie()
        movie.edits = box(
            "edts", fullBox("elst", words(2, 500, .max, 0x1_0000, 1000, 0, 0x1_0000)))
        let asset = AVURLAsset(url: try folder.file(movie.bytes, "a.mov"))
        let track = try #require(try await asset.load(.tracks).first)
        #expect(track.segments.map(\.isEmpty) == [true, false])
        #expect(
            track.segments.map(\.timeMapping.target.start.seconds) == [0, 0.5])
        #expect(track.timeRange.start.seconds == 0.5)
        let time = track.samplePresentationTime(
            forTrackTime: CMTime(value: 1, timescale: 1))
        #expect(time.seconds == 0.5)
        #expect(track.segment(forTrackTime: .zero)?.isEmpty == true)
    }

    @Test("has the same shape when it is damaged: every byte changed, every length cut")
    func damage() throws {
        var movie = Movie(frameCount: 16)
        movie.inMovie = Movie.video + Movie.texts
        let whole = movie.bytes
        var count = 0
        for index in whole.indices {
            for bytes in [Array(whole[..<index]), flipped(whole, at: index)] {
                let asset = AVURLAsset(url: try folder.file(bytes, "a.mov"))
                count += asset.tracks.count + asset.metadata.count
                #expect(asset.tracks.count <= 3)
            }
        }
        #expect(count > whole.count)
    }

    private func flipped(_ bytes: [UInt8], at index: Int) -> [UInt8] {
        var bytes = bytes
        bytes[index] ^= 0xFF
        return bytes
    }
}
