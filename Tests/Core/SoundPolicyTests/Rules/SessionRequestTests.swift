import AudioModel
import SoundPolicy
import Testing

/// The categories that allow one option or mode.
struct Permission<Subject: Sendable>: Sendable, CustomStringConvertible {
    var name: String
    var subject: Subject
    var categories: [SessionCategory]

    init(_ name: String, _ subject: Subject, _ categories: [SessionCategory]) {
        self.name = name
        self.subject = subject
        self.categories = categories
    }

    var description: String { name }
}

@Suite("The options of a category")
struct OptionValidityTests {
    /// Typed by hand from the comments of the public AVAudioSession header, Apple's sample of
    /// speech recognition and reports from devices (`docs/facts.md`). The first iPhone's two
    /// categories behave as ambient and as playback; options that a category implies are accepted,
    /// except for AirPlay.
    static let table: [Permission<SessionOptions>] = [
        Permission(
            "mixWithOthers", .mixWithOthers,
            [
                .userInterfaceSoundEffects, .ambient, .playback, .liveAudio, .playAndRecord,
                .multiRoute,
            ]),
        Permission(
            "duckOthers", .duckOthers,
            [
                .userInterfaceSoundEffects, .ambient, .playback, .liveAudio, .record,
                .playAndRecord, .multiRoute,
            ]),
        Permission("allowBluetooth", .allowBluetooth, [.record, .playAndRecord]),
        Permission("defaultToSpeaker", .defaultToSpeaker, [.playAndRecord]),
        Permission(
            "interruptSpokenAudioAndMixWithOthers", .interruptSpokenAudioAndMixWithOthers,
            [.playback, .liveAudio, .playAndRecord, .multiRoute]),
        Permission(
            "allowBluetoothA2DP", .allowBluetoothA2DP,
            [
                .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio,
                .playAndRecord,
            ]),
        Permission("allowAirPlay", .allowAirPlay, [.playAndRecord]),
        Permission(
            "overrideMutedMicrophoneInterruption", .overrideMutedMicrophoneInterruption,
            [.record, .playAndRecord, .multiRoute]),
    ]

    @Test("are all in the table")
    func complete() {
        #expect(OptionValidityTests.table.map(\.name) == SessionOptions.named.map(\.name))
        #expect(OptionValidityTests.table.map(\.subject) == SessionOptions.named.map(\.option))
    }

    @Test("fit the categories that the header names, and no other", arguments: table)
    func cells(permission: Permission<SessionOptions>) {
        for category in SessionCategory.allCases {
            #expect(
                areValid(permission.subject, with: category)
                    == permission.categories.contains(category), "\(category)")
        }
    }

    @Test("fit together where each fits, and do not where one does not", arguments: table, table)
    func pairs(one: Permission<SessionOptions>, other: Permission<SessionOptions>) {
        for category in SessionCategory.allCases {
            #expect(
                areValid(one.subject.union(other.subject), with: category)
                    == (one.categories.contains(category) && other.categories.contains(category)),
                "\(category)")
        }
    }

    @Test("of AirPlay may be said where it is implied, if the user says so")
    func impliedAirPlay() {
        let takers = SessionCategory.allCases.filter {
            areValid(.allowAirPlay, with: $0, takesImpliedAirPlay: true)
        }
        #expect(
            takers == [
                .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio,
                .playAndRecord,
            ])
        #expect(!areValid(.defaultToSpeaker, with: .playback, takesImpliedAirPlay: true))
    }

    @Test("may be none", arguments: SessionCategory.allCases)
    func none(category: SessionCategory) {
        #expect(areValid([], with: category))
    }

    @Test("have no other bits", arguments: SessionCategory.allCases)
    func unknownBits(category: SessionCategory) {
        // 0x10 is half of an option that has two bits.
        for bits in [0x10, 0x100, 0x8000_0000, .max] as [UInt] {
            #expect(!areValid(SessionOptions(rawValue: bits), with: category))
        }
    }

    @Test("make a session mix where they duck, but not to record, and no others", arguments: table)
    func effects(permission: Permission<SessionOptions>) {
        let options = permission.subject
        for category in permission.categories {
            let mixes = options == .duckOthers && category != .record
            #expect(
                effective(options, with: category)
                    == (mixes ? [.duckOthers, .mixWithOthers] : options), "\(category)")
        }
    }

    @Test("to duck others leave a recorder as it is: it interrupts, and lowers nobody")
    func duckingRecorder() {
        var phone = Phone()
        phone.launch(
            .music, Session(category: .playback, options: .mixWithOthers), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game)
        let asked = phone.after(
            .zero, .app(.game, .setCategory(.record, .measurement, .duckOthers, .default)))
        #expect(asked.refusal == nil)
        phone.after(.zero, .app(.game, .activate))
        let facts = phone.machine.session(of: .game)
        #expect(facts?.options == .duckOthers && facts?.mode == .measurement)
        #expect(phone.machine.verdict(of: .song)?.factors.contains { $0.kind == .duck } == false)
        #expect(
            interrupts(
                Session(category: .record, options: .duckOthers), Session(category: .playback),
                rules: RuleSet(off: [])))
    }
}

@Suite("The modes of a category")
struct ModeValidityTests {
    /// Typed by hand from the Audio Session Programming Guide, table B-2, the public header, and
    /// for the last two from reports from devices (`docs/facts.md`).
    static let table: [Permission<SessionMode>] = [
        Permission("default", .default, SessionCategory.allCases),
        Permission("voiceChat", .voiceChat, [.playAndRecord]),
        Permission("gameChat", .gameChat, [.playAndRecord]),
        Permission("videoRecording", .videoRecording, [.record, .playAndRecord]),
        Permission("measurement", .measurement, [.playback, .liveAudio, .record, .playAndRecord]),
        Permission("moviePlayback", .moviePlayback, [.playback, .liveAudio]),
        Permission("videoChat", .videoChat, [.playAndRecord]),
        Permission(
            "spokenAudio", .spokenAudio, [.playback, .liveAudio, .playAndRecord, .soloAmbient]),
        Permission("voicePrompt", .voicePrompt, [.playback, .liveAudio, .playAndRecord]),
    ]

    @Test("are all in the table")
    func complete() {
        #expect(ModeValidityTests.table.map(\.subject) == SessionMode.allCases)
    }

    @Test("change something of the categories that sources name, and no other", arguments: table)
    func cells(permission: Permission<SessionMode>) {
        for category in SessionCategory.allCases {
            let isSupported = permission.categories.contains(category)
            #expect(SoundPolicy.isSupported(permission.subject, by: category) == isSupported)
            let session = Session(category: category, mode: permission.subject)
            #expect(
                session.effectiveMode == (isSupported ? permission.subject : .default),
                "\(category)")
        }
    }

    @Test(
        "are taken and read back where they change nothing, or refused", arguments: [true, false])
    func unsupported(areTaken: Bool) {
        var configuration = PolicyConfiguration()
        configuration.acceptsUnsupportedModes = areTaken
        for permission in ModeValidityTests.table {
            for category in SessionCategory.allCases {
                var phone = Phone(configuration)
                phone.launch(.game)
                let isTaken = areTaken || permission.categories.contains(category)
                let response = phone.after(
                    .zero, .app(.game, .setCategory(category, permission.subject, [], .default)))
                #expect(response.refusal == (isTaken ? nil : .badParam), "\(category)")
                phone.after(.zero, .app(.game, .setCategory(category, .default, [], .default)))
                let mode = phone.after(.zero, .app(.game, .setMode(permission.subject)))
                #expect(mode.refusal == response.refusal, "\(category)")
                #expect(
                    phone.machine.session(of: .game)?.mode
                        == (isTaken ? permission.subject : .default), "\(category)")
            }
        }
    }

    @Test("that the generation does not know are refused whatever the category")
    func unknown() {
        for profile in PhoneProfile.allCases {
            var configuration = PolicyConfiguration()
            configuration.profile = profile
            for mode in SessionMode.allCases {
                var phone = Phone(configuration)
                phone.launch(.game, Session(category: .playAndRecord))
                #expect(
                    phone.after(.zero, .app(.game, .setMode(mode))).refusal
                        == (profile.knows(mode) ? nil : .badParam), "\(mode)")
            }
        }
    }
}
