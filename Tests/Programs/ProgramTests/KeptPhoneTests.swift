import AudioModel
import CommandLineTool
import Foundation
import PhoneCommands
import SoundPolicy
import TestSupport
import Testing

@Suite("The state of a phone with a name")
struct KeptPhoneTests {
    /// A phone that keeps something in every field.
    private static var full: KeptPhone {
        var configuration = PolicyConfiguration()
        configuration.settingsOff = [.vibrateOnRing, .keyboardClicks]
        configuration.ringerVolume = 0.4375
        var machine = PolicyMachine(configuration)
        for event: DeviceEvent in [
            .volumeSet(.media, 0.3), .portPlugged(.headphones), .volumeSet(.media, 0.7),
        ] {
            _ = machine.handle(.device(event), at: .zero)
        }
        var kept = KeptPhone(profile: .ios8)
        kept.ringSwitch = .silent
        kept.hasPasscode = true
        kept.memory = machine.memory
        kept.contentNumber = 7
        kept.lastUsed = 1_796_022_000
        for key in ["org.example.Blog", "Spiel \"Größe\"\n/..", ""] {
            _ = kept.install(
                InstalledProgram(key: key, path: "/a b/\(key)", arguments: ["-x", key]))
        }
        return kept
    }

    @Test("comes back as it was")
    func roundTrip() throws {
        for kept in [KeptPhone(), Self.full] {
            #expect(try KeptPhone(kept.text.utf8) == kept)
        }
        let memory = try #require(Self.full.memory)
        #expect(memory.mediaVolumes.map(\.volume) == [0.3, 0.7])
    }

    @Test("does no harm where bytes are damaged or missing, at each position")
    func damage() throws {
        let bytes = Array(Self.full.text.utf8)
        // It is whole with its last bracket, before the line end.
        for count in 0..<bytes.count - 1 {
            #expect(throws: KeptPhoneError.damaged) { try KeptPhone(bytes[..<count]) }
        }
        var readCount = 0
        for position in bytes.indices {
            for byte: UInt8 in [0, 0x20, 0x22, 0x39, 0x65, 0x7D, 0xFF, bytes[position] ^ 1] {
                var changed = bytes
                changed[position] = byte
                // What is read can be kept again, and is a phone that can be switched on.
                guard let kept = try? KeptPhone(changed) else { continue }
                readCount += 1
                #expect(try KeptPhone(kept.text.utf8) == kept)
                var configuration = PolicyConfiguration()
                configuration.memory = kept.memory
                let volume = PolicyMachine(configuration).memory.ringerVolume
                #expect((0...1).contains(volume))
            }
        }
        #expect(readCount > 0)
    }

    @Test(
        "is refused where it is none",
        arguments: [
            "", "{}", "[]", "null", "7", "{\"version\": 0}", "{\"version\": \"1\"}",
            "{\"version\": 1}", "{\"version\": 1e99}", String(repeating: "[", count: 100_000),
        ])
    func nonsense(text: String) {
        #expect(throws: KeptPhoneError.damaged) { try KeptPhone(text.utf8) }
    }

    @Test(
        "is refused with values that no phone has",
        arguments: [
            ("\"profile\" : 8", "\"profile\" : 9"), ("\"silent\"", "\"loud\""),
            ("\"contentNumber\" : 7", "\"contentNumber\" : 0"),
            ("\"contentNumber\" : 7", "\"contentNumber\" : 9223372036854775807"),
            ("\"lastUsed\" : 1796022000", "\"lastUsed\" : -1"),
            ("\"lastUsed\" : 1796022000", "\"lastUsed\" : 9223372036854775807"),
            ("\"ringerVolume\" : 0.4375", "\"ringerVolume\" : 1e300"),
        ])
    func impossible(old: String, new: String) {
        let text = Self.full.text
        #expect(text.contains(old))
        #expect(throws: KeptPhoneError.damaged) {
            try KeptPhone(text.replacing(old, with: new).utf8)
        }
    }

    @Test("is told from that of a later version")
    func newer() {
        let text = Self.full.text.replacing("\"version\" : 1", with: "\"version\" : 2")
        #expect(throws: KeptPhoneError.newer(version: 2)) { try KeptPhone(text.utf8) }
        #expect(throws: KeptPhoneError.newer(version: 3)) {
            try KeptPhone("{\"version\": 3, \"all\": \"else\"}".utf8)
        }
    }

    @Test("has a program once, and a limited number of them")
    func programs() {
        var kept = KeptPhone()
        func install(_ key: String, _ path: String) -> Bool {
            kept.install(InstalledProgram(key: key, path: path, arguments: []))
        }
        for number in 0..<KeptPhone.programsMax { #expect(install("\(number)", "/a")) }
        #expect(!install("one more", "/a"))
        #expect(install("3", "/b"))
        #expect(kept.programs.count == KeptPhone.programsMax && kept.programs[3].path == "/b")
    }

    @Test("keeps nothing but the generation when it is erased")
    func erased() {
        var expected = KeptPhone(profile: .ios8)
        expected.contentNumber = 8
        expected.lastUsed = 1_796_022_000
        #expect(Self.full.erased == expected)
        #expect(KeptPhone.contentNumber(after: 1_000_000_000) == 1)
    }
}

@Suite("The name of a phone")
struct PhoneNameTests {
    @Test(
        "is of any script",
        arguments: [
            "kitchen", "Anna's phone", "Küche", "台所", "مطبخ", "می\u{200C}خواهم", "a.b", "a-b", "1",
            "👩\u{200D}🍳",
            String(repeating: "x", count: 50),
        ])
    func possible(name: String) throws {
        #expect(try PhoneName(name).text == name)
    }

    @Test(
        "is refused where a folder or a line could not have it",
        arguments: [
            "", ".", "..", ".gone-1", "-x", "a/b", "../a", "/", " a", "a ", "a\nb", "a\0b",
            "a\u{1B}[1m",
            "a\u{202E}b", "\u{FEFF}a", "a\u{2028}b", String(repeating: "x", count: 51),
            String(repeating: "台", count: 50) + "\u{301}\u{302}"
                + String(repeating: "\u{303}", count: 60),
        ])
    func impossible(name: String) {
        #expect(throws: ProgramError.self) { try PhoneName(name) }
    }

    @Test("is the same with composed and with combining characters")
    func composed() throws {
        #expect(try PhoneName("Ku\u{308}che") == PhoneName("K\u{FC}che"))
        #expect(try PhoneName("Ku\u{308}che").text.unicodeScalars.count == 5)
    }
}

@Suite("The folders of phones with names")
struct NamedPhonesTests {
    private let folder: TemporaryFolder
    private let phones: NamedPhones

    init() throws {
        folder = try TemporaryFolder()
        phones = NamedPhones(path: folder.file("state/phones"))
    }

    private func name(_ text: String) throws -> PhoneName { try PhoneName(text) }

    /// Makes a phone that keeps something, and shuts it down.
    private func make(_ text: String, _ profile: PhoneProfile = .ios17) throws {
        var kept = KeptPhone(profile: profile)
        kept.ringSwitch = .silent
        let phone = try NamedPhone(try name(text), in: phones)
        try phone.begin(kept)
        let home = phone.home(of: "Blog")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try "words".write(toFile: home + "/diary", atomically: true, encoding: .utf8)
        phone.end()
    }

    private func state(_ text: String) throws -> KeptPhone? {
        try PhoneFiles.read(in: phones.folder(of: try name(text)))
    }

    private func statePath(_ text: String) throws -> String {
        phones.folder(of: try name(text)) + "/phone.json"
    }

    @Test("are none before the first phone, and are sorted then")
    func names() throws {
        #expect(phones.names.isEmpty)
        for text in ["kitchen", "Bad", "台所"] { try make(text) }
        try "file".write(toFile: phones.path + "/notes", atomically: true, encoding: .utf8)
        #expect(phones.names.map(\.text) == ["Bad", "kitchen", "台所"])
    }

    @Test("are of this user alone")
    func permissions() throws {
        try make("kitchen")
        for path in ["", "/kitchen", "/kitchen/content-1", "/kitchen/phone.json", "/kitchen/lock"] {
            var status = stat()
            #expect(
                stat(phones.path + path, &status) == 0 && status.st_mode & 0o077 == 0, "\(path)")
        }
    }

    @Test("are one process's at a time, which is named")
    func lock() throws {
        try make("kitchen")
        let phone = try NamedPhone(try name("kitchen"), in: phones)
        #expect(PhoneLock.holder(in: phone.folder) == .process(getpid()))
        for act: () throws -> Void in [
            { _ = try NamedPhone(try name("kitchen"), in: phones) },
            { try phones.delete(try name("kitchen")) },
            { try phones.erase(try name("kitchen")) },
            { try phones.clone(try name("kitchen"), as: try name("bath")) },
        ] {
            let error = #expect(throws: ProgramError.self) { try act() }
            #expect(error?.what == "the phone 'kitchen' runs as process \(getpid())")
            #expect(error?.advice == "end it first: sori phone ctl --name kitchen quit")
        }
        phone.end()
        #expect(PhoneLock.holder(in: phone.folder) == .none)
        #expect(try state("kitchen")?.ringSwitch == .silent)
        _ = try NamedPhone(try name("kitchen"), in: phones)
    }

    @Test("go with all that they have")
    func delete() throws {
        try make("kitchen")
        try make("bath")
        // A process that was killed while it deleted one has left it.
        try FileManager.default.createDirectory(
            atPath: phones.path + "/.gone-1/phone", withIntermediateDirectories: true)
        try phones.delete(try name("kitchen"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: phones.path) == ["bath"])
        let error = #expect(throws: ProgramError.self) { try phones.delete(try name("batb")) }
        #expect(error?.advice == "did you mean 'bath'?")
    }

    @Test("keep their names and generations when they are erased")
    func erase() throws {
        try make("kitchen", .ios8)
        #expect(try phones.erase(try name("kitchen")))
        let kept = try #require(try state("kitchen"))
        #expect(kept.profile == .ios8 && kept.ringSwitch == .ring && kept.contentNumber == 2)
        let folder = phones.folder(of: try name("kitchen"))
        #expect(PhoneFiles.contentNumbers(in: folder).isEmpty)
        let phone = try NamedPhone(try name("kitchen"), in: phones)
        #expect(phone.home(of: "Blog") == folder + "/content-2/apps/Blog")
    }

    @Test("lose nothing when their state is damaged or newer, and can begin again")
    func unreadable() throws {
        try make("kitchen")
        let path = try statePath("kitchen")
        for (text, what) in [
            ("{", "the state of the phone 'kitchen' cannot be read"),
            (
                "{\"version\": 2}",
                "the phone 'kitchen' is kept in version 2, and this sori knows 1"
            ),
        ] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let error = #expect(throws: ProgramError.self) {
                try NamedPhone(try name("kitchen"), in: phones)
            }
            #expect(error?.what == what && error?.place == path && error?.code == .badInput)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
        #expect(throws: ProgramError.self) { try phones.erase(try name("kitchen")) }
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try !phones.erase(try name("kitchen")))
        #expect(try state("kitchen")?.profile == .ios17)
        #expect(try state("kitchen")?.contentNumber == 2)
    }

    @Test("are copied with all that they have")
    func clone() throws {
        try make("kitchen", .ios13)
        try phones.clone(try name("kitchen"), as: try name("bath"))
        #expect(try state("bath") == state("kitchen"))
        let home = try NamedPhone(try name("bath"), in: phones).home(of: "Blog")
        #expect(try String(contentsOfFile: home + "/diary", encoding: .utf8) == "words")
        #expect(throws: ProgramError.self) {
            try phones.clone(try name("kitchen"), as: try name("bath"))
        }
        #expect(phones.names.map(\.text) == ["bath", "kitchen"])
    }

    @Test("are listed with their state")
    func list() throws {
        try make("kitchen", .ios8)
        try make("台所")
        try "{".write(toFile: try statePath("台所"), atomically: true, encoding: .utf8)
        let phone = try NamedPhone(try name("kitchen"), in: phones)
        let listed = phones.names.map { ListedPhone($0, in: phones) }
        let start = "kitchen  iOS 8   running as process \(getpid())"
        #expect(listed[0].line(nameWidth: 7, stateWidth: 9).hasPrefix(start))
        #expect(
            listed[1].line(nameWidth: 7, stateWidth: 9) == "台所     -       its state cannot be read"
        )
        #expect(
            listed.map(\.json.compactText) == [
                "{\"name\": \"kitchen\", \"profile\": 8, \"state\": \"running\", "
                    + "\"process\": \(getpid()), \"lastUsed\": 0, \"apps\": []}",
                "{\"name\": \"台所\", \"profile\": null, \"state\": \"damaged\", "
                    + "\"process\": null, \"lastUsed\": null, \"apps\": []}",
            ])
        phone.end()
        #expect(
            ListedPhone(try name("kitchen"), in: phones).line(nameWidth: 7, stateWidth: 9).contains(
                "shut down"))
    }

    @Test("have a home for each program, whatever its name")
    func homes() {
        let keys = ["Blog", "org.example.Blog", "", ".", "..", "a/b", "a_b", "_a_b", "Größe", "~"]
        let long = [String(repeating: "x", count: 80), String(repeating: "x", count: 81)]
        let names = (keys + long).map { NamedPhone.folderName(of: $0) }
        #expect(Set(names).count == names.count)
        #expect(names[0] == "Blog" && names[1] == "org.example.Blog")
        #expect(names.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") && $0.utf8.count < 110 })
    }
}
