import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import SoundCommands
import TestSupport
import Testing

@Suite("sori info")
struct InfoCommandTests {
    private let test = TestConsole()

    /// An invented inspection of a file, with every property set.
    private static func known() throws -> FileInspection {
        let folder = try TemporaryFolder()
        try folder.writeWAV([], rate: 8000, as: "a.wav")
        var file = try FileInspection(path: folder.file("a.wav"))
        file.path = "lesson.dat"
        file.kind = .caf
        file.format = StreamFormat(
            sampleRate: 44100, id: .appleIMA4, bytesPerPacket: 68, framesPerPacket: 64,
            bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
        file.duration = 2
        file.packetCount = 1379
        file.frameCount = 88200
        file.packetSizeUpperBound = 68
        file.maximumPacketSize = 68
        file.dataOffset = 4096
        file.audioDataByteCount = 93772
        file.missingAudio = .frames(found: 88200, stated: 90000)
        file.magicCookieBytes = nil
        file.variableBitRate = false
        file.bitRate = 375_088
        file.packetTable = PacketTable(validFrames: 88200, primingFrames: 40, remainderFrames: 16)
        file.formatList = [file.format, file.format].compactMap { $0 }
        file.channelLayout = "left, right"
        file.chunks = ["desc", "data"]
        file.systemSound = SystemSoundVerdict(reason: "Apple IMA4 in CAF, 2 seconds")
        file.tags = [("title", "One\u{1B}"), ("artist", "A"), ("title", "Two")]
        file.pictures = [
            (AttachedPicture(mimeType: "image/png", description: "Sea", bytes: []), 70)
        ]
        file.chapters = [AudioChapter(start: 1.5, title: "Ebb")]
        file.otherParts = ["PRIV:x"]
        var part = LaterPart(number: 2, start: 1.75)
        part.texts = [("title", "Flow"), ("artist", "B")]
        part.pictureCount = 1
        part.unread = ["lyrics"]
        file.laterParts = [part]
        file.limitation = nil
        file.nameMismatch = "the name ends in .dat, but the content is CAF"
        return file
    }

    /// The inspection of a file that is recognised, but cannot be played.
    private static func recognised() throws -> FileInspection {
        let folder = try TemporaryFolder()
        try folder.write("MThd, and then nothing".utf8, as: "x.mid")
        var file = try FileInspection(path: folder.file("x.mid"))
        file.path = "x.mid"
        return file
    }

    private func run(_ words: [String]) throws -> ExitCode {
        let known = try Self.known()
        let recognised = try Self.recognised()
        return try InfoCommand.run(try arguments(words, InfoCommand.syntax), test.console) {
            path throws(ProgramError) in
            switch path {
            case "lesson.dat": return known
            case "x.mid": return recognised
            default: throw ProgramError(.badInput, "is empty", in: path)
            }
        }
    }

    @Test("prints one aligned line a fact, and nothing for what is not known")
    func text() throws {
        #expect(try run(["lesson.dat", "x.mid"]) == .badInput)
        #expect(
            test.output.text == """
                lesson.dat
                  type          Core Audio Format (caf), audio/x-caf
                  uniform type  com.apple.coreaudio-format
                  format        Apple IMA4, 44100 Hz, stereo
                  or            Apple IMA4, 44100 Hz, stereo
                  channels      left, right
                  duration      2.000 s
                  bit rate      375.1 kbit/s
                  frames        88200, after 40 of priming and before 16 of remainder
                  packets       1379 of 68 bytes
                  audio data    93772 bytes from byte 4096 on
                  ends early    88200 of 90000 frames are there
                  parts         desc data
                  system sound  yes: Apple IMA4 in CAF, 2 seconds
                  name          the name ends in .dat, but the content is CAF
                  tag title     One\u{FFFD}
                  tag artist    A
                  tag title     Two
                  picture       front cover, image/png, 70 bytes, Sea
                  chapter       1.500 s  Ebb
                  other tags    PRIV:x
                  part 2        from 1.750 s on
                  tag title     Flow
                  tag artist    B
                  pictures      1 other picture
                  other tags    lyrics

                x.mid
                  type          MIDI (midi), audio/midi
                  uniform type  public.midi-audio
                  system sound  no: MIDI: only linear PCM and Apple IMA4 in CAF, AIFF or WAVE
                                are accepted
                  cannot play   is MIDI, which is not supported

                """)
    }

    @Test("prints an object a file")
    func json() throws {
        #expect(try run(["lesson.dat", "x.mid", "--json"]) == .badInput)
        #expect(
            test.output.lines[0] == """
                {"path": "lesson.dat", "type": "caf", "mimeType": "audio/x-caf", \
                "uniformType": "com.apple.coreaudio-format", "format": {"id": "ima4", "sampleRate": 44100, "channels": 2, \
                "bitsPerChannel": 0, "bytesPerPacket": 68, "framesPerPacket": 64, "flags": 0}, \
                "duration": 2, "packetCount": 1379, "frameCount": 88200, \
                "packetSizeUpperBound": 68, "maximumPacketSize": 68, "dataOffset": 4096, \
                "audioDataByteCount": 93772, "endsEarly": true, "magicCookieBytes": null, \
                "variableBitRate": false, \
                "systemSound": {"accepted": true, "reason": "Apple IMA4 in CAF, 2 seconds"}, \
                "bitRate": 375088, "primingFrames": 40, "remainderFrames": 16, \
                "formatList": [{"id": "ima4", "sampleRate": 44100, "channels": 2, \
                "bitsPerChannel": 0, "bytesPerPacket": 68, "framesPerPacket": 64, "flags": 0}, \
                {"id": "ima4", "sampleRate": 44100, "channels": 2, \
                "bitsPerChannel": 0, "bytesPerPacket": 68, "framesPerPacket": 64, "flags": 0}], \
                "channelLayout": "left, right", "chunks": ["desc", "data"], \
                "tags": {"title": "One\\u001b; Two", "artist": "A"}, \
                "pictures": [{"kind": "front cover", "mimeType": "image/png", \
                "description": "Sea", "bytes": 70}], \
                "chapters": [{"start": 1.5, "title": "Ebb", "subtitle": "", "link": "", \
                "pictures": 0}], \
                "laterParts": [{"start": 1.75, "tags": {"title": "Flow", "artist": "B"}, \
                "otherPictures": 1}], "otherTags": ["PRIV:x"], \
                "nameMismatch": "the name ends in .dat, but the content is CAF", \
                "limitation": null}
                """)
        for line in test.output.lines {
            _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
    }

    @Test("lists packets as they stand in the file")
    func packets() throws {
        let folder = try TemporaryFolder()
        try folder.writeWAV([0, 0.25, 0.5, 0.75, 1], rate: 8000, as: "a.wav")
        let words = [folder.file("a.wav"), "--packets", "--from", "1", "--count", "2"]
        // In text, packets follow the facts.
        let code = try InfoCommand.run(try arguments(words, InfoCommand.syntax), test.console)
        #expect(code == .done)
        #expect(
            test.output.text.hasSuffix(
                """

                    packet          byte    bytes  frames   first frame
                         1             2        2       1             1
                         2             4        2       1             2

                """))
        // In JSON, they are a member of the object.
        let json = TestConsole()
        _ = try InfoCommand.run(try arguments(words + ["--json"], InfoCommand.syntax), json.console)
        #expect(
            json.output.text.hasSuffix(
                """
                , "packets": [\
                {"index": 1, "byte": 2, "bytes": 2, "frames": 1, "firstFrame": 1}, \
                {"index": 2, "byte": 4, "bytes": 2, "frames": 1, "firstFrame": 2}]}

                """))
        _ = try JSONSerialization.jsonObject(with: Data(json.output.text.utf8))
    }

    @Test("says of a stopped recording that apps take it as empty")
    func unfinished() throws {
        // Given a WAVE file of five frames; its recorder was killed before it wrote the sizes.
        let folder = try TemporaryFolder()
        try folder.writeWAV([0, 0.25, 0.5, 0.75, 1], rate: 8000, as: "a.wav")
        var bytes = try folder.data("a.wav")
        let data = try #require(
            bytes.indices.dropLast(4).first { bytes[$0...].starts(with: "data".utf8) })
        for index in [4, data + 4] { bytes.replaceSubrange(index..<index + 4, with: [0, 0, 0, 0]) }
        try folder.write(bytes, as: "a.wav")
        // Then apps find nothing, sori finds it all, and says so.
        #expect(try folder.audioFile("a.wav").frameCount() == 0)
        let words = try arguments([folder.file("a.wav")], InfoCommand.syntax)
        #expect(try InfoCommand.run(words, test.console) == .done)
        #expect(test.output.text.contains("frames        5\n"))
        #expect(test.output.text.contains("unfinished    its header says that it has no sound"))
        #expect(try folder.convert("a.wav", "b.wav") == "")
        #expect(try folder.audioFile("b.wav").frameCount() == 5)
    }

    @Test func `says the types of a file that is no sound`() throws {
        // Given a picture, a text, a file of an unknown kind, and noise that is named as a sound.
        let folder = try TemporaryFolder()
        try folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1], as: "sea.jpg")
        try folder.write("Hello.".utf8, as: "notes.txt")
        try folder.write([0, 1, 2, 0x7F], as: "a.zzz")
        try folder.write([0, 1, 2, 0x7F], as: "a.wav")
        let paths = ["sea.jpg", "notes.txt", "a.zzz", "a.wav"].map { folder.file($0) }
        // When they are described.
        let code = try InfoCommand.run(try arguments(paths, InfoCommand.syntax), test.console)
        // Then the picture is one by its bytes, and the sound alone is in error.
        #expect(code == .badInput)
        #expect(
            test.errors.text
                == "sori: \(paths[3]): is not an audio file of a supported format\n"
                + "3 of 4 done, 1 failed\n")
        #expect(
            test.output.text == """
                \(paths[0])
                  type          image/png
                  uniform type  public.png
                  conforms to   public.image, public.data, public.content, public.item
                  sound         none: it is not an audio file of a supported format

                \(paths[1])
                  type          text/plain
                  uniform type  public.plain-text
                  conforms to   public.text, public.data, public.content, public.item
                  sound         none: it is not an audio file of a supported format

                \(paths[2])
                  type          application/octet-stream
                  uniform type  dyn.ah62d4rv4ge81y8x4
                  conforms to   public.data, public.item
                  sound         none: it is not an audio file of a supported format

                """)
    }

    @Test func `prints an object also for a file that is no sound`() throws {
        let folder = try TemporaryFolder()
        try folder.write("Hello.".utf8, as: "notes.txt")
        let path = folder.file("notes.txt")
        let words = try arguments([path, "--json", "--packets"], InfoCommand.syntax)
        #expect(try InfoCommand.run(words, test.console) == .done)
        #expect(
            test.output.text == """
                {"path": "\(path)", "type": null, "mimeType": "text/plain", \
                "uniformType": "public.plain-text", \
                "conformsTo": ["public.text", "public.data", "public.content", "public.item"], \
                "limitation": "is not an audio file of a supported format"}

                """)
    }

    @Test("refuses to choose among packets that are not to be listed")
    func choiceWithoutList() throws {
        let words = try arguments(["a.wav", "--count", "2"], InfoCommand.syntax)
        let error = #expect(throws: ProgramError.self) {
            try InfoCommand.run(words, test.console)
        }
        #expect(error?.code == .wrongUse)
    }

    @Test("goes on after a file that cannot be read, and ends with 3")
    func unreadable() throws {
        #expect(try run(["none", "x.mid"]) == .badInput)
        #expect(test.errors.text == "sori: none: is empty\n1 of 2 done, 1 failed\n")
        #expect(test.output.text.hasPrefix("x.mid\n"))
    }
}

@Suite("sori explain")
struct ExplainCommandTests {
    @Test(
        "knows a code by number, four characters and name",
        arguments: [
            ("-1500", "kAudioServicesSystemSoundUnspecifiedError"),
            ("!int", "cannotInterruptOthers"),
            ("'!int'", "cannotInterruptOthers"), ("560557684", "cannotInterruptOthers"),
            ("0x21696E74", "cannotInterruptOthers"),
            ("CANNOTinterruptothers", "cannotInterruptOthers"),
            ("4294965796", "kAudioServicesSystemSoundUnspecifiedError"),
        ])
    func known(word: String, name: String) {
        #expect(StatusCode.matching(word).map(\.name) == [name])
    }

    @Test("knows every code that the policy can answer", arguments: SessionError.allCases)
    func complete(error: SessionError) {
        #expect(!StatusCode.matching(String(error.rawValue)).isEmpty)
    }

    @Test(
        "knows the codes that say that nothing went wrong, and those that are met seldom",
        arguments: [
            ("none", "none"), ("kAudioServicesNoError", "kAudioServicesNoError"),
            ("-38", "kAudioFileNotOpenError"),
            ("'dep?'", "kAudioFileInvalidPacketDependencyError"),
            ("badParam", "badParam"), ("!pth", "kAudio_BadFilePathError"),
            ("kAudioFormatUnspecifiedError", "kAudioFormatUnspecifiedError"),
            ("kAudioFileStreamError_InvalidFile", "kAudioFileStreamError_InvalidFile"),
        ])
    func seldom(word: String, name: String) {
        #expect(StatusCode.matching(word).map(\.name) == [name])
    }

    @Test("says every name of a shared number")
    func shared() {
        #expect(
            StatusCode.matching("!act").map(\.name) == ["isBusy", "kAudioSessionNotActiveError"])
        #expect(StatusCode.matching("-50").map(\.name) == ["kAudio_ParamError", "badParam"])
    }

    @Test("has each name once, and a sentence for each")
    func table() {
        let names = StatusCode.all.map(\.name)
        #expect(Set(names).count == names.count)
        for code in StatusCode.all { #expect(code.meaning.count > 10) }
    }

    @Test("refuses what is no code", arguments: ["abc", "0xZZ", "99999999999", "'abcd", "💥", ""])
    func unknown(word: String) throws {
        let words = try arguments(["--", word], ExplainCommand.syntax)
        let error = #expect(throws: ProgramError.self) {
            try ExplainCommand.run(words, TestConsole().console)
        }
        #expect(error?.code == .wrongUse)
    }
}
