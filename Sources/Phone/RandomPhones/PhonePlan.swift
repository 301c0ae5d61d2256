package import AudioModel
package import SoundPolicy

/// The plan of a phone, from its seed: settings, installed apps and number of events.
package struct PhonePlan: Sendable {
    package let seed: UInt64
    package var configuration: PolicyConfiguration
    package var apps: [InstalledApp]
    /// Minimum number of events.
    package var stepCount: Int
    /// Whether time passes only in short intervals, so that the phone can be rendered.
    package var isBrief: Bool
    /// Whether apps also crash, hang, are killed or are launched in the background.
    let isEventful: Bool
    /// Whether the user has remote controls, messages and a passcode.
    let hasRemoteControl: Bool

    /// Number of apps on a phone.
    package static let appCounts = 2...12

    /// - Parameters:
    /// - stepCount: `nil` for a length that the seed chooses, mostly dozens and some hundreds.
    /// - isBrief: Sets the property of that name.
    package init(seed: UInt64, stepCount: Int? = nil, isBrief: Bool = false) {
        self.seed = seed
        self.isBrief = isBrief
        var dice = RandomSource(seed: seed)
        configuration = PhonePlan.configuration(&dice)
        let count = dice.chance(3, of: 4) ? dice.number(2...4) : dice.number(PhonePlan.appCounts)
        apps = (0..<count).map { InstalledApp(number: $0 + 1, &dice) }
        if dice.chance(1, of: 3) {
            apps[0].become(.playback, role: .musicPlayer)
            apps[1].become(.ambient, role: .ordinary)
        }
        let chosen = PhonePlan.length(&dice)
        self.stepCount = stepCount ?? chosen
        // A separate generator, so that changes to one sequence do not shift the other.
        var lifeDice = RandomSource(seed: seed ^ 0x4c49_4645_0000_0001)
        isEventful = lifeDice.chance(1, of: 2)
        if isEventful {
            for index in apps.indices { apps[index].beBorn(answers: !isBrief, &lifeDice) }
        }
        var remoteDice = RandomSource(seed: seed ^ 0x5245_4d4f_5445_0001)
        hasRemoteControl = remoteDice.chance(1, of: 3)
        if hasRemoteControl {
            configuration.hasPasscode = remoteDice.chance(1, of: 2)
            configuration.togglesBecomePlayOrPause = !remoteDice.chance(1, of: 10)
            for index in apps.indices {
                apps[index].description.commands = UserActs.someCommands(&remoteDice)
            }
        }
        var settingDice = RandomSource(seed: seed ^ 0x5345_5454_494e_4701)
        let flags: [WritableKeyPath<PolicyConfiguration, Bool>] = [
            \.acceptsUnsupportedModes, \.outputCategoriesTakeAirPlayOption,
            \.lowersEmergencies, \.callsCutAlarms, \.callsOutrankEmergencies,
            \.losesInterruptionEnds,
        ]
        for flag in flags where settingDice.chance(1, of: 10) {
            configuration[keyPath: flag].toggle()
        }
        if settingDice.chance(1, of: 10) {
            configuration.lateEndOnReturnOverride = settingDice.chance(1, of: 2)
        }
        if settingDice.chance(1, of: 10) {
            configuration.backgroundMayBeginAloneOverride = settingDice.chance(1, of: 2)
        }
        if settingDice.chance(1, of: 10) { configuration.emergencyButtons = .nothing }
        if isBrief { configuration = configuration.asScenariosSayIt }
    }

    private static func length(_ dice: inout RandomSource) -> Int {
        switch dice.number(0...99) {
        case 0...69: dice.number(20...80)
        case 70...97: dice.number(80...160)
        default: dice.number(200...600)
        }
    }

    private static func configuration(_ dice: inout RandomSource) -> PolicyConfiguration {
        var configuration = PolicyConfiguration()
        // Half of the phones have the newest profile, which has the most features.
        configuration.profile = dice.chance(1, of: 2) ? .ios17 : dice.pick(PhoneProfile.allCases)
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
    /// Whether the buttons lower an emergency alert, and do not silence it.
    fileprivate var lowersEmergencies: Bool {
        get { emergencyButtons == .lower }
        set { emergencyButtons = newValue ? .lower : .silence }
    }

    /// The configuration with the scenario language's defaults where it has no keyword.
    var asScenariosSayIt: PolicyConfiguration {
        var said = PolicyConfiguration()
        said.profile = profile
        said.ringSwitch = ringSwitch
        said.mediaVolume = mediaVolume
        said.ringerVolume = ringerVolume
        said.microphone = microphone
        said.hasPasscode = hasPasscode
        said.losesInterruptionEnds = losesInterruptionEnds
        said.emergencyButtons = emergencyButtons
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
    /// Number from 1.
    package var number: Int
    package var description: AppDescription
    package var temper: Temper
    /// The category that a well-behaved app sets before it plays.
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions

    /// Callbacks that the app never returns from.
    package var hangs: [WatchedCallback] = []

    package enum Temper: Hashable, Sendable {
        /// Makes any request with any arguments and ignores notifications.
        case wild
        /// Follows Apple's guides.
        case wellBehaved
    }

    init(number: Int, _ dice: inout RandomSource) {
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

    /// - Parameter answers: Whether the app may be one that reports when it has returned.
    mutating func beBorn(answers: Bool, _ dice: inout RandomSource) {
        description.footprint = dice.pick([10, 20, 50, 100, 400])
        description.exitsOnSuspend = dice.chance(1, of: 12)
        guard answers, dice.chance(1, of: 2) else { return }
        description.answersCallbacks = true
        hangs = WatchedCallback.allCases.filter { _ in dice.chance(1, of: 8) }
    }

    /// Makes it a well-behaved music app or a game with sounds, the most common kinds.
    mutating func become(_ category: SessionCategory, role: AppRole) {
        temper = .wellBehaved
        self.category = category
        mode = .default
        options = []
        description.backgroundModes = ["audio"]
        description.role = role
    }
}
