import AVFoundation
import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("A composition")
struct CompositionTests {
    let stage: ExportStage

    init() throws {
        stage = try ExportStage()
    }

    private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 1000) }

    private func range(_ start: Int, _ count: Int) -> CMTimeRange {
        CMTimeRange(start: time(start), duration: time(count))
    }

    private func samples(_ asset: AVAsset, _ tracks: [AVAssetTrack]) throws -> [Int16] {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderAudioMixOutput(
            audioTracks: tracks, audioSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
        return buffers(output).flatMap(\.shorts)
    }

    @Test func `has the samples of any edits, to the frame`() throws {
        var random = SeededGenerator(seed: 43)
        let sounds = try (0..<2).map { index in
            let all = (0..<900).map { Int16($0 * 7 + index * 8000 - 12_000) }
            return (all, AVURLAsset(url: try stage.wave(all, rate: 1000, name: "\(index).wav")))
        }
        for _ in 0..<12 {
            let composition = AVMutableComposition()
            let track = try #require(
                composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
            // `nil` is nothing: silence, which is left out at the end.
            var model: [Int16?] = []
            for _ in 0..<25 {
                let start = Int.random(in: 0...model.count, using: &random)
                let count = Int.random(in: 1...200, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1:
                    let (all, asset) = sounds[Int.random(in: 0..<2, using: &random)]
                    let first = Int.random(in: 0..<(900 - count), using: &random)
                    try track.insertTimeRange(
                        range(first, count), of: try #require(asset.tracks.first), at: time(start))
                    model.insert(
                        contentsOf: all[first..<(first + count)].map { Optional($0) }, at: start)
                case 2:
                    let (all, asset) = sounds[0]
                    let behind = model.count + count
                    try track.insertTimeRange(
                        range(0, 10), of: try #require(asset.tracks.first), at: time(behind))
                    model += Array(repeating: nil, count: count)
                    model += all[..<10].map { Optional($0) }
                case 3:
                    track.insertEmptyTimeRange(range(start, count))
                    if start < model.count {
                        model.insert(contentsOf: Array(repeating: nil, count: count), at: start)
                    }
                default:
                    track.removeTimeRange(range(start, count))
                    model.removeSubrange(start..<min(start + count, model.count))
                }
                while let last = model.last, last == nil { model.removeLast() }
                #expect(composition.duration == time(model.count))
            }
            #expect(try samples(composition, composition.tracks) == model.map { $0 ?? 0 })
            let segments = track.segments
            #expect(segments.first?.timeMapping.target.start == .zero)
            #expect(
                zip(segments, segments.dropFirst()).allSatisfy {
                    $0.timeMapping.target.end == $1.timeMapping.target.start
                })
            try track.validateSegments(
                segments.compactMap { $0 as? AVCompositionTrackSegment })
        }
    }

    @Test func `sums its tracks, and is a part of another composition`() throws {
        let one = AVURLAsset(
            url: try stage.wave(Array(repeating: 100, count: 500), rate: 1000, name: "1.wav"))
        let two = AVURLAsset(
            url: try stage.wave(Array(repeating: 20, count: 300), rate: 1000, name: "2.wav"))
        let inner = AVMutableComposition()
        let tracks = (0..<2).compactMap { _ in
            inner.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)
        }
        #expect(tracks.map(\.trackID) == [1, 2])
        #expect(
            inner.addMutableTrack(withMediaType: .audio, preferredTrackID: 9)?.trackID == 9)
        try tracks[0].insertTimeRange(range(0, 500), of: one.tracks[0], at: .zero)
        try tracks[1].insertTimeRange(range(0, 300), of: two.tracks[0], at: time(100))
        let expected =
            Array(repeating: Int16(100), count: 100) + Array(repeating: 120, count: 300)
            + Array(repeating: 100, count: 100)
        #expect(try samples(inner, inner.tracks) == expected)
        let outer = AVMutableComposition()
        try outer.insertTimeRange(range(50, 100), of: inner, at: .zero)
        #expect(outer.tracks.count == 3 || outer.tracks.count == 2)
        #expect(try samples(outer, outer.tracks) == Array(expected[50..<150]))
        // An immutable copy stays as it is.
        let copy = try #require(inner.copy() as? AVComposition)
        inner.removeTimeRange(range(0, 400))
        #expect(try samples(copy, copy.tracks) == expected)
        #expect(try samples(inner, inner.tracks) == Array(repeating: 100, count: 100))
        #expect(copy.isPlayable && copy.isReadable && copy.duration == time(500))
    }

    @Test func `inserts whole assets one after the other`() async throws {
        let urls = try (1...3).map {
            try stage.wave(
                Array(repeating: Int16($0), count: 100 * $0), rate: 1000, name: "\($0).wav")
        }
        let composition = AVMutableComposition()
        for url in urls {
            let asset = AVURLAsset(url: url)
            let duration = try await asset.load(.duration)
            try composition.insertTimeRange(
                CMTimeRange(start: .zero, duration: duration), of: asset,
                at: composition.duration)
        }
        #expect(composition.tracks.count == 1)
        #expect(try await composition.load(.duration) == time(600))
        #expect(
            try samples(composition, composition.tracks)
                == (1...3).flatMap { Array(repeating: Int16($0), count: 100 * $0) })
    }

    @Test func `plays a range faster or slower without gaps`() throws {
        let asset = AVURLAsset(
            url: try stage.wave(ExportStage.sine(seconds: 2, rate: 8000), rate: 8000))
        let composition = AVMutableComposition()
        try composition.insertTimeRange(
            CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
        composition.scaleTimeRange(
            CMTimeRange(
                start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1)),
            toDuration: CMTime(value: 1, timescale: 2))
        #expect(composition.duration == CMTime(value: 3, timescale: 2))
        let all = try samples(composition, composition.tracks)
        #expect(all.count == 12_000)
        let quietest = stride(from: 0, to: 11_900, by: 100).map { start in
            all[start..<start + 100].map { abs(Int($0)) }.max() ?? 0
        }.min()
        #expect(quietest.map { $0 > 8000 } == true)
    }

    @Test @MainActor func `refuses what is not there, and reports invalid times`() throws {
        let asset = AVURLAsset(url: try stage.wave([1, 2, 3], rate: 1000))
        let found = try faults {
            let composition = AVMutableComposition()
            let track = try #require(
                composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
            let source = try #require(asset.tracks.first)
            #expect(
                code { try track.insertTimeRange(range(5, 2), of: source, at: .zero) }
                    == .invalidSourceMedia)
            #expect(
                code { try track.insertTimeRange(.invalid, of: source, at: .zero) }
                    == .invalidSourceMedia)
            #expect(
                code { try track.insertTimeRange(range(0, 2), of: source, at: .positiveInfinity) }
                    == .invalidSourceMedia)
            #expect(throws: (any Error).self) {
                try composition.insertTimeRange(
                    range(0, 2), of: AVURLAsset(url: stage.url("missing.wav")), at: .zero)
            }
            try track.insertTimeRange(range(0, 9), of: source, at: .invalid)
            #expect(composition.duration == time(3))
            track.removeTimeRange(.invalid)
            track.insertEmptyTimeRange(.invalid)
            track.scaleTimeRange(range(0, 1), toDuration: .zero)
            track.segments = [
                AVCompositionTrackSegment(timeRange: range(1, 1))
            ]
            #expect(composition.duration == time(3))
        }
        #expect(found.count == 4)
    }

    @Test @MainActor func `is played by an item, with a mix`() throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        let phone = SimulatedPhone(settings)
        let url = try stage.wave(Array(repeating: 16_384, count: 48_000), rate: 48_000)
        let app = phone.launch("App")
        let player = try app.run { () throws -> AVPlayer in
            let asset = AVURLAsset(url: url)
            let composition = AVMutableComposition()
            for _ in 0..<2 {
                try composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)?
                    .insertTimeRange(
                        CMTimeRange(start: .zero, duration: asset.duration),
                        of: try #require(asset.tracks.first), at: .zero)
            }
            let mix = AVMutableAudioMix()
            mix.inputParameters = composition.tracks.enumerated().map { index, track in
                let parameters = AVMutableAudioMixInputParameters(track: track)
                parameters.setVolume(
                    index == 0 ? 0.25 : 0, at: CMTime(value: 1, timescale: 2))
                return parameters
            }
            let item = AVPlayerItem(asset: composition)
            item.audioMix = mix
            return AVPlayer(playerItem: item)
        }
        phone.advance(by: .milliseconds(50))
        #expect(app.run { player.currentItem?.status } == .readyToPlay)
        let start = phone.now
        app.run { player.play() }
        phone.advance(by: .seconds(1))
        let samples = phone.heard(from: app, during: start..<phone.now).samples
        // Both at full volume, then one at a quarter; in stereo.
        #expect(abs(samples[2 * 14_400] - 1) < 0.01)
        #expect(abs(samples[2 * 33_600] - 0.125) < 0.01)
    }
}
