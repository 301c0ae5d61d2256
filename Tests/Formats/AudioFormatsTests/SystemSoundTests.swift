import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("System Sound Services")
struct SystemSoundTests {
    private func wav(rate: UInt32, frames: Int) throws -> AudioFileReader {
        let format = wavFormat(rate: rate, block: 1, bits: 8)
        let data = Array(repeating: UInt8(128), count: frames)
        return try open(wavFile(riffChunk("fmt ", format), riffChunk("data", data)))
    }

    @Test(
        "takes thirty seconds, and not a frame more", arguments: [8000, 11025, 44100] as [UInt32])
    func thirtySeconds(rate: UInt32) throws {
        let exact = try systemSoundVerdict(of: wav(rate: rate, frames: 30 * Int(rate)))
        #expect(exact.accepted)
        let longer = try systemSoundVerdict(of: wav(rate: rate, frames: 30 * Int(rate) + 1))
        #expect(longer.problem == .tooLong)
        #expect(longer.reason(lenientWith: "X=y") == longer.reason)
        #expect(longer.reason == "lasts 30.001 seconds: at most 30 are accepted")
    }

    @Test("counts the frames that are heard, not those of the last packet")
    func trimmed() throws {
        // Given IMA4 at 64 Hz: 30 packets are 30 seconds, 31 are not.
        func file(valid: Int64) throws -> AudioFileReader {
            try open(
                cafFile(
                    cafDescription(
                        rate: 64, id: "ima4", flags: 0, bytesPerPacket: 34, framesPerPacket: 64,
                        bits: 0),
                    cafPacketTable(packets: 0, valid: valid, remainder: Int32(31 * 64 - valid)),
                    cafData(Array(repeating: 0, count: 34 * 31))))
        }
        #expect(try systemSoundVerdict(of: file(valid: 30 * 64)).accepted)
        #expect(try systemSoundVerdict(of: file(valid: 30 * 64 + 1)).problem == .tooLong)
    }

    @Test("takes linear PCM and Apple IMA4 only")
    func formats() throws {
        for bytes in [smallCAF(), smallIMA4CAF(), smallAIFF(), smallAIFC(), smallWAV()] {
            #expect(try systemSoundVerdict(of: open(bytes)).accepted)
        }
        let refused = try systemSoundVerdict(of: open(smallAACCAF()))
        #expect(refused.problem == .unsupportedFormat)
        #expect(
            refused.reason
                == "AAC in Core Audio Format: only linear PCM and Apple IMA4 are accepted")
        #expect(
            refused.reason(lenientWith: "X=y")
                == "AAC in Core Audio Format: only linear PCM and Apple IMA4 are accepted; X=y "
                + "accepts whatever decodes, up to 30 s")
        let microsoft = wavFile(
            riffChunk("fmt ", wavFormat(tag: 0x11, block: 256, bits: 4, extra: [2, 0, 0xF9, 1])),
            riffChunk("data", Array(repeating: 0, count: 256)))
        #expect(
            try systemSoundVerdict(of: open(microsoft)).reason
                == "Microsoft (DVI) IMA ADPCM in WAVE: only linear PCM and Apple IMA4 are accepted")
    }

    @Test("when lenient still takes only what decodes, and thirty seconds of it")
    func lenient() throws {
        #expect(try systemSoundVerdict(of: open(smallWAV()), limits: .lenient).accepted)
        #expect(
            try systemSoundVerdict(of: open(smallAACCAF()), limits: .lenient).problem
                == .unsupportedFormat)
        #expect(
            try systemSoundVerdict(of: wav(rate: 8000, frames: 240_001), limits: .lenient).problem
                == .tooLong)
    }

    @Test(
        "takes the documented endings of names, in any case, and no others",
        arguments: [
            ("x.caf", true), ("x.aif", true), ("x.aiff", true), ("x.aifc", true), ("x.wav", true),
            ("x.wave", true), ("x.AIFF", true), ("folder.d/x.Wav", true), ("x.dat", false),
            ("x.wav.bak", false), ("x", false), (".wav", false), ("x.wav/y", false), ("x.", false),
        ])
    func names(name: String, isAccepted: Bool) throws {
        // The content does not have to be what the name says.
        let verdict = try systemSoundVerdict(of: open(smallWAV()), named: name)
        #expect(verdict.problem == (isAccepted ? nil : .undocumentedName))
        #expect(
            try systemSoundVerdict(of: open(smallWAV()), named: name, limits: .lenient).accepted)
        let limits = SystemSoundLimits(.documented, names: false)
        #expect(try systemSoundVerdict(of: open(smallWAV()), named: name, limits: limits).accepted)
    }

    @Test("says which names it takes, and what takes others")
    func nameReason() throws {
        let verdict = try systemSoundVerdict(of: open(smallWAV()), named: "x.dat")
        #expect(
            verdict.reason(lenientWith: "X=y")
                == "the name ends in .dat: only .caf, .aif, .aiff, .aifc, .wav, .wave are accepted; "
                + "X=y accepts whatever decodes, up to 30 s")
        #expect(
            try systemSoundVerdict(of: open(smallWAV()), named: "x").reason
                .hasPrefix("the name has no ending: "))
    }

    @Test("says of other kinds of file what they are")
    func foreign() {
        #expect(
            systemSoundVerdict(of: .m4a)
                == SystemSoundVerdict(
                    reason:
                        "MPEG-4 audio: only linear PCM and Apple IMA4 in CAF, AIFF or WAVE are accepted",
                    problem: .unsupportedContainer))
    }
}

@Suite("A file's inspection")
struct FileInspectionTests {
    @Test("has everything about a sound")
    func everything() throws {
        let inspection = try FileInspection(open(smallIMA4CAF()), path: "sounds/a.caf")
        #expect(inspection.path == "sounds/a.caf")
        #expect(inspection.type == "caf")
        #expect(inspection.mimeType == "audio/x-caf")
        #expect(inspection.format?.id == .appleIMA4)
        #expect(inspection.duration == 100.0 / 44100)
        #expect(inspection.packetCount == 2)
        #expect(inspection.frameCount == 100)
        #expect(inspection.packetSizeUpperBound == 34)
        #expect(inspection.maximumPacketSize == 34)
        #expect(inspection.dataOffset == Int64(smallIMA4CAF().count - 68))
        #expect(inspection.audioDataByteCount == 68)
        #expect(inspection.magicCookieBytes == nil)
        #expect(inspection.variableBitRate == false)
        #expect(inspection.systemSound.accepted)
        #expect(inspection.tags.map(\.value) == ["a name"])
        #expect(inspection.limitation == nil)
        #expect(inspection.nameMismatch == nil)
    }

    @Test("of a coding that is not decoded says so")
    func undecoded() throws {
        let inspection = try FileInspection(open(smallAACCAF()), path: "a.caf")
        #expect(inspection.variableBitRate == true)
        #expect(inspection.magicCookieBytes == 39)
        let other = try open(
            cafFile(
                cafDescription(
                    id: "QDM2", flags: 0, bytesPerPacket: 4, framesPerPacket: 9, bits: 0),
                cafData([1, 2, 3, 4])))
        #expect(
            try FileInspection(other, path: "a.caf").limitation
                == "holds QDesign Music, which is not decoded")
    }

    @Test("of another kind has its type and the reason")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("song.caf")
        try Data(Array("MThd".utf8) + [0, 0, 0, 6]).write(to: URL(fileURLWithPath: path))
        let inspection = try FileInspection(path: path)
        #expect(inspection.type == "midi")
        #expect(inspection.mimeType == "audio/midi")
        #expect(inspection.format == nil)
        #expect(inspection.limitation == "is MIDI, which is not supported")
        #expect(inspection.nameMismatch == "the name ends in .caf, but the content is MIDI")
    }

    @Test(
        "notes a name that does not fit the content",
        arguments: [
            ("voice.wav", .aiff, "the name ends in .wav, but the content is AIFF"),
            ("sound.dat", .wav, "the name ends in .dat, but the content is WAVE"),
            ("a.b/Sound.WAV", .wav, nil), ("sound.aif", .aifc, nil), ("long.wav", .rf64, nil),
            ("a.b/sound", .wav, nil), (".wav", .caf, nil), ("song.mp3", .mp3, nil),
        ] as [(String, ContainerKind, String?)])
    func names(path: String, kind: ContainerKind, expected: String?) {
        #expect(extensionMismatch(path: path, kind: kind) == expected)
    }

    /// A kind that `ContainerRegistry` does not list stops here, with its name.
    @Test("has a format for every kind", arguments: ContainerKind.allCases)
    func registered(kind: ContainerKind) {
        #expect(!kind.name.isEmpty && kind.mimeType.contains("/") && !kind.extensions.isEmpty)
        // Whatever is streamed or written can also be read.
        #expect(kind.isCut || !kind.isStreamed && !kind.isWritten)
    }

    @Test(
        "knows other kinds by their first bytes",
        arguments: [
            ("fLaC", .flac), ("OggS", .ogg), (".snd", .au), ("#!AMR\n", .amr), ("MThd", .midi),
            ("wvpk", .wavPack), ("\0\0\0\u{18}ftypM4B ", .m4b),
            ("\0\0\0\u{18}ftypqt  ", .quickTime),
            ("\0\0\0\u{18}ftyp3gp6", .threeGPP), ("\0\0\0\u{18}ftypisom", .mp4),
            ("\0\0\0\u{8}wide", .quickTime), ("ID3\u{4}\0\0\0\0\0\u{2}\0\0fLaC", .flac),
            ("ID3\u{4}\0\0\0\0\0\u{2}\0\0noise", .mp3),
            ("ID3\u{4}\0\0\u{7F}\u{7F}\u{7F}\u{7F}", .mp3),
        ] as [(String, ContainerKind)])
    func recognises(head: String, kind: ContainerKind) throws {
        #expect(try ContainerKind.recognise(MemoryBytes(Array(head.utf8))) == kind)
    }

    @Test(
        "tells the kinds of MPEG audio apart",
        arguments: [
            ([0xFF, 0xFB, 0x90, 0x00], .mp3), ([0xFF, 0xF3, 0x90, 0x00], .mp3),
            ([0xFF, 0xFD, 0x90, 0x00], .mp2), ([0xFF, 0xFF, 0x90, 0x00], .mp1),
            ([0xFF, 0xF1, 0x50, 0x80], .adts), ([0xFF, 0xFB, 0xF0, 0x00], nil),
            ([0xFF, 0xFB, 0x9C, 0x00], nil), ([0xFF, 0xEB, 0x90, 0x00], nil),
            ([0xFF, 0xF1, 0x7C, 0x80], nil), ([0xFF, 0xFB], nil),
        ] as [([UInt8], ContainerKind?)])
    func mpeg(head: [UInt8], kind: ContainerKind?) throws {
        #expect(try ContainerKind.recognise(MemoryBytes(head)) == kind)
    }
}
