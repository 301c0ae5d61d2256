import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import Simulation
import SoundCommands
import TestSupport
import Testing

@Suite("sori convert")
struct ConvertCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The bytes of all packets.
    private func audio(_ name: String) throws -> [UInt8] {
        let file = try folder.audioFile(name)
        var all: [UInt8] = []
        var packet: Int64 = 0
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let read = try bytes.withUnsafeMutableBytes { bytes in
                try file.readPackets(startingAt: packet, count: 1 << 16, into: bytes)
            }
            guard read.packetCount > 0 else { return all }
            all += bytes[..<read.byteCount]
            packet += Int64(read.packetCount)
        }
    }

    private static let frameCount = 12_345

    /// Makes a 16-bit stereo file with a title and an artist.
    private func makeSource(_ name: String = "in.wav", sampleRate: Double = 44_100) throws {
        let samples = (0..<2 * Self.frameCount).map { index in
            Int16(truncatingIfNeeded: (index * index) % 30_011 - 15_000)
        }
        try folder.makeAudioFile(name, samples: samples, sampleRate: sampleRate) {
            $0.properties.tags = [("title", "Tide"), ("artist", "Ebb")]
        }
    }

    @Test("brings 16-bit samples through every lossless kind unchanged")
    func lossless() throws {
        try makeSource()
        var names = ["in.wav", "a.aiff", "b.caf", "c.aifc", "d.wav"]
        #if FFmpeg
            names += ["e.m4a", "f.caf", "g.wav"]
        #endif
        for (from, to) in zip(names, names.dropFirst()) {
            if to == "e.m4a" {
                try folder.convert(from, to, "--format", "alac")
            } else {
                try folder.convert(from, to)
            }
            #expect(try folder.audioFile(to).frameCount() == Int64(Self.frameCount), "\(to)")
        }
        let (source, last) = (try audio("in.wav"), try audio("d.wav"))
        #expect(source == last)
        // AIFF has the same bytes in the other order.
        var swapped: [UInt8] = try audio("a.aiff")
        for index in stride(from: 0, to: swapped.count - 1, by: 2) {
            swapped.swapAt(index, index + 1)
        }
        #expect(swapped == source)
        #if FFmpeg
            // Packets of MPEG-4 are copied to CAF.
            #expect(try folder.audioFile("f.caf").format.id == .appleLossless)
            #expect(try audio("e.m4a") == audio("f.caf"))
            #expect(try audio("g.wav") == source)
        #endif
        // And the title was carried over.
        for name in names.dropFirst() {
            #expect(
                try folder.audioFile(name).tags().contains {
                    $0.key == "title" && $0.value == "Tide"
                }, "\(name)")
        }
    }

    @Test("carries texts to where there is a place for them, and names those without")
    func texts() throws {
        try folder.makeAudioFile("all.caf", .caf, samples: Array(repeating: 0, count: 200)) {
            $0.properties.tags = [
                ("title", "Tide"), ("album", "Sea"), ("genre", "Calm"), ("year", "1999"),
                ("track number", "3/12"), ("composer", "Moon"),
            ]
        }
        for name in ["a.aiff", "a.aifc", "a.wav"] {
            #expect(try folder.convert("all.caf", name) == "")
            let tags = try folder.audioFile(name).tags().sorted { $0.key < $1.key }
            #expect(
                tags.map { "\($0.key): \($0.value)" }
                    == [
                        "album: Sea", "composer: Moon", "genre: Calm", "title: Tide",
                        "track number: 3/12",
                        name == "a.wav" ? "recorded date: 1999" : "year: 1999",
                    ].sorted(), "\(name)")
        }
        #expect(
            try folder.convert("all.caf", "a.au").contains(
                "has no place for them: title, album, genre, year, track number, composer"))
    }

    @Test("carries a picture, the album's artist and the words where they have a place")
    func pictures() throws {
        let picture = [UInt8](repeating: 0xFF, count: 300)
        let tags = [("album artist", "Band"), ("lyrics", "la\nla"), ("title", "Song")]
        try folder.makeAudioFile("all.wav", samples: Array(repeating: 0, count: 200)) {
            $0.properties.tags = tags
            $0.properties.artwork = picture
        }
        var source = "all.wav"
        for name in ["a.aiff", "a.m4a", "b.m4a", "b.wav"] {
            let options = name.hasSuffix("m4a") ? ["--format", "alac"] : ["--format", "i16"]
            #expect(try folder.convert(source, name, options[0], options[1]) == "", "\(name)")
            let found = try folder.audioFile(name)
            #expect(try found.artwork() == picture, "\(name)")
            let texts = try found.tags().filter { $0.key != "encoding application" }
                .sorted { $0.key < $1.key }
            #expect(texts.map(\.key) == tags.map(\.0), "\(name)")
            #expect(texts.map(\.value) == tags.map(\.1), "\(name)")
            source = name
        }
        #expect(try folder.convert(source, "a.caf").contains("for them: the picture\n"))
    }

    @Test(
        "copies the whole file when nothing of it changes",
        // In AIFF-C the samples are little-endian.
        arguments: [("wav", ContainerKind.wav), ("caf", .caf), ("aifc", .aifc)])
    func unaltered(suffix: String, kind: ContainerKind) throws {
        let source = "in.\(suffix)"
        try folder.makeAudioFile(source, kind, samples: (0..<5000).map { Int16($0) }) {
            $0.properties.tags = [("title", "Tide"), ("artist", "Moon")]
        }
        #expect(try folder.convert(source, "copy.\(suffix)") == "")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(source)))
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: folder.file("copy.\(suffix)"))) == bytes)
    }

    @Test(
        "copies little-endian AIFF-C byte for byte, and writes the other order where it must",
        arguments: [("42ni", 24), ("sowt", 24), ("23ni", 32), ("sowt", 32)])
    func littleEndian(type: String, bits: UInt8) throws {
        func chunk(_ id: String, _ content: [UInt8]) -> [UInt8] {
            Array(id.utf8) + [0, 0, 0, UInt8(content.count)] + content
        }
        let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let samples = (0..<4 * (bits / 8)).map { $0 &* 37 &+ 5 }
        let form =
            Array("AIFC".utf8) + chunk("FVER", [0xA2, 0x80, 0x51, 0x40])
            + chunk("COMM", [0, 2, 0, 0, 0, 2, 0, bits] + rate + Array(type.utf8) + [0, 0])
            + chunk("abcd", [1, 2, 3, 4]) + chunk("SSND", [0, 0, 0, 0, 0, 0, 0, 0] + samples)
        let file = chunk("FORM", form)
        try folder.write(file, as: "in.aifc")
        #expect(try folder.convert("in.aifc", "a.aifc") == "")
        #expect(try folder.data("a.aifc") == file)
        // Asked for another order it is written in that order.
        try folder.convert("in.aifc", "b.aifc", "--format", "i\(bits)")
        let made = try folder.audioFile("b.aifc")
        #expect(made.format.flags.contains(.bigEndian) && made.format.bitsPerChannel == bits)
        try folder.convert("b.aifc", "c.wav")
        let bytes = try folder.data("c.wav")
        #expect(Array(bytes.suffix(samples.count)) == samples)
    }

    @Test("leaves a file that it replaces to those who could read it before")
    func permissions() throws {
        try makeSource()
        try folder.convert("in.wav", "out.caf")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.file("out.caf"))
        try folder.convert("in.wav", "out.caf", "--force")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out.caf"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test(
        "says that a file ends before its head does, and converts what is there",
        arguments: ["wav", "aiff", "caf"])
    func cutShort(kind: String) throws {
        try makeSource()
        try folder.convert("in.wav", "whole.\(kind)")
        let whole = try folder.data("whole.\(kind)")
        let reader = try folder.audioFile("whole.\(kind)")
        let end = try Int(reader.dataOffset + reader.dataByteCount())
        try folder.write(whole.prefix(end - 4000), as: "cut.\(kind)")
        let result = try folder.runConvert("cut.\(kind)", "out.caf")
        #expect(result.code == .badInput)
        #expect(result.errors.contains("ends early: 11345 of 12345 frames are there"))
        #expect(try folder.audioFile("out.caf").frameCount() == 11_345)
    }

    /// Moves the sound's chunk of a CAF file behind all others.
    private func soundLast(_ file: [UInt8]) -> [UInt8] {
        var (others, sound): ([UInt8], [UInt8]) = ([], [])
        var rest = file.dropFirst(8)
        while rest.count > 12 {
            let size = rest.dropFirst(4).prefix(8).reduce(0) { $0 << 8 | Int($1) }
            let chunk = rest.prefix(12 + size)
            if chunk.starts(with: Array("data".utf8)) { sound += chunk } else { others += chunk }
            rest = rest.dropFirst(12 + size)
        }
        return file.prefix(8) + others + sound
    }

    #if FFmpeg
        @Test("converts as much as there is of a file that ends early, and says so")
        func endsEarly() throws {
            try makeSource()
            try folder.convert("in.wav", "whole.caf", "--format", "alac")
            // The packet table precedes the sound, the end of which is missing.
            let whole = soundLast(try folder.data("whole.caf"))
            try folder.write(whole.dropLast(100), as: "early.caf")
            for name in ["out.wav", "out.caf"] {
                let result = try folder.runConvert("early.caf", name)
                #expect(result.code == .badInput)
                #expect(
                    result.errors.contains("ends early: 12288 of 12345 frames are there"),
                    "\(result.errors)")
                #expect(try folder.audioFile(name).frameCount() == 12_288)
            }
            // Without any packet there is nothing to convert.
            let byteCount = Int(try folder.audioFile("whole.caf").dataByteCount())
            try folder.write(whole.dropLast(byteCount - 100), as: "none.caf")
            #expect(try folder.failure("none.caf", "none.wav").code == .badInput)
            #expect(!folder.files.contains("none.wav"))
        }

        @Test("says that Apple Lossless keeps 24 bits, and how fast AAC can be")
        func limits() throws {
            try makeSource()
            try folder.convert("in.wav", "deep.caf", "--format", "i32")
            #expect(
                try folder.convert("deep.caf", "deep.m4a", "--format", "alac")
                    .contains("24 of 32 bits are kept"))
            #expect(
                try folder.failure("in.wav", "fast.m4a", "--bitrate", "600k").what
                    == "AAC of 44100 Hz and 2 channels takes at most 343980 bits a second")
        }
    #endif

    @Test(
        "makes the format that is asked for",
        arguments: [
            ("i8.wav", "i8", "lpcm", 8), ("i24.wav", "i24", "lpcm", 24),
            ("i32.caf", "BEI32", "lpcm", 32), ("f32.wav", "f32", "lpcm", 32),
            ("f64.caf", "LEF64", "lpcm", 64), ("u.wav", "ulaw", "ulaw", 8),
            ("a.aiff", "alaw", "alaw", 8), ("i.caf", "ima4", "ima4", 0),
        ])
    func formats(name: String, format: String, id: String, bits: UInt32) throws {
        try makeSource()
        try folder.convert("in.wav", name, "--format", format)
        let made = try folder.audioFile(name)
        #expect(made.format.id.rawValue.description == id)
        #expect(made.format.bitsPerChannel == bits)
        #expect(try made.frameCount() == Int64(Self.frameCount))
    }

    @Test("gives the exact length at another rate", arguments: [48_000, 8000, 44_101, 96_000])
    func rates(rate: Int) throws {
        try makeSource()
        try folder.convert("in.wav", "out.wav", "--rate", "\(rate)")
        let made = try folder.audioFile("out.wav")
        #expect(made.format.sampleRate == Double(rate))
        #expect(try made.frameCount() == Int64((Self.frameCount * rate + 44_099) / 44_100))
    }

    @Test("mixes to the channels that are asked for")
    func channels() throws {
        try makeSource()
        try folder.convert("in.wav", "mono.caf", "--channels", "1", "--format", "LEF32@22050")
        let made = try folder.audioFile("mono.caf").format
        #expect(made.channelCount == 1)
        #expect(made.sampleRate == 22_050)
        #expect(made.flags.contains(.float))
    }

    #if FFmpeg
        @Test("keeps AAC's packets, and what is left out of them, from kind to kind")
        func copies() throws {
            try makeSource()
            try folder.convert("in.wav", "a.m4a", "--bitrate", "96k")
            let source = try folder.audioFile("a.m4a")
            #expect(try source.frameCount() == Int64(Self.frameCount))
            for (from, to) in [("a.m4a", "b.caf"), ("b.caf", "c.m4a"), ("c.m4a", "d.aac")] {
                try folder.convert(from, to)
                #expect(try audio(to) == audio("a.m4a"), "\(to)")
            }
            for name in ["b.caf", "c.m4a"] {
                let copy = try folder.audioFile(name)
                #expect(try copy.packetTable() == source.packetTable())
                #expect(copy.magicCookie == source.magicCookie)
            }
            // A change of the sample rate needs a new encoding.
            try folder.convert("a.m4a", "e.m4a", "--rate", "22050")
            #expect(try folder.audioFile("e.m4a").frameCount() == Int64((Self.frameCount + 1) / 2))
            #expect(try audio("e.m4a") != audio("a.m4a"))
        }
    #endif

    @Test("replaces nothing unless it is told to, and never the file it reads")
    func overwriting() throws {
        try makeSource()
        try folder.write("mine".utf8, as: "out.wav")
        let error = try folder.failure("in.wav", "out.wav")
        #expect(error.code == .wrongUse)
        #expect(error.advice.contains("--force"))
        #expect(try folder.text("out.wav") == "mine")
        try folder.convert("in.wav", "out.wav", "--force")
        #expect(try audio("out.wav") == audio("in.wav"))
        // The source is recognised by any name.
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.wav"), withDestinationPath: folder.file("in.wav"))
        for name in ["in.wav", "link.wav"] {
            #expect(try folder.failure("in.wav", name, "--force").code == .wrongUse)
        }
        #expect(try folder.audioFile("in.wav").frameCount() == Int64(Self.frameCount))
        #expect(folder.files.allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test("leaves nothing behind when it is stopped")
    func stopped() throws {
        try makeSource()
        let test = TestConsole()
        let words = try arguments(
            [folder.file("in.wav"), folder.file("out.caf"), "--rate", "48000"],
            ConvertCommand.syntax)
        let error = #expect(throws: ProgramError.self) {
            _ = try ConvertCommand.run(
                words, test.console, terminalWidth: { 80 }, shouldEnd: { true })
        }
        #expect(error?.what == "stopped")
        #expect(folder.files == ["in.wav"])
    }

    @Test("says what is wrong, where, and what to do")
    func errors() throws {
        try makeSource()
        try folder.write("no sound".utf8, as: "text.wav")
        #expect(try folder.failure("none.wav", "a.wav").code == .badInput)
        #expect(try folder.failure("text.wav", "a.wav").code == .badInput)
        #expect(try folder.failure("in.wav", "a.wma").what == "Windows Media is not written")
        #expect(try folder.failure("in.wav", "a.xyz").what == "unknown file extension .xyz")
        #expect(try folder.failure("in.wav", "a").code == .wrongUse)
        #expect(try folder.failure("in.wav", "a.wav", "--format", "aac").code == .wrongUse)
        #expect(
            try folder.failure("in.wav", "a.caf", "--format", "opus", "--rate", "8000").code
                == .wrongUse)
        #expect(try folder.failure("in.wav", "a.wav", "--format", "i17").code == .wrongUse)
        #expect(try folder.failure("in.wav", "a.wav", "--rate", "0").code == .wrongUse)
        #expect(try folder.failure("in.wav", "a.wav", "--bitrate", "fast").code == .wrongUse)
        // Options that would have no effect are refused.
        #expect(try folder.failure("in.wav", "a.wav", "--bitrate", "128k").code == .wrongUse)
        #expect(
            try folder.failure("in.wav", "a.wav", "--rate", "48000", "--format", "LEF32@44100").code
                == .wrongUse)
        #expect(try folder.failure("in.wav", "a.wav", "--quality", "best").code == .wrongUse)
        #expect(try folder.failure("in.wav", "a.wav", "--container", "matroska").code == .wrongUse)
        #expect(try folder.failure("in.wav", "a.wav", "--dither", "--no-dither").code == .wrongUse)
        let missing = try folder.failure("in.wav", "missing/a.wav")
        #expect(missing.code == .wrongUse && missing.what == "there is no such folder")
        #expect(missing.place == folder.file("missing"))
        #if FFmpeg
            let seven = try folder.failure("in.wav", "a.aac", "--channels", "7")
            #expect(seven.what == "AAC in ADTS does not hold AAC of 7 channels")
            #expect(seven.advice == "write --channels 8 or --channels 6")
            let fast = try folder.failure("in.wav", "a.aac", "--rate", "192000")
            #expect(
                fast.what == "AAC in ADTS does not hold AAC of 192000 Hz and 2 channels")
            #expect(fast.advice == "write --rate 96000")
            let odd = try folder.failure("in.wav", "a.aac", "--rate", "50000")
            #expect(odd.advice == "write --rate 48000")
        #endif
        #expect(folder.files == ["in.wav", "text.wav"])
    }
}
