import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("An asset reader")
struct ReaderTests {
    let stage: ExportStage

    init() throws {
        stage = try ExportStage()
    }

    private func reader(
        _ url: URL, _ settings: [String: Any]?
    ) throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(asset.tracks(withMediaType: .audio).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        #expect(reader.canAdd(output))
        reader.add(output)
        return (reader, output)
    }

    @Test func `gives frames of linear PCM in buffers of at most 8192, without gaps`() throws {
        let samples = ExportStage.sine(seconds: 1)
        let (reader, output) = try reader(
            stage.wave(samples), [AVFormatIDKey: kAudioFormatLinearPCM])
        #expect(reader.status == .unknown && reader.startReading() && reader.status == .reading)
        var (read, next): ([Int16], Int64) = ([], 0)
        for buffer in buffers(output) {
            #expect(buffer.numSamples <= 8192)
            #expect(buffer.presentationTimeStamp == CMTime(value: next, timescale: 44_100))
            #expect(
                buffer.duration == CMTime(value: Int64(buffer.numSamples), timescale: 44_100))
            #expect(buffer.formatDescription?.mediaSubType == .linearPCM)
            next += Int64(buffer.numSamples)
            read += buffer.shorts
        }
        #expect(read == samples)
        #expect(reader.status == .completed && reader.error == nil)
        #expect(output.copyNextSampleBuffer() == nil)
    }

    @Test(.enabled(if: BuildTraits.hasFFmpeg))
    func `decodes all 220500 frames of five seconds of AAC`() async throws {
        let (reader, output) = try reader(
            await stage.f5(), [AVFormatIDKey: kAudioFormatLinearPCM])
        #expect(reader.startReading())
        var next = CMTime.zero
        for buffer in buffers(output) {
            #expect(buffer.numSamples <= 8192 && buffer.presentationTimeStamp == next)
            next = next + buffer.duration
        }
        #expect(next == CMTime(value: 220_500, timescale: 44_100))
        #expect(reader.status == .completed)
    }

    @Test(.enabled(if: BuildTraits.hasFFmpeg))
    func `gives packets of AAC with descriptions, and trims the first buffer`() async throws {
        let (reader, output) = try reader(await stage.f5(), nil)
        #expect(reader.startReading())
        let all = buffers(output)
        let first = try #require(all.first)
        #expect(first.formatDescription?.mediaSubType == .mpeg4AAC)
        #expect(first.formatDescription?.magicCookie?.isEmpty == false)
        #expect(try first.audioStreamPacketDescriptions().count == first.numSamples)
        #expect(first.presentationTimeStamp < .zero)
        #expect(first.outputPresentationTimeStamp == .zero)
        #expect(
            CMGetAttachment(
                first, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart,
                attachmentModeOut: nil) != nil)
        let heard = all.reduce(CMTime.zero) { $0 + $1.outputDuration }
        #expect(heard == CMTime(value: 220_500, timescale: 44_100))
        #expect(reader.status == .completed)
    }

    @Test func `reads a part of the asset, at another rate and with more channels`() throws {
        let (reader, output) = try reader(
            stage.wave(ExportStage.sine(seconds: 2)),
            [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 22_050,
                AVNumberOfChannelsKey: 2, AVLinearPCMIsFloatKey: true,
                AVLinearPCMBitDepthKey: 32, AVLinearPCMIsNonInterleaved: true,
            ])
        reader.timeRange = CMTimeRange(
            start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1))
        #expect(reader.startReading())
        let all = buffers(output)
        #expect(all.first?.presentationTimeStamp == CMTime(value: 11_025, timescale: 22_050))
        #expect(all.reduce(0) { $0 + $1.numSamples } == 22_050)
        let first = try #require(all.first)
        // Both channels have the same samples, one behind the other.
        let floats = first.floats
        #expect(floats.count == 2 * first.numSamples)
        #expect(Array(floats.prefix(first.numSamples)) == Array(floats.suffix(first.numSamples)))
        #expect(floats.max().map { abs($0 - 0.5) < 0.01 } == true)
        try first.withAudioBufferList { list, _ in
            #expect(list.count == 2 && list[1].mDataByteSize == UInt32(4 * first.numSamples))
        }
    }

    @Test func `reads other ranges afterwards where that is supported`() throws {
        let samples = (0..<10_000).map { Int16($0) }
        let (reader, output) = try reader(
            stage.wave(samples, rate: 1000), [AVFormatIDKey: kAudioFormatLinearPCM])
        output.supportsRandomAccess = true
        reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
        #expect(reader.startReading())
        #expect(buffers(output).flatMap(\.shorts) == Array(samples[..<1000]))
        #expect(reader.status == .reading)
        func range(_ start: Int64, _ count: Int64) -> NSValue {
            NSValue(
                timeRange: CMTimeRange(
                    start: CMTime(value: start, timescale: 1000),
                    duration: CMTime(value: count, timescale: 1000)))
        }
        output.reset(forReadingTimeRanges: [range(5000, 10), range(7000, 10)])
        #expect(
            buffers(output).flatMap(\.shorts) == Array(samples[5000..<5010])
                + Array(samples[7000..<7010]))
        output.markConfigurationAsFinal()
        #expect(reader.status == .completed)
    }

    @Test func `fails with a file that is damaged or not there, and reads nothing else`() throws {
        let bad = stage.url("bad.wav")
        try Data("RIFF....WAVE".utf8).write(to: bad)
        for url in [bad, stage.url("missing.wav")] {
            let asset = AVURLAsset(url: url)
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderAudioMixOutput(
                audioTracks: asset.tracks, audioSettings: nil)
            // An asset that cannot be opened has no tracks.
            #expect(asset.tracks.isEmpty && !reader.canAdd(output))
        }
        let (reader, output) = try reader(stage.wave([1, 2, 3]), nil)
        try FileManager.default.removeItem(at: stage.url("sound.wav"))
        #expect(!reader.startReading() && reader.status == .failed)
        #expect(reader.error != nil && output.copyNextSampleBuffer() == nil)
        #expect(
            code {
                let url = try #require(URL(string: "https://example.invalid/a.m3u8"))
                _ = try AVAssetReader(asset: AVURLAsset(url: url))
            } == .operationNotSupportedForAsset)
    }

    @Test func `gives nothing more when it is cancelled`() throws {
        let (reader, output) = try reader(stage.wave(ExportStage.sine(seconds: 1)), nil)
        #expect(reader.startReading())
        #expect(output.copyNextSampleBuffer() != nil)
        reader.cancelReading()
        #expect(reader.status == .cancelled && output.copyNextSampleBuffer() == nil)
    }

    @Test @MainActor func `reports calls in the wrong order`() throws {
        let url = try stage.wave([1, 2, 3])
        let found = try faults {
            let (reader, output) = try reader(url, [AVFormatIDKey: kAudioFormatMPEG4AAC])
            #expect(output.copyNextSampleBuffer() == nil)
            #expect(!reader.startReading() && !reader.startReading())
            #expect(
                (reader.error as NSError?)?.code == AVError.Code.unsupportedOutputSettings.rawValue)
            reader.add(output)
            reader.timeRange = .zero
            output.supportsRandomAccess = true
            output.reset(forReadingTimeRanges: [])
            let (other, _) = try self.reader(url, nil)
            #expect(!other.canAdd(output))
            other.add(output)
        }
        #expect(found.count == 8)
    }

    @Test func `mixes tracks with volumes that are exact to the frame`() throws {
        let one = AVURLAsset(
            url: try stage.wave(Array(repeating: 8192, count: 4000), rate: 1000, name: "1.wav"))
        let two = AVURLAsset(
            url: try stage.wave(Array(repeating: 4096, count: 3000), rate: 1000, name: "2.wav"))
        let composition = AVMutableComposition()
        for asset in [one, two] {
            let track = try #require(
                composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
            try track.insertTimeRange(
                CMTimeRange(start: .zero, duration: asset.duration),
                of: try #require(asset.tracks.first), at: .zero)
        }
        let parameters = composition.tracks.map { AVMutableAudioMixInputParameters(track: $0) }
        parameters[0].setVolume(0.5, at: CMTime(value: 1000, timescale: 1000))
        parameters[1].setVolumeRamp(
            fromStartVolume: 1, toEndVolume: 0,
            timeRange: CMTimeRange(
                start: CMTime(value: 2000, timescale: 1000),
                duration: CMTime(value: 500, timescale: 1000)))
        let mix = AVMutableAudioMix()
        mix.inputParameters = parameters
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderAudioMixOutput(
            audioTracks: composition.tracks, audioSettings: nil)
        output.audioMix = mix
        reader.add(output)
        #expect(reader.startReading())
        let samples = buffers(output).flatMap(\.floats)
        let expected = (0..<4000).map { frame -> Float in
            let first: Float = 0.25 * (frame < 1000 ? 1 : 0.5)
            let gain: Float =
                frame < 2000 ? 1 : frame < 2500 ? 1 - Float(frame - 2000) / 500 : 0
            return first + (frame < 3000 ? 0.125 * gain : 0)
        }
        #expect(samples.count == 4000)
        #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-6 })
        var (start, end, range): (Float, Float, CMTimeRange) = (0, 0, .invalid)
        #expect(
            !parameters[1].getVolumeRamp(
                for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
        #expect(
            parameters[1].getVolumeRamp(
                for: CMTime(value: 2100, timescale: 1000), startVolume: &start, endVolume: &end,
                timeRange: &range))
        #expect(start == 1 && end == 0 && range.end == CMTime(value: 2500, timescale: 1000))
        #expect(reader.status == .completed)
    }
}
