import AVFoundation
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("A writer given anything")
struct WriterFuzzTests {
    let stage: ExportStage

    init() throws {
        stage = try ExportStage()
    }

    private static let numbers: [UInt32] = [0, 1, 2, 3, 4, 8, 16, 24, 32, 64, 65, 1000, .max]
    private static let rates = [0, 1, 8000, 44_100, 48_000, 1e9, -1, .nan, .infinity]
    private static let codings = [
        kAudioFormatLinearPCM, kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kAudioFormatAppleIMA4,
        kAudioFormatAppleLossless, 0,
    ]
    private static let times: [CMTime] = [
        .zero, .invalid, .positiveInfinity, .indefinite, CMTime(value: -5, timescale: 1),
        CMTime(value: 1, timescale: 44_100), CMTime(value: .max, timescale: 1),
        CMTime(value: .min, timescale: .max),
    ]

    private func format(_ random: inout SeededGenerator) -> AudioStreamBasicDescription {
        func number() -> UInt32 { Self.numbers.randomElement(using: &random) ?? 0 }
        var format = AudioStreamBasicDescription.integers(channels: 2)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: format.mSampleRate = Self.rates.randomElement(using: &random) ?? 0
            case 1: format.mFormatID = Self.codings.randomElement(using: &random) ?? 0
            case 2: format.mFormatFlags = number()
            case 3: format.mBytesPerPacket = number()
            case 4: format.mFramesPerPacket = number()
            case 5: format.mBytesPerFrame = number()
            case 6: format.mChannelsPerFrame = number()
            default: format.mBitsPerChannel = number()
            }
        }
        return format
    }

    private func sample(
        _ random: inout SeededGenerator, _ description: CMFormatDescription
    ) throws -> CMSampleBuffer? {
        let block = try CMBlockBuffer(length: Int.random(in: 1...4000, using: &random))
        try block.fillDataBytes(with: UInt8.random(in: 0...255, using: &random))
        let count = [0, 1, 10, 1000, .max].randomElement(using: &random) ?? 0
        let time = Self.times.randomElement(using: &random) ?? .zero
        if Bool.random(using: &random) {
            return try CMSampleBuffer(
                dataBuffer: block, formatDescription: description, numSamples: count,
                sampleTimings: [
                    CMSampleTimingInfo(
                        duration: time, presentationTimeStamp: time, decodeTimeStamp: .invalid)
                ], sampleSizes: [])
        }
        let packets = (0..<min(count, 10)).map { _ in
            AudioStreamPacketDescription(
                mStartOffset: Int64.random(in: -1...5000, using: &random),
                mVariableFramesInPacket: Self.numbers.randomElement(using: &random) ?? 0,
                mDataByteSize: UInt32.random(in: 0...500, using: &random))
        }
        let sample = try? CMSampleBuffer(
            dataBuffer: block, formatDescription: description, numSamples: packets.count,
            presentationTimeStamp: time, packetDescriptions: packets)
        if let sample {
            CMSetAttachment(
                sample, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart,
                value: CMTimeCopyAsDictionary(
                    Self.times.randomElement(using: &random) ?? .zero, allocator: nil),
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
        return sample
    }

    @Test func `takes samples or fails, and does not trap`() throws {
        var random = SeededGenerator(seed: 44)
        var completed = 0
        for index in 0..<1000 {
            let url = stage.url("\(index)")
            let type = [AVFileType.wav, .caf, .aiff, .m4a].randomElement(using: &random) ?? .wav
            let description = try CMFormatDescription(
                audioStreamBasicDescription: format(&random))
            let writer = try AVAssetWriter(outputURL: url, fileType: type)
            let settings = Bool.random(using: &random) ? WriterTests.linear : nil
            let input = AVAssetWriterInput(
                mediaType: .audio, outputSettings: settings,
                sourceFormatHint: Bool.random(using: &random) ? description : nil)
            guard writer.canAdd(input) else { continue }
            writer.add(input)
            guard writer.startWriting() else { continue }
            writer.startSession(atSourceTime: .zero)
            for _ in 0..<5 {
                let other =
                    Int.random(in: 0..<4, using: &random) == 0
                    ? try CMFormatDescription(audioStreamBasicDescription: format(&random))
                    : description
                guard let sample = try sample(&random, other) else { continue }
                guard input.append(sample) else { break }
            }
            if writer.status == .writing, writer.finishWriting() { completed += 1 }
            #expect(writer.status != .unknown)
            try? FileManager.default.removeItem(at: url)
        }
        #expect(completed > 10)
    }
}
