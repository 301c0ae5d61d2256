#if FFmpeg
    import AudioToolbox
    import TestSupport
    import Testing

    @Suite("An Ogg file")
    struct OggFileTests {
        struct Coding: Hashable, Sendable, CustomTestStringConvertible {
            var encoder: String
            var id: AudioFormatID
            var rate: Double
            var channels: UInt32 = 1
            /// Frames in every packet; zero where they differ.
            var framesPerPacket: UInt32 = 0
            /// Where it starts in the middle, and the decoder predicts from what was before.
            var tolerance: Float = 0

            var testDescription: String { encoder }
        }

        static let oggType: AudioFileTypeID = 0x4F67_6766  // "Oggf"
        static let vorbis: AudioFormatID = 0x766F_7262  // "vorb"
        static let speex: AudioFormatID = 0x7370_6578  // "spex"
        static let codings = [
            Coding(
                encoder: "libopus", id: kAudioFormatOpus, rate: 48000, channels: 2, tolerance: 0.1),
            Coding(encoder: "libvorbis", id: vorbis, rate: 44100, channels: 2),
            Coding(encoder: "flac", id: kAudioFormatFLAC, rate: 44100),
            Coding(
                encoder: "libspeex", id: speex, rate: 16000, framesPerPacket: 320, tolerance: 0.5),
        ]
        static let seconds = 0.9

        let files: SoundFiles

        init() throws {
            files = SoundFiles()
        }

        private func make(_ coding: Coding) throws -> URL {
            let url = files.missing("a.ogg")
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-y", "-f", "lavfi", "-i",
                "anoisesrc=r=\(Int(coding.rate)):d=\(Self.seconds):a=0.3:seed=3:c=pink", "-ac",
                "\(coding.channels)", "-metadata", "title=A title", "-c:a", coding.encoder,
                "-f", "ogg", url.path,
            ])
            return url
        }

        @Test(
            "has the properties of its audio",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: codings)
        func properties(coding: Coding) throws {
            let url = try make(coding)
            let file = try OpenedFile(url)
            let frames = Int64(coding.rate * Self.seconds)
            #expect(try file.type == Self.oggType)
            let format = try file.format
            #expect(format.mFormatID == coding.id)
            #expect(format.mSampleRate == coding.rate)
            #expect(format.mChannelsPerFrame == coding.channels)
            #expect(format.mFramesPerPacket == coding.framesPerPacket)
            #expect(format.mBytesPerPacket == 0 && format.mBytesPerFrame == 0)
            let sizes = try ExternalProgram.packetSizes(of: url.path)
            #expect(try file.packetCount == UInt64(sizes.count))
            // The packets alone, without the pages that they stand in.
            let byteCount = sizes.reduce(0, +)
            #expect(try file.audioByteCount == UInt64(byteCount))
            let largest = UInt32(sizes.max() ?? 0)
            #expect(try file.maximumPacketSize == largest)
            #expect(try file.packetSizeUpperBound == largest)
            #expect(try file.isOptimized == 1)
            #expect(try file.number32(kAudioFilePropertyAudioTrackCount) == 1)
            let table = try file.packetTable
            #expect(table.mNumberValidFrames == frames)
            #expect(table.mPrimingFrames == (coding.id == kAudioFormatOpus ? 312 : 0))
            // To the last page's count, which has the priming in it.
            let duration = try file.estimatedDuration
            #expect(duration == Double(frames + Int64(table.mPrimingFrames)) / coding.rate)
            let rate = Double(try file.number32(kAudioFilePropertyBitRate))
            #expect(abs(rate - Double(byteCount) * 8 / duration) <= 1)
            // The first page of sound.
            let offset = try file.dataOffset
            let bytes = Array(try Data(contentsOf: url))
            #expect(bytes[Int(offset)...].starts(with: "OggS".utf8))
            #expect(Int(offset) + byteCount < bytes.count)
            let layout = try file.channelLayout
            #expect(
                layout.elements(UInt32.self)[0]
                    == (coding.channels == 1
                        ? kAudioChannelLayoutTag_Mono : kAudioChannelLayoutTag_Stereo))
        }

        @Test(
            "gives its packets from any index, with their frames",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: codings)
        func packets(coding: Coding) throws {
            let url = try make(coding)
            let file = try OpenedFile(url)
            let sizes = try ExternalProgram.packetSizes(of: url.path)
            let all = file.packets(
                at: 0, count: UInt32(sizes.count) + 5, capacity: 1 << 17, describing: true)
            #expect(all.status == noErr)
            #expect(all.descriptions.map { Int($0[2]) } == sizes)
            for index in sizes.indices.reversed() {
                let one = file.packets(at: Int64(index), count: 1, capacity: 1 << 16)
                let start = Int(all.descriptions[index][0])
                #expect(one.bytes == Array(all.bytes[start..<start + sizes[index]]))
            }
            #expect(file.counts(at: Int64(sizes.count), count: 1, capacity: 9).count == 0)
            // Frames and packets find each other.
            var first: Int64 = 0
            for (index, description) in all.descriptions.enumerated() {
                var asked = AudioFramePacketTranslation(
                    mFrame: -1, mPacket: Int64(index), mFrameOffsetInPacket: 9)
                asked = try file.property(kAudioFilePropertyPacketToFrame, asked)
                #expect(asked.mFrame == first)
                let count = description[1] + Int64(coding.framesPerPacket)
                first += count
                guard count > 0 else { continue }
                asked.mFrame = first - 1
                asked = try file.property(kAudioFilePropertyFrameToPacket, asked)
                #expect(asked.mPacket == Int64(index))
                #expect(asked.mFrameOffsetInPacket == UInt32(count - 1))
            }
        }

        @Test(
            "has no bytes to be counted: its packets stand in pages",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: codings)
        func bytes(coding: Coding) throws {
            let url = try make(coding)
            let file = try OpenedFile(url)
            for id in [kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket] {
                var asked = AudioBytePacketTranslation(
                    mByte: 7, mPacket: 7, mByteOffsetInPacket: 7, mFlags: [])
                var size = UInt32(MemoryLayout.size(ofValue: asked))
                #expect(
                    AudioFileGetProperty(file.id, id, &size, &asked)
                        == kAudioFileUnsupportedPropertyError)
                #expect(asked.mByte == 7 && asked.mPacket == 7)
            }
            var buffer: [UInt8] = [1, 2, 3, 4]
            var count: UInt32 = 4
            #expect(
                AudioFileReadBytes(file.id, false, 0, &count, &buffer)
                    == kAudioFileOperationNotSupportedError)
            #expect(buffer == [1, 2, 3, 4])
            var range = AudioPacketRangeByteCountTranslation(
                mPacket: 0, mPacketCount: 3, mByteCountUpperBound: 0)
            range = try file.property(kAudioFilePropertyPacketRangeByteCountUpperBound, range)
            let read = file.packets(at: 0, count: 3, capacity: 1 << 16)
            #expect(range.mByteCountUpperBound >= Int64(read.byteCount))
        }

        @Test(
            "is read as frames, as FFmpeg decodes it, from any place",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: codings)
        func frames(coding: Coding) throws {
            let url = try make(coding)
            let theirs =
                coding.id == Self.speex
                ? try ExternalProgram.decodeSpeex(
                    url.path, framesPerPacket: Int(coding.framesPerPacket))
                : try ExternalProgram.decodeWithFFmpeg(url.path)
            let file = try ExtendedFile(url)
            let channels = Int(coding.channels)
            file.setClient(.floats(coding.rate, channels: coding.channels))
            let frames = Int(coding.rate * Self.seconds)
            #expect(try file.frameCount == Int64(frames))
            let ours = try file.readAll(bytesPerFrame: 4 * channels).elements(Float.self)
            #expect(ours.count == frames * channels)
            #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) < 1e-4 })
            for start in [frames / 2, 100, frames - 50, 0, frames] {
                #expect(file.seek(Int64(start)) == noErr)
                let read = try file.readAll(bytesPerFrame: 4 * channels).elements(Float.self)
                let expected = ours[(start * channels)...]
                #expect(read.count == expected.count)
                let error = loudness(zip(read, expected).map { $0 - $1 })
                #expect(error <= coding.tolerance * loudness(expected), "from \(start)")
            }
        }

        @Test(
            "is decoded by a converter that has its cookie",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
            arguments: codings)
        func converter(coding: Coding) throws {
            let url = try make(coding)
            let file = try OpenedFile(url)
            let sizes = try ExternalProgram.packetSizes(of: url.path)
            let all = file.packets(
                at: 0, count: UInt32(sizes.count), capacity: 1 << 17, describing: true)
            let packets = all.descriptions.map { Int($0[0])..<Int($0[0] + $0[2]) }
            let channels = Int(coding.channels)
            let converter = MadeConverter(
                try file.format, .floats(coding.rate, channels: coding.channels))
            #expect(converter.status == noErr)
            let cookie = try file.cookie
            #expect(converter.set(kAudioConverterDecompressionMagicCookie, list: cookie) == noErr)
            let room = Int(coding.rate * 2)
            let input = ConverterInput(all.bytes, packets: packets)
            input.frames = all.descriptions.map { $0[1] }
            let filled = converter.fill(UInt32(room), byteCount: room * 4 * channels, input)
            #expect(filled.status == noErr)
            let extended = try ExtendedFile(
                url, client: .floats(coding.rate, channels: coding.channels))
            let heard = try extended.readAll(bytesPerFrame: 4 * channels).elements(Float.self)
            let decoded = filled.bytes.elements(Float.self)
            let priming = coding.id == kAudioFormatOpus ? 312 * channels : 0
            // Whether the converter leaves out the priming itself is its own affair.
            let start = decoded.count >= heard.count + priming ? priming : 0
            let error = loudness(zip(decoded.dropFirst(start), heard).map { $0 - $1 })
            #expect(decoded.count >= heard.count)
            #expect(error < 1e-4)
        }

        @Test("is a known type, found by its endings and names")
        func type() throws {
            for ending in ["opus", "ogg", "oga"] {
                #expect(
                    try fileTypes(kAudioFileGlobalInfo_TypesForExtension, of: ending) == [
                        Self.oggType
                    ])
            }
            #expect(
                try fileTypes(kAudioFileGlobalInfo_TypesForMIMEType, of: "audio/ogg") == [
                    Self.oggType
                ])
            #expect(
                try fileTypes(kAudioFileGlobalInfo_TypesForUTI, of: "org.xiph.ogg-audio")
                    == [Self.oggType])
            let ids = try globalNumbers(kAudioFileGlobalInfo_AvailableFormatIDs, of: Self.oggType)
            #expect(ids == [kAudioFormatOpus, kAudioFormatFLAC, Self.vorbis])
        }

        @Test(
            "is opened with its type for a hint, is not written, and is no stream",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func elsewhere() throws {
            let url = try make(Self.codings[0])
            var id: AudioFileID?
            #expect(AudioFileOpenURL(url as CFURL, .readPermission, Self.oggType, &id) == noErr)
            AudioFileClose(id)
            id = nil
            #expect(
                AudioFileOpenURL(url as CFURL, .readWritePermission, 0, &id)
                    == kAudioFileOperationNotSupportedError)
            var format = AudioStreamBasicDescription.coded(
                kAudioFormatOpus, channels: 2, rate: 48000)
            #expect(
                AudioFileCreateWithURL(
                    files.missing("b.ogg") as CFURL, Self.oggType, &format, .eraseFile, &id)
                    == kAudioFileUnsupportedFileTypeError)
            #expect(id == nil)
            let stream = try ParsedStream(hint: Self.oggType)
            #expect(
                stream.parse(Array(try Data(contentsOf: url)))
                    == kAudioFileStreamError_UnsupportedFileType)
            #expect(stream.deliveries.isEmpty)
        }

        @Test(
            "of other types gives byte offsets where packets are byte ranges of the file",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: ["amr-nb", "mp2", "ac3", "flac"])
        func runs(ending: String) throws {
            let url = files.missing("a.\(ending == "amr-nb" ? "amr" : ending)")
            if ending == "amr-nb" {
                // Twelve frames of silence, of 13 bytes each, behind the mark of the file.
                let frame: [UInt8] = [0x04] + (0..<12).map { UInt8($0) }
                try Data(Array("#!AMR\n".utf8) + (0..<12).flatMap { _ in frame }).write(to: url)
            } else {
                let source = try make(Self.codings[1])
                try ExternalProgram.ffmpeg.run([
                    "-v", "error", "-i", source.path, "-ar", "44100", url.path,
                ])
            }
            let file = try OpenedFile(url)
            let bytes = Array(try Data(contentsOf: url))
            let offset = Int(try file.dataOffset)
            #expect(ending != "amr-nb" || offset == 6)
            let count = Int64(try file.packetCount)
            for index in [0, 1, count / 2, count - 1] {
                var asked = AudioBytePacketTranslation(
                    mByte: -1, mPacket: index, mByteOffsetInPacket: 7, mFlags: [])
                asked = try file.property(kAudioFilePropertyPacketToByte, asked)
                let packet = file.packets(at: index, count: 1, capacity: 1 << 16).bytes
                #expect(bytes[(offset + Int(asked.mByte))...].starts(with: packet))
                asked.mPacket = -1
                asked.mByte += 3
                asked = try file.property(kAudioFilePropertyByteToPacket, asked)
                #expect(asked.mPacket == index && asked.mByteOffsetInPacket == 3)
            }
            var start: [UInt8] = [0, 0, 0, 0]
            var byteCount: UInt32 = 4
            #expect(AudioFileReadBytes(file.id, false, 0, &byteCount, &start) == noErr)
            #expect(start == Array(bytes[offset..<offset + 4]))
        }

        private func loudness(_ samples: some Collection<Float>) -> Float {
            (samples.reduce(0) { $0 + $1 * $1 } / Float(max(samples.count, 1))).squareRoot()
        }
    }
#endif
