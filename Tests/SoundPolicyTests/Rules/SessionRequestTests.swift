import AudioModel
import SoundPolicy
import Testing

/// What one option or mode may be set with.
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
    /// Typed by hand from the comments of the public AVAudioSession header. The first iPhone's two
    /// categories go as ambient and as playback; what a category implies may be said.
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
                .userInterfaceSoundEffects, .ambient, .playback, .liveAudio, .playAndRecord,
                .multiRoute,
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
        Permission(
            "allowAirPlay", .allowAirPlay,
            [
                .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio,
                .playAndRecord,
            ]),
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

    @Test("make a session mix where they duck, and change nothing else", arguments: table)
    func effects(permission: Permission<SessionOptions>) {
        let options = permission.subject
        #expect(
            effective(options)
                == (options == .duckOthers ? [.duckOthers, .mixWithOthers] : options))
    }
}

@Suite("The modes of a category")
struct ModeValidityTests {
    /// Typed by hand from the Audio Session Programming Guide, table B-2, and the public header.
    static let table: [Permission<SessionMode>] = [
        Permission("default", .default, SessionCategory.allCases),
        Permission("voiceChat", .voiceChat, [.playAndRecord]),
        Permission("gameChat", .gameChat, [.playAndRecord]),
        Permission("videoRecording", .videoRecording, [.record, .playAndRecord]),
        Permission(
            "measurement", .measurement, [.playback, .liveAudio, .record, .playAndRecord]),
        Permission("moviePlayback", .moviePlayback, [.playback, .liveAudio]),
        Permission("videoChat", .videoChat, [.playAndRecord]),
        Permission("spokenAudio", .spokenAudio, [.playback, .liveAudio]),
        Permission("voicePrompt", .voicePrompt, [.playback, .liveAudio]),
    ]

    @Test("are all in the table")
    func complete() {
        #expect(ModeValidityTests.table.map(\.subject) == SessionMode.allCases)
    }

    @Test("fit the categories that the guide names, and no other", arguments: table)
    func cells(permission: Permission<SessionMode>) {
        for category in SessionCategory.allCases {
            #expect(
                isValid(permission.subject, with: category)
                    == permission.categories.contains(category), "\(category)")
        }
    }
}
