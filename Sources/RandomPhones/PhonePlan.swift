import AudioModel
import SoundPolicy

/// A phone as its seed makes it: its settings, the apps that are installed, how much happens.
package struct PhonePlan: Sendable {
    package let seed: UInt64
    package var configuration: PolicyConfiguration
    package var apps: [InstalledApp]
    /// How many events are to happen, at least.
    package var stepCount: Int
    /// Whether time only ever passes in moments, so that it can be rendered.
    package var isBrief: Bool
    /// Whether more befalls its apps than being opened and left.
    let isEventful: Bool
    /// Whether its user has remote controls, messages and a passcode.
    let hasRemoteControl: Bool

    /// Apps a phone has.
    package static let appCounts = 2...12

    /// - Parameters:
    ///   - stepCount: `nil` for a length that the seed chooses: mostly some dozens, some hundreds.
    ///   - isBrief: As the property.
    package init(seed: UInt64, stepCount: Int? = nil, isBrief: Bool = false) {
        self.seed = seed
        self.isBrief = isBrief
        var dice = Dice(seed: seed)
        configuration = PhonePlan.configuration(&dice)
        let count = dice.chance(3, of: 4) ? dice.number(2...4) : dice.number(PhonePlan.appCounts)
        apps = (0..<count).map { InstalledApp(number: $0 + 1, &dice) }
        if dice.chance(1, of: 3) {
            apps[0].become(.playback, role: .musicPlayer)
            apps[1].become(.ambient, role: .ordinary)
        }
        let chosen = PhonePlan.length(&dice)
        self.stepCount = stepCount ?? chosen
        // Apart from the rest, so that the one does not shift the other.
        var lifeDice = Dice(seed: seed ^ 0x4c49_4645_0000_0001)
        isEventful = lifeDice.chance(1, of: 2)
        if isEventful {
            for index in apps.indices { apps[index].beBorn(answers: !isBrief, &lifeDice) }
        }
        var remoteDice = Dice(seed: seed ^ 0x5245_4d4f_5445_0001)
        hasRemoteControl = remoteDice.chance(1, of: 3)
        if hasRemoteControl {
            configuration.hasPasscode = remoteDice.chance(1, of: 2)
            configuration.togglesBecomePlayOrPause = !remoteDice.chance(1, of: 10)
            for index in apps.indices {
                apps[index].description.commands = UserActs.someCommands(&remoteDice)
            }
        }
        var settingDice = Dice(seed: seed ^ 0x5345_5454_494e_4701)
        let flags: [WritableKeyPath<PolicyConfiguration, Bool>] = [
            \.acceptsUnsupportedModes, \.outputCategoriesTakeAirPlayOption,
            \.buttonsLowerEmergencies,
        ]
        for flag in flags where settingDice.chance(1, of: 10) {
            configuration[keyPath: flag].toggle()
        }
        if isBrief { configuration = configuration.asScenariosSayIt }
    }

    private static func length(_ dice: inout Dice) -> Int {
        switch dice.number(0...99) {
        case 0...69: dice.number(20...80)
        case 70...97: dice.number(80...160)
        default: dice.number(200...600)
        }
    }

    private static func configuration(_ dice: inout Dice) -> PolicyConfiguration {
        var configuration = PolicyConfiguration()
        // Half of the phones are of today, for most of what there is is there.
        configuration.profile =
            dice.chance(1, of: 2) ? .ios17 : dice.pick(PhoneProfile.allCases)
        configuration.ringSwitch = dice.chance(1, of: 4) ? .silent : .ring
        configuration.mediaVolume = dice.volume()
        configuration.ringerVolume = dice.volume()
        configuration.callVolume = dice.volume()
        configuration.microphone =
            dice.chance(3, of: 4) ? .granted : dice.pick(MicrophonePermission.allCases)
        if dice.chance(1, of: 3) { configuration.accessories = [dice.pick(UserActs.plugs)] }
        if dice.chance(1, of: 12) {
            configuration.pickedOutput = Port(.airplay, name: "Kitchen")
        }
        configuration.settingsOff = DeviceSetting.allCases.filter { _ in dice.chance(1, of: 6) }
        configuration.hasReceiver = !dice.chance(1, of: 8)
        configuration.hasBuiltInMicrophone = !dice.chance(1, of: 10)
        let flags: [WritableKeyPath<PolicyConfiguration, Bool>] = [
            \.idleButtonsFollowActiveSession, \.buttonsSnoozeAlarm, \.switchCountsEverywhere,
            \.endIsToldWithoutNotifying, \.unplugHoldsEverything,
            \.mixingSpokenAudioIsInterrupted, \.duckersDuckEachOther, \.givingBackWakesAll,
        ]
        for flag in flags where dice.chance(1, of: 10) { configuration[keyPath: flag].toggle() }
        return configuration
    }
}

extension PolicyConfiguration {
    /// With what the scenario language cannot say as it takes it to be.
    var asScenariosSayIt: PolicyConfiguration {
        var said = PolicyConfiguration()
        said.profile = profile
        said.ringSwitch = ringSwitch
        said.mediaVolume = mediaVolume
        said.ringerVolume = ringerVolume
        said.microphone = microphone
        said.hasPasscode = hasPasscode
        said.accessories = Array(accessories.prefix(1))
        if let pickedOutput {
            said.pickedOutput = pickedOutput
            said.accessories = []
        }
        said.settingsOff = settingsOff
        return said
    }
}

/// One app of the phone, which may be launched many times.
package struct InstalledApp: Hashable, Sendable {
    /// From 1.
    package var number: Int
    package var description: AppDescription
    package var temper: Temper
    /// What a well-behaved app sets before it plays.
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions

    /// What it never returns from.
    package var hangs: [WatchedCallback] = []

    package enum Temper: Hashable, Sendable {
        /// Calls anything with anything, and ignores what it is told.
        case wild
        /// Does as the guides say.
        case wellBehaved
    }

    init(number: Int, _ dice: inout Dice) {
        self.number = number
        let modes: [String] = dice.pick([[], ["audio"], ["audio"], ["audio", "voip"]])
        let role: AppRole = dice.pick([.ordinary, .ordinary, .nowPlaying, .musicPlayer])
        description = AppDescription(name: "App\(number)", backgroundModes: modes, role: role)
        temper = dice.chance(1, of: 2) ? .wild : .wellBehaved
        category = dice.pick(weighted: [
            (7, .playback), (4, .ambient), (3, .soloAmbient), (2, .playAndRecord), (1, .record),
            (1, .multiRoute), (1, .liveAudio), (1, .userInterfaceSoundEffects),
            (1, .audioProcessing),
        ])
        mode = .default
        options = []
        switch category {
        case .playback:
            mode = dice.pick([.default, .default, .spokenAudio, .moviePlayback])
            options = dice.pick([
                [], [], .mixWithOthers, .mixWithOthers, .duckOthers,
                .interruptSpokenAudioAndMixWithOthers,
                [.interruptSpokenAudioAndMixWithOthers, .duckOthers],
            ])
        case .playAndRecord:
            mode = dice.pick([.default, .voiceChat, .videoChat])
            options = dice.pick([
                [], [.defaultToSpeaker, .allowBluetooth], .mixWithOthers, .allowBluetoothA2DP,
            ])
        case .ambient: options = dice.pick([[], [], .duckOthers])
        default: break
        }
    }

    /// - Parameter answers: Whether it may be one of those that say when they have returned.
    mutating func beBorn(answers: Bool, _ dice: inout Dice) {
        description.footprint = dice.pick([10, 20, 50, 100, 400])
        description.exitsOnSuspend = dice.chance(1, of: 12)
        guard answers, dice.chance(1, of: 2) else { return }
        description.answersCallbacks = true
        hangs = WatchedCallback.allCases.filter { _ in dice.chance(1, of: 8) }
    }

    /// A well-behaved music app, or game with its own sounds: what most phones have.
    mutating func become(_ category: SessionCategory, role: AppRole) {
        temper = .wellBehaved
        self.category = category
        mode = .default
        options = []
        description.backgroundModes = ["audio"]
        description.role = role
    }
}
