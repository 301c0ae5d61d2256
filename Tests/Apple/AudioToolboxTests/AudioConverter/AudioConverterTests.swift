import AudioToolbox
import TestSupport
import Testing

@Suite("Audio Converter")
struct AudioConverterTests {
    private func tone(_ count: Int) -> [Float] {
        (0..<count).map { Float(sin(Double($0) * 0.06) * 0.5) }
    }

    @Test("is used as on Apple's systems, with a closure for the input")
    @MainActor
    func appSource() {
        // Given what an app keeps between the calls of its closure.
        struct Source {
            var samples: UnsafeMutablePointer<Int16>
            var frames: UInt32
        }
        let samples = UnsafeMutablePointer<Int16>.allocate(capacity: 4)
        defer { samples.deallocate() }
        for index in 0..<4 { samples[index] = Int16(index * 8192 - 8192) }
        var source = Source(samples: samples, frames: 4)
        var inputFormat = AudioStreamBasicDescription.integers(channels: 1)
        var outputFormat = AudioStreamBasicDescription.planarFloats()
        var converter: AudioConverterRef?
        #expect(AudioConverterNew(&inputFormat, &outputFormat, &converter) == noErr)
        guard let converter else { return }
        // When it fills a list of two buffers.
        let proc: AudioConverterComplexInputDataProc = {
            (converter, ioNumberDataPackets, ioData, outDataPacketDescription, inUserData) in
            guard let source = inUserData?.assumingMemoryBound(to: Source.self) else {
                return kAudio_ParamError
            }
            ioNumberDataPackets.pointee = source.pointee.frames
            ioData.pointee.mBuffers.mData = UnsafeMutableRawPointer(source.pointee.samples)
            ioData.pointee.mBuffers.mDataByteSize = source.pointee.frames * 2
            outDataPacketDescription?.pointee = nil
            source.pointee.frames = 0
            return noErr
        }
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        var left = [Float](repeating: 9, count: 8)
        var right = left
        var packetCount: UInt32 = 8
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                list[0] = AudioBuffer(left, numberOfChannels: 1)
                list[1] = AudioBuffer(right, numberOfChannels: 1)
                let status = AudioConverterFillComplexBuffer(
                    converter, proc, &source, &packetCount, list.unsafeMutablePointer, nil)
                #expect(status == noErr)
            }
        }
        // Then the channel is the left one, and the list says how much.
        #expect(packetCount == 4)
        #expect(list.map(\.mDataByteSize) == [16, 16])
        #expect(left.prefix(5) == [-0.25, 0, 0.25, 0.5, 9])
        #expect(right.prefix(5) == [0, 0, 0, 0, 9])
        free(list.unsafeMutablePointer)
        #expect(AudioConverterDispose(converter) == noErr)
        #expect(AudioConverterDispose(converter) == kAudio_ParamError)
    }

    @Test("gives the end as fewer packets and no error, until it is reset")
    func end() {
        let converter = MadeConverter(.floats(48000), .floats(48000))
        let input = ConverterInput([0.25, 0.5, 0.75])
        #expect(converter.fill(2, byteCount: 64, input).packetCount == 2)
        let last = converter.fill(2, byteCount: 64, input)
        #expect(last.status == noErr && last.bytes.elements(Float.self) == [0.75])
        // Nothing is asked for after the end.
        let requestCount = input.requests.count
        #expect(
            converter.fill(2, byteCount: 64, input)
                == .init(status: noErr, packetCount: 0, bytes: []))
        #expect(input.requests.count == requestCount)
        #expect(AudioConverterReset(converter.reference) == noErr)
        #expect(converter.fill(2, byteCount: 64, ConverterInput([1])).packetCount == 1)
    }

    @Test("hands an error of the input on, with what there was until then, and goes on after it")
    func inputError() {
        let whole = MadeConverter(.floats(44100), .floats(48000))
            .fill(2000, byteCount: 8000, ConverterInput(tone(1000)))
        let converter = MadeConverter(.floats(44100), .floats(48000))
        let input = ConverterInput(tone(1000))
        input.pieceMax = 100
        input.interruption = (500, { 1234 })
        let first = converter.fill(2000, byteCount: 8000, input)
        #expect(first.status == 1234)
        #expect((1..<1089).contains(first.packetCount))
        #expect(first.bytes.count == Int(first.packetCount) * 4)
        let second = converter.fill(2000, byteCount: 8000, input)
        #expect(second.status == noErr)
        #expect(first.bytes + second.bytes == whole.bytes)
        #expect(whole.packetCount == 1089)
    }

    @Test("ends when it is disposed of inside the input's function")
    func disposedInside() {
        let converter = MadeConverter(.floats(44100), .floats(48000))
        let input = ConverterInput(tone(1000))
        input.pieceMax = 100
        let reference = converter.reference
        input.interruption = (300, { AudioConverterDispose(reference) })
        let filled = converter.fill(2000, byteCount: 8000, input)
        #expect(filled.status == kAudioConverterErr_UnspecifiedError)
        #expect(filled.packetCount == 2000)
        #expect(converter.fill(10, byteCount: 40, input).status == kAudio_ParamError)
    }

    @Test("turns away calls inside the input's function, but for asking for properties")
    func callsInside() {
        let converter = MadeConverter(.floats(44100), .floats(48000))
        let input = ConverterInput(tone(100))
        var statuses: [OSStatus] = []
        input.interruption = (
            0,
            {
                statuses = [
                    AudioConverterReset(converter.reference),
                    converter.fill(1, byteCount: 4, input).status,
                    converter.set(
                        kAudioConverterSampleRateConverterQuality, kAudioConverterQuality_Max),
                    converter.property(kAudioConverterPrimeMethod, UInt32(0)).status,
                ]
                return noErr
            }
        )
        _ = converter.fill(10, byteCount: 40, input)
        let refused = kAudioConverterErr_OperationNotSupported
        #expect(statuses == [refused, refused, refused, noErr])
    }

    @Test("converts PCM of one rate all at once, and nothing else")
    func convertBuffer() {
        let converter = MadeConverter(.floats(44100), .integers(channels: 1))
        let samples: [Float] = [0.5, -0.5, 2]
        var shorts: [Int16] = [7, 7, 7, 7]
        var size: UInt32 = 8
        #expect(
            AudioConverterConvertBuffer(converter.reference, 12, samples, &size, &shorts) == noErr)
        #expect(size == 6 && shorts == [16384, -16384, 32767, 7])
        // Not whole frames; not enough room; then nothing is written.
        #expect(
            AudioConverterConvertBuffer(converter.reference, 11, samples, &size, &shorts)
                == kAudioConverterErr_InvalidInputSize)
        size = 4
        #expect(
            AudioConverterConvertBuffer(converter.reference, 12, samples, &size, &shorts)
                == kAudioConverterErr_InvalidOutputSize)
        #expect(size == 4)
        let other = MadeConverter(.floats(44100), .floats(48000))
        size = 8
        #expect(
            AudioConverterConvertBuffer(other.reference, 4, samples, &size, &shorts)
                == kAudioConverterErr_OperationNotSupported)
    }

    @Test("converts lists of buffers all at once, beside a stream that is under way")
    func convertComplexBuffer() {
        let converter = MadeConverter(.floats(44100, channels: 2), .planarFloats())
        // A stream that has ended does not stand in the way.
        var samples: [Float] = [1, 2, 3, 4]
        let output = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(output.unsafeMutablePointer) }
        var (left, right): ([Float], [Float]) = ([0, 0], [0, 0])
        func convert(_ frames: UInt32) -> OSStatus {
            samples.withUnsafeMutableBufferPointer { samples in
                left.withUnsafeMutableBufferPointer { left in
                    right.withUnsafeMutableBufferPointer { right in
                        var input = AudioBufferList(
                            mNumberBuffers: 1,
                            mBuffers: AudioBuffer(samples, numberOfChannels: 2))
                        output[0] = AudioBuffer(left, numberOfChannels: 1)
                        output[1] = AudioBuffer(right, numberOfChannels: 1)
                        return AudioConverterConvertComplexBuffer(
                            converter.reference, frames, &input, output.unsafeMutablePointer)
                    }
                }
            }
        }
        #expect(convert(2) == noErr)
        #expect(left == [1, 3] && right == [2, 4])
        #expect(convert(3) == kAudioConverterErr_InvalidInputSize)
        #expect(convert(1) == noErr)
        #expect(output.map(\.mDataByteSize) == [4, 4])
    }

    @Test("refuses formats it does not know, and arguments that are not there")
    func refused() {
        func status(_ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription)
            -> OSStatus
        {
            MadeConverter(input, output).status
        }
        let pcm = AudioStreamBasicDescription.floats(44100)
        let unknown = kAudioConverterErr_FormatNotSupported
        #expect(status(pcm, .coded(kAudioFormatMACE3, channels: 1, rate: 44100)) == unknown)
        #expect(status(.init(), pcm) == unknown)
        #expect(status(pcm, .floats(44100, channels: 0)) == unknown)
        #expect(status(pcm, .floats(44100, channels: 1000)) == unknown)
        #expect(status(.floats(-1), pcm) == kAudioConverterErr_InputSampleRateOutOfRange)
        #expect(status(pcm, .floats(.nan)) == kAudioConverterErr_OutputSampleRateOutOfRange)
        #expect(status(pcm, .floats(1)) == kAudioConverterErr_OutputSampleRateOutOfRange)
        var made: AudioConverterRef?
        var format = pcm
        #expect(AudioConverterNew(nil, &format, &made) == kAudio_ParamError)
        #expect(AudioConverterNew(&format, nil, &made) == kAudio_ParamError)
        #expect(AudioConverterNew(&format, &format, nil) == kAudio_ParamError)
        #expect(AudioConverterReset(nil) == kAudio_ParamError)
        var count: UInt32 = 1
        #expect(
            AudioConverterFillComplexBuffer(nil, handIn, nil, &count, nil, nil) == kAudio_ParamError
        )
        let converter = MadeConverter(pcm, pcm)
        #expect(
            AudioConverterFillComplexBuffer(converter.reference, handIn, nil, &count, nil, nil)
                == kAudio_ParamError)
        var list = AudioBufferList(mNumberBuffers: 0, mBuffers: AudioBuffer())
        #expect(
            AudioConverterFillComplexBuffer(converter.reference, handIn, nil, &count, &list, nil)
                == kAudioConverterErr_InvalidOutputSize)
        list.mNumberBuffers = 1
        #expect(
            AudioConverterFillComplexBuffer(converter.reference, handIn, nil, &count, &list, nil)
                == kAudio_ParamError)
    }

    @Test("takes software coders by name, and has no hardware")
    func classes() {
        var (input, output) = (
            AudioStreamBasicDescription.floats(44100),
            AudioStreamBasicDescription.coded(kAudioFormatAppleIMA4, channels: 1, rate: 44100)
        )
        func status(_ classes: [AudioClassDescription]) -> OSStatus {
            var made: AudioConverterRef?
            defer { AudioConverterDispose(made) }
            return AudioConverterNewSpecific(&input, &output, UInt32(classes.count), classes, &made)
        }
        let (software, hardware) = (
            AudioClassDescription(
                mType: kAudioEncoderComponentType, mSubType: kAudioFormatAppleIMA4,
                mManufacturer: kAppleSoftwareAudioCodecManufacturer),
            AudioClassDescription(
                mType: kAudioEncoderComponentType, mSubType: kAudioFormatAppleIMA4,
                mManufacturer: kAppleHardwareAudioCodecManufacturer)
        )
        #expect(status([]) == noErr)
        #expect(status([software]) == noErr)
        #expect(status([hardware, software]) == noErr)
        #expect(status([hardware]) == kAudioConverterErr_FormatNotSupported)
    }

    #if FFmpeg
        @Test("codes AAC that it decodes again, with descriptions and cookie")
        func aac() throws {
            let encoder = MadeConverter(
                .floats(44100), .coded(kAudioFormatMPEG4AAC, channels: 1, rate: 44100))
            let samples = tone(5000)
            let coded = encoder.fill(100, byteCount: 1 << 16, ConverterInput(samples))
            #expect(coded.status == noErr)
            #expect(coded.sizes.reduce(0, +) == UInt32(coded.bytes.count))
            let format = encoder.property(
                kAudioConverterCurrentOutputStreamDescription, AudioStreamBasicDescription()
            ).value
            let cookie = try #require(
                encoder.list(kAudioConverterCompressionMagicCookie, of: UInt8(0)))
            let prime = encoder.property(kAudioConverterPrimeInfo, AudioConverterPrimeInfo()).value
            #expect(
                Int(coded.packetCount) * 1024
                    == 5000 + Int(prime.leadingFrames) + Int(prime.trailingFrames))
            // Packets one after the other, as from a file.
            var ranges: [Range<Int>] = []
            for size in coded.sizes {
                let start = ranges.last?.upperBound ?? 0
                ranges.append(start..<start + Int(size))
            }
            let decoder = MadeConverter(format, .floats(44100))
            #expect(decoder.set(kAudioConverterDecompressionMagicCookie, list: cookie) == noErr)
            #expect(decoder.set(kAudioConverterPrimeInfo, prime) == noErr)
            let input = ConverterInput(coded.bytes, packets: ranges)
            input.pieceMax = 2
            let decoded = decoder.fill(10000, byteCount: 40000, input)
            #expect(decoded.packetCount == 5000)
            // Twenty decibels over the noise of the coding, with any encoder.
            let pairs = Array(
                zip(decoded.bytes.elements(Float.self), samples).dropFirst(1000).prefix(3000))
            let noise = pairs.reduce(Float(0)) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            let signal = pairs.reduce(Float(0)) { $0 + $1.1 * $1.1 }
            #expect(pairs.count == 3000 && noise < 0.01 * signal)
        }
    #endif
}
