import AVFAudio
import Testing

@Suite("AVAudioConverter")
struct AVAudioConverterTests {
    @Test("Converts a whole buffer of integers to floats (engine 15)")
    func wholeBuffer() throws {
        let converter = try #require(
            AVAudioConverter(
                from: pcmFormat(.pcmFormatInt16, 44100, 2, interleaved: true),
                to: pcmFormat(.pcmFormatFloat32, 44100, 2)))
        let input = try pcmBuffer(converter.inputFormat, 10, length: 7)
        input.int16ChannelData?[1][6 * input.stride] = 16384
        let output = try pcmBuffer(converter.outputFormat, 8)
        try converter.convert(to: output, from: input)
        #expect(output.frameLength == 7)
        #expect(output.floatChannelData?[1][6] == 0.5)
        #expect(output.floatChannelData?[0][6] == 0)
    }

    @Test("A whole buffer keeps its sample rate, format and room (engine 16)")
    func wholeBufferErrors() throws {
        let down = try #require(
            AVAudioConverter(
                from: pcmFormat(.pcmFormatFloat32, 48000, 1),
                to: pcmFormat(.pcmFormatFloat32, 16000, 1)))
        func status(
            _ converter: AVAudioConverter, _ output: AVAudioPCMBuffer, _ input: AVAudioPCMBuffer
        ) -> Int {
            do { try converter.convert(to: output, from: input) } catch {
                #expect((error as NSError).domain == "com.apple.coreaudio.avfaudio")
                return (error as NSError).code
            }
            return 0
        }
        #expect(
            try status(
                down, pcmBuffer(down.outputFormat, 512), pcmBuffer(down.inputFormat, 512, length: 9)
            )
                == -50)
        let copy = try #require(
            AVAudioConverter(
                from: pcmFormat(.pcmFormatFloat32, 48000, 1),
                to: pcmFormat(.pcmFormatInt16, 48000, 1)))
        let input = try pcmBuffer(copy.inputFormat, 100, length: 100)
        #expect(try status(copy, pcmBuffer(copy.outputFormat, 99), input) == -50)
        #expect(
            try status(copy, pcmBuffer(pcmFormat(.pcmFormatInt16, 48000, 2), 100), input) == -50)
        #expect(try status(copy, pcmBuffer(copy.outputFormat, 100), input) == 0)
    }

    @Test("Converts the sample rate of a stream in blocks (engine 17)")
    func blocks() throws {
        let converter = try #require(
            AVAudioConverter(
                from: pcmFormat(.pcmFormatFloat32, 48000, 1),
                to: pcmFormat(.pcmFormatFloat32, 16000, 1)))
        let output = try pcmBuffer(converter.outputFormat, 4096)
        let heldBack = (Int(converter.primeInfo.trailingFrames) + 2) / 3
        var total = 0
        for index in 0..<100 {
            let block = try pcmBuffer(converter.inputFormat, 512, length: 512)
            var isGiven = false
            let status = converter.convert(to: output, error: nil) { _, status in
                status.pointee = isGiven ? .noDataNow : .haveData
                defer { isGiven = true }
                return isGiven ? nil : block
            }
            #expect(status == .inputRanDry)
            // The frames after a position, which it depends on, are held back from the first.
            let length = Int(output.frameLength) + (index == 0 ? heldBack : 0)
            #expect((170...171).contains(length) || index == 0 && (169...172).contains(length))
            total += Int(output.frameLength)
        }
        let end = converter.convert(to: output, error: nil) { _, status in
            status.pointee = .endOfStream
            return nil
        }
        #expect(end == .haveData)
        total += Int(output.frameLength)
        #expect(abs(total - 51200 / 3) <= 1)
        // The end stays the end.
        for _ in 0..<2 {
            var calls = 0
            let status = converter.convert(to: output, error: nil) { _, status in
                calls += 1
                status.pointee = .haveData
                return try? pcmBuffer(converter.inputFormat, 512, length: 512)
            }
            #expect(status == .endOfStream)
            #expect(output.frameLength == 0)
            #expect(calls == 0)
        }
        converter.reset()
        let again = converter.convert(to: output, error: nil) { _, status in
            status.pointee = .haveData
            return try? pcmBuffer(converter.inputFormat, 512, length: 512)
        }
        #expect(again == .haveData)
        #expect(output.frameLength == 4096)
    }

    @Test("A channel map swaps and silences channels (engine 18)")
    func channelMaps() throws {
        let converter = try #require(
            AVAudioConverter(
                from: pcmFormat(.pcmFormatFloat32, 44100, 2),
                to: pcmFormat(.pcmFormatFloat32, 44100, 2)))
        #expect(converter.channelMap == [0, 1])
        let input = try pcmBuffer(converter.inputFormat, 1, length: 1)
        let output = try pcmBuffer(converter.outputFormat, 1)
        input.floatChannelData?[0][0] = 0.25
        input.floatChannelData?[1][0] = 0.75
        func converted(_ map: [NSNumber]) throws -> [Float] {
            converter.channelMap = map
            try converter.convert(to: output, from: input)
            return try (0..<2).map { try #require(output.floatChannelData)[$0][0] }
        }
        #expect(try converted([1, 0]) == [0.75, 0.25])
        #expect(try converted([0, -1]) == [0.25, 0])
        // Maps that do not fit are ignored, and an empty one restores the default.
        #expect(try converted([0]) == [0.25, 0])
        #expect(try converted([0, 2]) == [0.25, 0])
        #expect(try converted([0, NSNumber(value: Int.max)]) == [0.25, 0])
        #expect(try converted([]) == [0.25, 0.75])
    }

    @Test("Without data the input has run dry (engine 19)")
    func noData() throws {
        let converter = try #require(
            AVAudioConverter(
                from: pcmFormat(.pcmFormatFloat32, 44100, 2),
                to: pcmFormat(.pcmFormatInt16, 48000, 2)))
        let output = try pcmBuffer(converter.outputFormat, 100, length: 100)
        var asked: [AVAudioPacketCount] = []
        let status = converter.convert(to: output, error: nil) { wanted, status in
            asked.append(wanted)
            status.pointee = .noDataNow
            return nil
        }
        #expect(status == .inputRanDry)
        #expect(output.frameLength == 0)
        #expect(asked.count == 1 && asked[0] > 0)
        // A block that promises data and has none, or none in it, does not hang.
        for empty in [nil, try pcmBuffer(converter.inputFormat, 5)] {
            let status = converter.convert(to: output, error: nil) { _, status in
                status.pointee = .haveData
                return empty
            }
            #expect(status == .inputRanDry)
        }
    }

    @Test("Channels without a map: copied, left out, mixed or matched by their labels")
    func channels() throws {
        func converted(
            _ from: AVAudioFormat, _ to: AVAudioFormat, _ samples: [Float], downmix: Bool = false
        ) throws -> [Float] {
            let converter = try #require(AVAudioConverter(from: from, to: to))
            converter.downmix = downmix
            let input = try pcmBuffer(from, 1, length: 1)
            for (channel, sample) in samples.enumerated() {
                input.floatChannelData?[channel][0] = sample
            }
            let output = try pcmBuffer(to, 1)
            try converter.convert(to: output, from: input)
            return try (0..<Int(to.channelCount)).map {
                try #require(output.floatChannelData)[$0][0]
            }
        }
        let mono = try pcmFormat(.pcmFormatFloat32, 44100, 1)
        let stereo = try pcmFormat(.pcmFormatFloat32, 44100, 2)
        func surround(_ tag: AudioChannelLayoutTag) throws -> AVAudioFormat {
            AVAudioFormat(
                standardFormatWithSampleRate: 44100,
                channelLayout: try #require(AVAudioChannelLayout(layoutTag: tag)))
        }
        #expect(try converted(mono, stereo, [0.5]) == [0.5, 0.5])
        #expect(try converted(stereo, mono, [0.5, 0.25]) == [0.5])
        #expect(try converted(stereo, mono, [0.5, 0.25], downmix: true) != [0.5])
        // L R C LFE Ls Rs → C L R Ls Rs LFE.
        let values: [Float] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
        #expect(
            try converted(
                surround(kAudioChannelLayoutTag_MPEG_5_1_A),
                surround(kAudioChannelLayoutTag_MPEG_5_1_D), values)
                == [0.3, 0.1, 0.2, 0.5, 0.6, 0.4])
        #expect(
            try converted(
                surround(kAudioChannelLayoutTag_MPEG_5_1_D),
                surround(kAudioChannelLayoutTag_Stereo), values) == [0.2, 0.3])
    }

    @Test("Wrong buffers and impossible conversions are errors")
    func errors() throws {
        let mono = try pcmFormat(.pcmFormatFloat32, 44100, 1)
        let stereo = try pcmFormat(.pcmFormatFloat32, 44100, 2)
        let converter = try #require(AVAudioConverter(from: mono, to: stereo))
        var error: NSError?
        let wrong = try pcmBuffer(mono, 10)
        #expect(
            converter.convert(to: wrong, error: &error) { _, _ in nil } == .error)
        #expect(error?.code == -50)
        error = nil
        let right = try pcmBuffer(stereo, 10)
        let status = converter.convert(to: right, error: &error) { _, status in
            status.pointee = .haveData
            return try? pcmBuffer(stereo, 10, length: 10)
        }
        #expect(status == .error)
        #expect(error?.code == -50)
        #expect(error?.domain == "com.apple.coreaudio.avfaudio")
        // A conversion within a conversion is refused; the outer one goes on.
        var inner: AVAudioConverterOutputStatus?
        let outer = converter.convert(to: right, error: nil) { _, status in
            inner = converter.convert(to: right, error: &error) { _, _ in nil }
            converter.reset()
            status.pointee = .haveData
            return try? pcmBuffer(mono, 10, length: 10)
        }
        #expect(inner == .error)
        #expect(outer == .haveData)

        #expect(AVAudioConverter(from: AVAudioFormat(), to: stereo) == nil)
        #expect(AVAudioConverter(from: stereo, to: AVAudioFormat()) == nil)
        let mp3 = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: 44100,
                AVNumberOfChannelsKey: 2,
            ]))
        #expect(AVAudioConverter(from: stereo, to: mp3) == nil)
    }

    @Test("Settings are kept; of PCM there is nothing to encode")
    func settings() throws {
        let converter = try #require(
            AVAudioConverter(
                from: pcmFormat(.pcmFormatFloat32, 48000, 2),
                to: pcmFormat(.pcmFormatInt16, 44100, 2)))
        #expect(converter.primeMethod == .normal)
        #expect(!converter.dither && !converter.downmix)
        #expect(converter.primeInfo.leadingFrames > 0 && converter.primeInfo.trailingFrames > 0)
        converter.primeMethod = .pre
        converter.dither = true
        converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
        converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
        #expect(converter.primeMethod == .pre && converter.dither)
        #expect(converter.sampleRateConverterQuality == AVAudioQuality.max.rawValue)
        #expect(
            converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_Mastering)
        #expect(converter.bitRate == 0)
        converter.bitRate = 128_000
        converter.bitRateStrategy = AVAudioBitRateStrategy_Constant
        #expect(converter.bitRate == 0 && converter.bitRateStrategy == nil)
        #expect(converter.availableEncodeBitRates == nil)
        #expect(converter.applicableEncodeBitRates == nil)
        #expect(converter.availableEncodeSampleRates == nil)
        #expect(converter.applicableEncodeSampleRates == nil)
        #expect(converter.availableEncodeChannelLayoutTags == nil)
        #expect(converter.magicCookie == nil)
        #expect(converter.maximumOutputPacketSize == 2)
    }
}
