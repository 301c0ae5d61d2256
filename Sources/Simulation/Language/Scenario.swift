import AudioModel

/// One story on one phone, as its text says it: what is true at the start, what happens when, and
/// what is claimed of it.
///
/// A scenario that `parseScenario` returns has passed every check that needs no running phone.
/// Two scenarios are equal when they say the same; where in a file they say it does not matter.
public struct Scenario: Hashable, Sendable {
    /// As given to the parser; the paths of sounds are relative to its folder.
    public var path: String
    public var title: String?
    public var phone: PhoneSetup
    public var settings: DeviceSettings
    /// In the order of their `app` lines; names are unique.
    public var apps: [AppDeclaration]
    /// In order of time; acts of one moment in the order written. Without `end`.
    public var timed: [TimedAction]
    /// In the order written.
    public var expectations: [Expectation]
    /// The time of `end`: how long the story is.
    public var duration: HostTime

    public init(
        path: String,
        title: String? = nil,
        phone: PhoneSetup = PhoneSetup(),
        settings: DeviceSettings = DeviceSettings(),
        apps: [AppDeclaration] = [],
        timed: [TimedAction] = [],
        expectations: [Expectation] = [],
        duration: HostTime
    ) {
        self.path = path
        self.title = title
        self.phone = phone
        self.settings = settings
        self.apps = apps
        self.timed = timed
        self.expectations = expectations
        self.duration = duration
    }

    /// The longest story: eleven and a half days.
    public static let durationMax = HostTime(nanoseconds: 1_000_000 * 1_000_000_000)
    /// Shorter spans leave nothing to judge once their ends are trimmed.
    public static let spanMin = HostInterval.milliseconds(200)
    /// The largest file that is read, in bytes.
    public static let byteCountMax = 4 << 20
    /// How often one `press` may press.
    public static let pressesMax = 1_000
    /// The largest number of repetitions after `loops`.
    public static let loopsMax = 1_000_000
    /// The largest footprint, and the most memory that may be needed.
    public static let megabytesMax = 100_000
    /// The longest name of an app, a stream or a receiver, in Unicode scalars.
    public static let nameLengthMax = 64
}

/// The phone before anything happens.
public struct PhoneSetup: Hashable, Sendable {
    public var ringSwitch = RingSwitch.ring
    /// 0…1, as all volumes here.
    public var mediaVolume = 0.8
    public var ringerVolume = 0.6
    public var route = Port.speaker
    public var profile = PhoneProfile.ios17
    public var microphone = MicrophonePermission.granted
    /// Whether the lock keeps apps from reading protected files.
    public var hasPasscode = false

    public init() {}
}

/// The Settings of the phone before anything happens; all on unless the scenario says otherwise.
public struct DeviceSettings: Hashable, Sendable {
    private var switchedOff: Set<DeviceSetting> = []

    public init() {}

    public subscript(setting: DeviceSetting) -> Bool {
        get { !switchedOff.contains(setting) }
        set {
            if newValue {
                switchedOff.remove(setting)
            } else {
                switchedOff.insert(setting)
            }
        }
    }
}

/// One app of the story, as installed.
public struct AppDeclaration: Hashable, Sendable {
    /// Begins with an upper-case letter.
    public var name: String
    /// Nil when the app never asks for one and gets the system's.
    public var category: SessionCategory?
    public var mode: SessionMode
    public var options: SessionOptions
    public var policy: RouteSharingPolicy
    /// `UIBackgroundModes`, in the order written.
    public var backgroundModes: [String]
    public var reaction: AppReaction
    public var role: AppRole
    /// How much memory is won when it ends, in megabytes.
    public var footprint = AppDeclaration.usualFootprint
    /// `UIApplicationExitsOnSuspend`.
    public var exitsOnSuspend = false
    /// The remote commands that it takes from its start on.
    public var commands: RemoteCommands = []

    public static let usualFootprint = AppDescription(name: "").footprint

    public init(
        name: String,
        category: SessionCategory? = nil,
        mode: SessionMode = .default,
        options: SessionOptions = [],
        policy: RouteSharingPolicy = .default,
        backgroundModes: [String] = [],
        reaction: AppReaction = .wellBehaved,
        role: AppRole = .ordinary
    ) {
        self.name = name
        self.category = category
        self.mode = mode
        self.options = options
        self.policy = policy
        self.backgroundModes = backgroundModes
        self.reaction = reaction
        self.role = role
    }
}

/// What an app does by itself about interruptions and route changes; raw values are the
/// language's words.
public enum AppReaction: String, CaseIterable, Hashable, Sendable {
    /// Pauses on `.began` and when the old device is gone; resumes when told that it should.
    case wellBehaved
    /// Neither pauses nor re-activates.
    case ignores
    /// As well-behaved, but resumes without being told that it should.
    case resumesAlways
}

/// A place in a scenario file.
public struct SourceLocation: Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// From 1, in Unicode scalars; a tab is one.
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// For scenarios that were made and not read.
    public static let none = SourceLocation(line: 0, column: 0)
}

/// One act and its time.
public struct TimedAction: Sendable {
    /// From the start of the story; `then` is already added up.
    public var time: HostTime
    public var action: Action
    /// The error that the act is expected to get; nil when it is to succeed.
    public var fails: ExpectedFailure?
    /// Where the act, not its line, begins.
    public var location: SourceLocation
    /// The act as written, without its time.
    public var text: String

    /// - Parameter text: As written; by default as the printer would write it.
    public init(
        time: HostTime,
        action: Action,
        fails: ExpectedFailure? = nil,
        location: SourceLocation = .none,
        text: String? = nil
    ) {
        self.time = time
        self.action = action
        self.fails = fails
        self.location = location
        self.text = text ?? action.description + (fails.map { " fails \($0)" } ?? "")
    }
}

extension TimedAction: Hashable {
    /// Whether both say the same, wherever they stand.
    public static func == (left: TimedAction, right: TimedAction) -> Bool {
        left.time == right.time && left.action == right.action && left.fails == right.fails
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(time)
        hasher.combine(action)
        hasher.combine(fails)
    }
}

/// One claim and when it is to hold.
public struct Expectation: Sendable {
    public var when: ExpectationTime
    public var claim: Claim
    /// Where the claim, not its line, begins.
    public var location: SourceLocation
    /// `expect`, the time and the claim as written.
    public var text: String

    /// - Parameter text: As written; by default as the printer would write it.
    public init(
        _ when: ExpectationTime,
        _ claim: Claim,
        location: SourceLocation = .none,
        text: String? = nil
    ) {
        self.when = when
        self.claim = claim
        self.location = location
        self.text = text ?? "expect \(when) \(claim)"
    }
}

extension Expectation: Hashable {
    /// Whether both say the same, wherever they stand.
    public static func == (left: Expectation, right: Expectation) -> Bool {
        left.when == right.when && left.claim == right.claim
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(when)
        hasher.combine(claim)
    }
}

/// When a claim is to hold.
public enum ExpectationTime: Hashable, Sendable {
    /// Throughout; at least `Scenario.spanMin` long and within the story.
    case span(from: HostTime, to: HostTime)
    case moment(at: HostTime)
    /// At no moment of the whole story.
    case never
}
