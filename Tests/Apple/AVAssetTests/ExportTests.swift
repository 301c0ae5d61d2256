import AVFoundation
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

@Suite("An export session", .enabled(if: BuildTraits.hasFFmpeg))
struct ExportTests {
    let stage: ExportStage

    init() throws {
        stage = try ExportStage()
    }

    private func session(
        _ url: URL, _ preset: String = AVAssetExportPresetAppleM4A
    ) throws -> AVAssetExportSession {
        try #require(AVAssetExportSession(asset: AVURLAsset(url: url), presetName: preset))
    }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
    }

    private func run(_ session: AVAssetExportSession) async {
        await withCheckedContinuation { done in
            session.exportAsynchronously { done.resume() }
        }
    }

    @Test func `writes three seconds of five, then finds the file there`() async throws {
        let source = try await stage.f5()
        let session = try session(source)
        #expect(session.supportedFileTypes == [.m4a])
        session.outputURL = stage.url("part.m4a")
        session.outputFileType = .m4a
        session.timeRange = range(2, 5)
        #expect(session.status == .unknown && session.progress == 0)
        #expect(session.maxDuration == CMTime(value: 3, timescale: 1))
        await run(session)
        #expect(session.status == .completed && session.error == nil && session.progress == 1)
        let part = try stage.frames(stage.url("part.m4a"))
        #expect(part.count == 132_300)
        let whole = try stage.frames(source)
        #expect(
            (3000..<128_000).allSatisfy { abs(part[$0] - whole[88_200 + $0]) < 0.03 })
        let again = try self.session(source)
        again.outputURL = stage.url("part.m4a")
        again.outputFileType = .m4a
        await run(again)
        #expect(again.status == .failed)
        #expect((again.error as NSError?)?.code == -11_823)
        #expect(try stage.frames(stage.url("part.m4a")).count == 132_300)
    }

    @Test func `leaves no file when it is cancelled`() async throws {
        let source = try stage.wave(ExportStage.sine(seconds: 120))
        let session = try session(source)
        session.outputURL = stage.url("cancelled.m4a")
        session.outputFileType = .m4a
        await withCheckedContinuation { done in
            session.exportAsynchronously { done.resume() }
            session.cancelExport()
        }
        #expect(session.status == .cancelled)
        #expect(!FileManager.default.fileExists(atPath: stage.url("cancelled.m4a").path))
        let task = Task {
            let session = try self.session(source)
            try await session.export(to: stage.url("cancelled.m4a"), as: .m4a)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: stage.url("cancelled.m4a").path))
    }

    @Test func `lets packets pass into the types of files that hold them`() async throws {
        let source = try await stage.f5(seconds: 2)
        let session = try session(source, AVAssetExportPresetPassthrough)
        #expect(await session.compatibleFileTypes == [.m4a, .mp4, .caf])
        session.timeRange = CMTimeRange(
            start: CMTime(value: 22_050, timescale: 44_100),
            duration: CMTime(value: 30_000, timescale: 44_100))
        session.shouldOptimizeForNetworkUse = true
        try await session.export(to: stage.url("passed.m4a"), as: .m4a)
        let (all, part) = (
            try stage.frames(source), try stage.frames(stage.url("passed.m4a"))
        )
        #expect(part.count == 30_000)
        #expect(zip(part, all[22_050...]).allSatisfy { abs($0 - $1) < 1e-4 })
        // So does one part of a file in a composition.
        let asset = AVURLAsset(url: source)
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        try track.insertTimeRange(
            CMTimeRange(
                start: CMTime(value: 11_025, timescale: 44_100),
                duration: CMTime(value: 44_100, timescale: 44_100)),
            of: try #require(asset.tracks.first), at: .zero)
        let cut = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
        cut.timeRange = CMTimeRange(
            start: CMTime(value: 100, timescale: 44_100), duration: .positiveInfinity)
        try await cut.export(to: stage.url("cut.m4a"), as: .m4a)
        let rest = try stage.frames(stage.url("cut.m4a"))
        #expect(rest.count == 44_000)
        #expect(zip(rest, all[11_125...]).allSatisfy { abs($0 - $1) < 1e-4 })
        track.insertEmptyTimeRange(
            CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)))
        let two = AVAssetExportSession(
            asset: composition, presetName: AVAssetExportPresetPassthrough)
        #expect(two?.supportedFileTypes == [])
        // Linear PCM passes too, in the byte order of the file.
        let wave = try stage.wave([1, -2, 300])
        let linear = try self.session(wave, AVAssetExportPresetPassthrough)
        #expect(Set(linear.supportedFileTypes) == [.caf, .wav, .aiff, .aifc])
        try await linear.export(to: stage.url("passed.aiff"), as: .aiff)
        #expect(try stage.frames(stage.url("passed.aiff")) == stage.frames(wave))
    }

    @Test func `mixes, and keeps or replaces what the file says`() async throws {
        let title = AVMutableMetadataItem()
        title.identifier = .commonIdentifierTitle
        title.value = "New" as NSString
        let asset = AVURLAsset(url: try stage.wave(Array(repeating: 16_384, count: 44_100)))
        let track = try #require(asset.tracks.first)
        let session = try #require(
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(0, at: CMTime(value: 1, timescale: 2))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        session.audioMix = mix
        session.metadata = [title]
        try await session.export(to: stage.url("mixed.m4a"), as: .m4a)
        let samples = try stage.frames(stage.url("mixed.m4a"))
        #expect(samples.count == 44_100)
        #expect(abs(samples[11_025] - 0.5) < 0.05 && abs(samples[33_075]) < 0.02)
        let made = AVURLAsset(url: stage.url("mixed.m4a"))
        #expect(made.commonMetadata.map(\.stringValue) == ["New"])
        // The next export keeps the title.
        let copy = try self.session(stage.url("mixed.m4a"))
        try await copy.export(to: stage.url("copy.m4a"), as: .m4a)
        #expect(
            AVURLAsset(url: stage.url("copy.m4a")).commonMetadata.map(\.stringValue) == ["New"])
    }

    @Test func `tells its states and its progress`() async throws {
        let session = try session(stage.wave(ExportStage.sine(seconds: 30)))
        let url = stage.url("states.m4a")
        let statuses = Mutex<[AVAssetExportSession.Status]>([])
        let observation = session.observe(\.status, options: [.new]) { _, change in
            if let status = change.newValue { statuses.withLock { $0.append(status) } }
        }
        let states = Task { [session] in
            var seen: [String] = []
            for await state in session.states(updateInterval: 0.01) {
                switch state {
                case .pending: seen.append("pending")
                case .waiting: seen.append("waiting")
                case .exporting(let progress):
                    #expect((0...1).contains(progress.fractionCompleted))
                    seen.append("exporting")
                }
            }
            return seen
        }
        try await session.export(to: url, as: .m4a)
        let seen = await states.value
        #expect(seen.isEmpty || seen.contains("exporting") || seen.contains("pending"))
        await MainActor.run {}
        observation.invalidate()
        #expect(statuses.withLock { $0.last } == .completed)
        await #expect(throws: (any Error).self) {
            try await session.export(to: stage.url("again.m4a"), as: .m4a)
        }
    }

    @Test func `knows which presets suit an asset`() async throws {
        let wave = AVURLAsset(url: try stage.wave([1]))
        #expect(
            AVAssetExportSession.exportPresets(compatibleWith: wave)
                == [AVAssetExportPresetAppleM4A, AVAssetExportPresetPassthrough])
        let bad = stage.url("bad.wav")
        try Data("no sound".utf8).write(to: bad)
        #expect(
            AVAssetExportSession.exportPresets(compatibleWith: AVURLAsset(url: bad)).isEmpty)
        #expect(AVAssetExportSession(asset: wave, presetName: "AVAssetExportPreset4x3") == nil)
        let can = await AVAssetExportSession.compatibility(
            ofExportPreset: AVAssetExportPresetPassthrough, with: wave, outputFileType: .m4a)
        #expect(!can)
        let session = try #require(
            AVAssetExportSession(
                asset: AVURLAsset(url: bad), presetName: AVAssetExportPresetAppleM4A))
        await #expect(throws: (any Error).self) {
            try await session.export(to: stage.url("bad.m4a"), as: .m4a)
        }
        #expect(session.status == .failed)
        #expect(!FileManager.default.fileExists(atPath: stage.url("bad.m4a").path))
    }

    @Test @MainActor func `reports an export without an address, and a wrong type`() throws {
        let url = try stage.wave([1])
        let found = try faults {
            let session = try self.session(url)
            session.outputFileType = .wav
            #expect(session.outputFileType == nil)
            session.exportAsynchronously {}
            #expect(session.status == .unknown)
        }
        #expect(found.count == 2)
    }

    @Test @MainActor func `exports on a simulated phone in steps`() throws {
        let phone = SimulatedPhone()
        let url = try stage.wave(ExportStage.sine(seconds: 10))
        let target = stage.url("phone.m4a")
        let isDone = Mutex(false)
        let app = phone.launch("App")
        let session = try app.run { () throws -> AVAssetExportSession in
            let session = try self.session(url)
            session.outputURL = target
            session.outputFileType = .m4a
            session.exportAsynchronously { isDone.withLock { $0 = true } }
            return session
        }
        phone.advance(by: .milliseconds(10))
        #expect(isDone.withLock { $0 } && session.status == .completed)
        #expect(try stage.frames(target).count == 441_000)
    }
}
