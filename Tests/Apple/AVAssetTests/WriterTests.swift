import AVFoundation
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

@Suite("An asset writer")
struct WriterTests {
    let stage: ExportStage

    init() throws {
        stage = try ExportStage()
    }

    static var linear: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100.0,
            AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
            AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
        ]
    }

    private func buffer(_ samples: [Int16], at frame: Int64) throws -> CMSampleBuffer {
        let description = try CMFormatDescription(
            audioStreamBasicDescription: .integers(channels: 1))
        let block = try CMBlockBuffer(length: 2 * samples.count)
        try samples.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        return try CMSampleBuffer(
            dataBuffer: block, formatDescription: description, numSamples: samples.count,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: 44_100),
                    presentationTimeStamp: CMTime(value: frame, timescale: 44_100),
                    decodeTimeStamp: .invalid)
            ], sampleSizes: [2])
    }

    private func shorts(_ url: URL) throws -> [Int16] {
        try stage.frames(url).map { Int16(($0 * 32768).rounded()) }
    }

    @Test(
        arguments: [
            (AVFileType.wav, false), (.caf, true), (.aiff, true), (.aifc, true),
        ] as [(AVFileType, Bool)])
    func `places samples by their times`(_ type: AVFileType, _ isBigEndian: Bool) async throws {
        let url = stage.url("written")
        let writer = try AVAssetWriter(outputURL: url, fileType: type)
        var settings = Self.linear
        settings[AVLinearPCMIsBigEndianKey] = isBigEndian
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        #expect(writer.canApply(outputSettings: settings, forMediaType: .audio))
        #expect(writer.canAdd(input) && !input.isReadyForMoreMediaData)
        writer.add(input)
        #expect(writer.startWriting() && input.isReadyForMoreMediaData)
        writer.startSession(atSourceTime: CMTime(value: 1000, timescale: 44_100))
        // Two frames before the session, one in it; then a gap of a thousand.
        #expect(input.append(try buffer([1, 2, 3], at: 998)))
        #expect(input.append(try buffer([4, 5], at: 2001)))
        writer.endSession(atSourceTime: CMTime(value: 2004, timescale: 44_100))
        input.markAsFinished()
        #expect(!input.isReadyForMoreMediaData)
        await writer.finishWriting()
        #expect(writer.status == .completed && writer.error == nil)
        #expect(try shorts(url) == [3] + Array(repeating: 0, count: 1000) + [4, 5, 0])
    }

    @Test(.enabled(if: BuildTraits.hasFFmpeg))
    func `is AudioKit's loop: packets of a WAVE file become AAC of the same length`() async throws {
        let asset = AVURLAsset(url: try stage.wave24(frameCount: 100_000))
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(asset.tracks(withMediaType: .audio).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        let url = stage.url("made.m4a")
        let writer = try AVAssetWriter(outputURL: url, fileType: .m4a)
        let hint = track.formatDescriptions.first.flatMap { $0 as? CMFormatDescription }
        let input = AVAssetWriterInput(
            mediaType: .audio,
            outputSettings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.0,
                AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: 128_000,
            ], sourceFormatHint: hint)
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(reader.startReading())
        let queue = DispatchQueue(label: "conversion")
        let calls = Mutex(0)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            input.requestMediaDataWhenReady(on: queue) {
                calls.withLock { $0 += 1 }
                // A few at a time, so that the block is called again.
                for _ in 0..<3 where input.isReadyForMoreMediaData {
                    if reader.status == .reading, let buffer = output.copyNextSampleBuffer() {
                        input.append(buffer)
                    } else {
                        input.markAsFinished()
                        writer.finishWriting { done.resume() }
                    }
                }
            }
        }
        #expect(reader.status == .completed && writer.status == .completed)
        #expect(calls.withLock { $0 } > 2)
        #expect(try stage.frames(url).count == 2 * 100_000)
        #expect(AVURLAsset(url: url).duration == asset.duration)
    }

    @Test(.enabled(if: BuildTraits.hasFFmpeg))
    func `lets packets pass, with the length that they had`() async throws {
        let source = try await stage.f5(seconds: 1)
        let asset = AVURLAsset(url: source)
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(asset.tracks.first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        let url = stage.url("passed.m4a")
        let writer = try AVAssetWriter(url: url, fileType: .m4a)
        #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: nil)))
        let input = AVAssetWriterInput(
            mediaType: .audio, outputSettings: nil,
            sourceFormatHint: track.formatDescriptions.first as? CMFormatDescription)
        #expect(writer.canAdd(input))
        writer.add(input)
        #expect(writer.startWriting() && reader.startReading())
        writer.startSession(atSourceTime: .zero)
        for buffer in buffers(output) { #expect(input.append(buffer)) }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(try stage.frames(url) == stage.frames(source))
    }

    @Test func `keeps a file readable while it is written, where that is asked for`() throws {
        let url = stage.url("fragments.caf")
        let writer = try AVAssetWriter(outputURL: url, fileType: .caf)
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatAppleIMA4, AVSampleRateKey: 44_100.0,
            AVNumberOfChannelsKey: 1,
        ]
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(input.append(try buffer(Array(repeating: 100, count: 64_000), at: 0)))
        #expect(try stage.frames(url).count > 32_000)
        writer.cancelWriting()
    }

    @Test func `keeps texts and pictures`() async throws {
        let url = stage.url("tagged.aiff")
        let writer = try AVAssetWriter(outputURL: url, fileType: .aiff)
        let title = AVMutableMetadataItem()
        title.identifier = .commonIdentifierTitle
        title.value = "A title" as NSString
        writer.metadata = [title]
        var settings = Self.linear
        settings[AVLinearPCMIsBigEndianKey] = true
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        input.append(try buffer([1], at: 0))
        await writer.finishWriting()
        let metadata = AVURLAsset(url: url).commonMetadata
        #expect(metadata.first { $0.commonKey == .commonKeyTitle }?.stringValue == "A title")
    }

    @Test func `does not touch a file that exists, and leaves none when it is cancelled`() throws {
        let url = try stage.wave([1, 2, 3])
        let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
        writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.linear))
        #expect(!writer.startWriting() && writer.status == .failed)
        #expect((writer.error as NSError?)?.code == -11_823)
        #expect(try shorts(url) == [1, 2, 3])
        let other = stage.url("other.wav")
        let cancelled = try AVAssetWriter(outputURL: other, fileType: .wav)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.linear)
        cancelled.add(input)
        #expect(cancelled.startWriting())
        cancelled.startSession(atSourceTime: .zero)
        #expect(input.append(try buffer([1], at: 0)))
        #expect(FileManager.default.fileExists(atPath: other.path))
        cancelled.cancelWriting()
        let late = input.append(try buffer([1], at: 1))
        #expect(cancelled.status == .cancelled && !late)
        #expect(!FileManager.default.fileExists(atPath: other.path))
    }

    @Test func `fails with samples of another format, and then takes no more`() throws {
        let writer = try AVAssetWriter(outputURL: stage.url("a.wav"), fileType: .wav)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.linear)
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(input.append(try buffer([1], at: 0)))
        let stereo = try CMFormatDescription(audioStreamBasicDescription: .integers(channels: 2))
        let block = try CMBlockBuffer(length: 4)
        #expect(
            !input.append(
                try CMSampleBuffer(
                    dataBuffer: block, formatDescription: stereo, numSamples: 1,
                    sampleTimings: [
                        CMSampleTimingInfo(
                            duration: CMTime(value: 1, timescale: 44_100),
                            presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
                    ], sampleSizes: [4])))
        #expect(writer.status == .failed && writer.error != nil && !input.isReadyForMoreMediaData)
        #expect(
            code { _ = try AVAssetWriter(outputURL: stage.url("a.mp3"), fileType: .mp3) }
                == .fileFormatNotRecognized)
    }

    @Test @MainActor func `reports wrong settings and calls in the wrong order`() throws {
        let url = stage.url("faults.wav")
        let sample = try buffer([1], at: 0)
        let found = try faults {
            var incomplete = Self.linear
            incomplete[AVLinearPCMBitDepthKey] = nil
            let wrong = AVAssetWriterInput(mediaType: .audio, outputSettings: incomplete)
            let picture = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
            let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
            writer.add(wrong)
            writer.add(picture)
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.linear)
            #expect(!input.append(sample))
            writer.add(input)
            writer.startSession(atSourceTime: .zero)
            #expect(!input.append(sample))
            #expect(writer.startWriting() && !writer.startWriting())
            #expect(!input.append(sample))
            writer.startSession(atSourceTime: .zero)
            writer.startSession(atSourceTime: .zero)
            writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.linear))
            #expect(input.append(sample))
            input.markAsFinished()
            #expect(!input.append(sample))
            #expect(writer.finishWriting() && !writer.finishWriting())
        }
        // Two inputs and their additions, which are found once; three appends too early and one too
        // late; a session too early and one too many; a second start; an input too late; and a
        // second end.
        #expect(found.count == 12)
        #expect(try shorts(url) == [1])
    }

    @Test @MainActor func `writes on a simulated phone, whose time passes meanwhile`() throws {
        let phone = SimulatedPhone()
        let url = stage.url("phone.wav")
        let sample = try buffer([1, 2], at: 0)
        nonisolated(unsafe) let buffers = [sample]
        let isDone = Mutex(false)
        phone.launch("App").run {
            guard let writer = try? AVAssetWriter(outputURL: url, fileType: .wav) else { return }
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.linear)
            writer.add(input)
            guard writer.startWriting() else { return }
            writer.startSession(atSourceTime: .zero)
            input.append(buffers[0])
            input.markAsFinished()
            writer.finishWriting { isDone.withLock { $0 = true } }
        }
        phone.advance(by: .milliseconds(10))
        #expect(isDone.withLock { $0 })
        #expect(try shorts(url) == [1, 2])
    }

    @Test @MainActor func `asks for samples on a simulated phone, again after a pause`()
        async throws
    {
        let phone = SimulatedPhone()
        let url = stage.url("asked.wav")
        let (first, second) = (try buffer([1, 2], at: 0), try buffer([3], at: 2))
        nonisolated(unsafe) let buffers = [first, second]
        let calls = Mutex(0)
        let writer = try phone.launch("App").run { () throws -> AVAssetWriter in
            let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.linear)
            writer.add(input)
            #expect(writer.startWriting())
            writer.startSession(atSourceTime: .zero)
            input.requestMediaDataWhenReady(on: .main) {
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                switch call {
                case 1: input.append(buffers[0])
                case 2: break
                case 3: input.append(buffers[1])
                default:
                    input.markAsFinished()
                    writer.finishWriting {}
                }
            }
            return writer
        }
        for _ in 0..<20 where writer.status == .writing {
            await phone.advance(by: .milliseconds(5))
        }
        #expect(writer.status == .completed && calls.withLock { $0 } == 4)
        #expect(try shorts(url) == [1, 2, 3])
    }
}
