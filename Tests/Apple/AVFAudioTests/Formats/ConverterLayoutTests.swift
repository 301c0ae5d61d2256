import AVFAudio
import Simulation
import Testing

/// Source of the silent conversions: pasrom/meeting-transcriber#550 and its `MicChannelMapTests`,
/// measured on macOS 26.5.2; TypeWhisper/typewhisper-mac#197, T0mSIlver/localvoxtral#240 and
/// cursorvoice/cursor-voice#3 for other numbers of channels.
@Suite("A converter between layouts")
struct ConverterLayoutTests {
    /// Converts 0.1 s of 0.5 in every channel from 48 to 16 kHz.
    ///
    /// - Returns: The level of each output channel in the middle, and the status.
    private func converted(
        _ from: AVAudioFormat, channels: AVAudioChannelCount = 1,
        _ change: (AVAudioConverter) -> Void = { _ in }
    ) throws -> (levels: [Float], status: AVAudioConverterOutputStatus) {
        let to = try pcmFormat(.pcmFormatFloat32, 16_000, channels)
        let converter = try #require(AVAudioConverter(from: from, to: to))
        change(converter)
        let input = try pcmBuffer(from, 4_800, length: 4_800)
        for channel in 0..<Int(from.channelCount) {
            for frame in 0..<4_800 { input.floatChannelData?[channel][frame] = 0.5 }
        }
        let output = try pcmBuffer(to, 1_000)
        var error: NSError?
        var isGiven = false
        let status = converter.convert(to: output, error: &error) { _, status in
            status.pointee = isGiven ? .noDataNow : .haveData
            defer { isGiven = true }
            return isGiven ? nil : input
        }
        #expect(error == nil && output.frameLength == 1_000)
        let samples = try #require(output.floatChannelData)
        return ((0..<Int(channels)).map { samples[$0][500] }, status)
    }

    private func format(_ tag: AudioChannelLayoutTag) throws -> AVAudioFormat {
        AVAudioFormat(
            standardFormatWithSampleRate: 48_000,
            channelLayout: try #require(AVAudioChannelLayout(layoutTag: tag)))
    }

    @Test("without a common channel gives silence and success; a map or a downmix gives sound")
    func silence() throws {
        let silent = [
            kAudioChannelLayoutTag_DiscreteInOrder | 2, kAudioChannelLayoutTag_DiscreteInOrder | 3,
            kAudioChannelLayoutTag_DiscreteInOrder | 4, kAudioChannelLayoutTag_DiscreteInOrder | 16,
            kAudioChannelLayoutTag_StereoHeadphones, kAudioChannelLayoutTag_MatrixStereo,
            kAudioChannelLayoutTag_MidSide, kAudioChannelLayoutTag_XY,
            kAudioChannelLayoutTag_Binaural, kAudioChannelLayoutTag_MPEG_5_1_A,
        ]
        for tag in silent {
            let from = try format(tag)
            let (levels, status) = try converted(from)
            #expect(levels == [0] && status == .haveData, "\(tag)")
            let mapped = try converted(from) {
                #expect($0.channelMap == [-1])
                $0.channelMap = [0]
            }
            #expect(abs(mapped.levels[0] - 0.5) < 1e-3, "\(tag)")
        }
        let mixed = try converted(format(kAudioChannelLayoutTag_MPEG_5_1_A)) { $0.downmix = true }
        #expect(mixed.levels[0] > 0.3)
    }

    @Test("takes the first channel of mono, of stereo, and of stereo without a layout")
    func plain() throws {
        let formats = [
            try pcmFormat(.pcmFormatFloat32, 48_000, 1),
            try pcmFormat(.pcmFormatFloat32, 48_000, 2),
            try format(kAudioChannelLayoutTag_Mono), try format(kAudioChannelLayoutTag_Stereo),
        ]
        for from in formats {
            #expect(abs(try converted(from).levels[0] - 0.5) < 1e-3)
            #expect(try converted(from, channels: 2).levels.allSatisfy { abs($0 - 0.5) < 1e-3 })
        }
    }

    @Test("has no place for discrete channels in stereo, and for left and right of surround")
    func stereo() throws {
        let discrete = try converted(
            format(kAudioChannelLayoutTag_DiscreteInOrder | 3), channels: 2)
        #expect(discrete.levels == [0, 0])
        let surround = try converted(format(kAudioChannelLayoutTag_MPEG_5_1_D), channels: 2) {
            #expect($0.channelMap == [1, 2])
        }
        #expect(surround.levels.allSatisfy { abs($0 - 0.5) < 1e-3 })
    }

    @Test("lets a map be without effect while it mixes")
    func mapWhileMixing() throws {
        let stereo = try pcmFormat(.pcmFormatFloat32, 48_000, 2)
        let mixed = try converted(stereo) {
            $0.channelMap = [-1]
            $0.downmix = true
        }
        #expect(abs(mixed.levels[0] - 0.5) < 1e-3)
    }

    @MainActor
    @Test("reports silence to the simulated phone, as a finding and as advice, once")
    func finding() throws {
        let phone = SimulatedPhone()
        phone.onFinding = { _ in }
        let app = phone.launch("Recorder")
        for _ in 0..<2 {
            try app.run {
                _ = try converted(format(kAudioChannelLayoutTag_DiscreteInOrder | 3))
                _ = try converted(format(kAudioChannelLayoutTag_Stereo))
            }
        }
        phone.advance(by: .seconds(1))
        #expect(
            phone.findings.map(\.description) == [
                "Recorder: AVAudioConverter.convert(to:error:withInputFrom:): the output is silent, "
                    + "because the input (discrete, 3 channels) has none of its channels (mono), "
                    + "and neither channelMap nor downmix is set"
            ])
        #expect(phone.advice(for: app).map(\.guideline) == [.converterChannels])
    }
}
