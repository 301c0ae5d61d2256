public import AudioModel
import DeviceActions

/// A test story on one phone, as parsed: the initial state, timed actions, and expectations.
///
/// A scenario from `parseScenario` has passed every check that needs no running phone. Two
/// scenarios are equal when they say the same; the position in the file does not matter.
public struct Scenario: Hashable, Sendable {
    /// The path given to the parser; the paths of sounds are relative to its folder.
    public var path: String
    /// The title; `nil` if the scenario has none.
    public var title: String?
    /// The initial state of the phone.
    public var phone: PhoneSetup
    /// The initial settings of the phone.
    public var settings: DeviceSettings
    /// What the lines before the story set, also where they set what is so without them.
    package var given = GivenSetup()
    /// The apps in the order of their `app` lines; names are unique.
    public var apps: [AppDeclaration]
    /// The actions in order of time; actions of one moment in the order written. Without `end`.
    public var timed: [TimedAction]
    /// The expectations in the order written.
    public var expectations: [Expectation]
    /// The length of the story: the time of `end`.
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

    /// The case of the scenario that this one is. Two cases with the same lines are equal.
    public var storyCase: StoryCase {
        get { given.storyCase }
        set { given.storyCase = newValue }
    }

    /// The title in reports: the scenario's, or its path, with the values of its case.
    public var fullTitle: String { storyCase.title(title ?? path) }

    /// Limit of the length: 1,000,000 seconds, eleven and a half days.
    public static let durationMax = HostTime(nanoseconds: 1_000_000 * 1_000_000_000)
    /// Shortest span; once its ends are trimmed, a shorter one has nothing left to evaluate.
    public static let spanMin = HostInterval.milliseconds(200)
    /// Limit of a file's size in bytes.
    public static let byteCountMax = 4 << 20
    /// Limit of the number of presses in one `press`.
    public static let pressesMax = PhoneAct.pressesMax
    /// The largest zoom factor of the phone's cameras.
    public static let zoomMax = 16.0
    /// Limit of the number of repetitions after `loops`.
    public static let loopsMax = 1_000_000
    /// Limit of the bytes of an app's setting: of its key, and of its value.
    public static let settingBytesMax = 1_000
    /// Limit of an app's footprint and of a need for memory, in megabytes.
    public static let megabytesMax = PhoneAct.megabytesMax
    /// Limit of the length of an app's, a stream's or a receiver's name, in Unicode scalars.
    public static let nameLengthMax = DeviceActions.nameLengthMax
}

/// The initial state of the phone.
public struct PhoneSetup: Hashable, Sendable {
    /// The position of the ring/silent switch.
    public var ringSwitch = RingSwitch.ring
    /// The media volume, 0…1, like all volumes here.
    public var mediaVolume = 0.8
    /// The ringer volume, 0…1.
    public var ringerVolume = 0.6
    /// The output port.
    public var route = Port.speaker
    /// The generation of iOS; of several, the first.
    public var profile = PhoneProfile.ios17
    /// The other generations that the story is for, in the order written.
    public var otherProfiles: [PhoneProfile] = []
    /// The user's answer to requests for microphone access.
    public var microphone = MicrophonePermission.granted
    /// The permission of apps to use the cameras.
    public var camera = CameraPermission.granted
    /// Whether the lock protects files from apps.
    public var hasPasscode = false
    /// Whether the user has locked the rotation of interfaces.
    public var isRotationLocked = false
    /// Which files system sounds are made from.
    public var systemSounds = SystemSoundRule.documented
    /// Whether the names of those files count where the rule restricts them.
    public var systemSoundNames = true
    /// Whether apps receive no end of an interruption, as now and then on devices.
    public var losesInterruptionEnds = false
    /// What the buttons do to the sound of an emergency alert.
    public var emergencyButtons = EmergencyButtons.silence
    /// Whether the category ambient mixes.
    public var ambientMixes = true
    /// Whether a session with a category that was never set lets an input start.
    public var untouchedSessionRecords = false
    /// The time limit of a launch in seconds, `PhoneSetup.launchLimits`; `nil` for the profile's.
    public var launchLimit: Double?

    /// The time limits of a launch that a scenario may set, in seconds.
    public static let launchLimits: ClosedRange<Double> = 0.001...600

    public init() {}

    /// The generations that the story is for, at least one; one run is with one of them.
    public var profiles: [PhoneProfile] {
        get { [profile] + otherProfiles }
        set {
            profile = newValue.first ?? profile
            otherProfiles = Array(newValue.dropFirst())
        }
    }
}

/// What a scenario sets before the story begins.
package struct GivenSetup: Sendable {
    /// The properties that its `phone` lines set.
    package var phone: [String] = []
    package var settings: [DeviceSetting] = []
    package var storyCase = StoryCase()
}

extension GivenSetup: Hashable {
    /// Always `true`: a scenario that sets the usual value says the same as one that sets none.
    package static func == (left: GivenSetup, right: GivenSetup) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

/// The initial settings of the phone; all are on unless the scenario says otherwise.
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

/// An installed app.
public struct AppDeclaration: Hashable, Sendable {
    /// The app's name; begins with an upper-case letter.
    public var name: String
    /// The category that the app requests; `nil` if it never requests one and has the default.
    public var category: SessionCategory?
    /// The mode that the app requests.
    public var mode: SessionMode
    /// The category options that the app requests.
    public var options: SessionOptions
    /// The route-sharing policy that the app requests.
    public var policy: RouteSharingPolicy
    /// The app's `UIBackgroundModes`, in the order written.
    public var backgroundModes: [String]
    /// The app's reaction to interruptions and route changes.
    public var reaction: AppReaction
    /// The app's role on the phone.
    public var role: AppRole
    /// The memory freed when the app ends, in megabytes.
    public var footprint = AppDeclaration.usualFootprint
    /// The app's `UIApplicationExitsOnSuspend`.
    public var exitsOnSuspend = false
    /// The remote commands that the app accepts from its launch.
    public var commands: RemoteCommands = []
    /// The orientations of the app's interface, at least one.
    public var orientations = InterfaceOrientations.allButUpsideDown

    /// The footprint of an app declared without one, in megabytes.
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

/// An app's reaction to interruptions and route changes; raw values are the language's words.
public enum AppReaction: String, CaseIterable, Hashable, Sendable {
    /// Pauses on `.began` and when the old device is unavailable; resumes if `shouldResume` is set.
    case wellBehaved
    /// Neither pauses nor activates its session again.
    case ignores
    /// Well-behaved, but resumes even without `shouldResume`.
    case resumesAlways
}

/// A position in a scenario file.
public struct SourceLocation: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in Unicode scalars; a tab is one.
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The location in scenarios that were not parsed from text.
    public static let none = SourceLocation(line: 0, column: 0)
}

/// An action with its time.
public struct TimedAction: Sendable {
    /// Time since the start of the story; `then` is already resolved.
    public var time: HostTime
    /// The label of its line, on the first action of the line; `nil` for none.
    public var label: String?
    /// The action.
    public var action: Action
    /// The error that the action is expected to return; `nil` if it must succeed.
    public var fails: ExpectedFailure?
    /// The position at which the action, not its line, begins.
    public var location: SourceLocation
    /// The action as written, without its time.
    public var text: String

    /// - Parameter text: The text as written; the default is the printer's text.
    public init(
        time: HostTime,
        label: String? = nil,
        action: Action,
        fails: ExpectedFailure? = nil,
        location: SourceLocation = .none,
        text: String? = nil
    ) {
        self.time = time
        self.label = label
        self.action = action
        self.fails = fails
        self.location = location
        self.text = text ?? action.description + (fails.map { " fails \($0)" } ?? "")
    }
}

extension TimedAction: Hashable {
    /// Whether both say the same, regardless of their position.
    public static func == (left: TimedAction, right: TimedAction) -> Bool {
        left.time == right.time && left.label == right.label && left.action == right.action
            && left.fails == right.fails
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(time)
        hasher.combine(action)
        hasher.combine(fails)
    }
}

/// A condition with the time at which it must hold.
public struct Expectation: Sendable {
    /// The time or span.
    public var when: ExpectationTime
    /// The condition.
    public var claim: Condition
    /// The position at which the condition, not its line, begins.
    public var location: SourceLocation
    /// The text as written: `expect`, the time and the condition.
    public var text: String

    /// - Parameter text: The text as written; the default is the printer's text.
    public init(
        _ when: ExpectationTime,
        _ claim: Condition,
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
    /// Whether both say the same, regardless of their position.
    public static func == (left: Expectation, right: Expectation) -> Bool {
        left.when == right.when && left.claim == right.claim
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(when)
        hasher.combine(claim)
    }
}

/// The time at which a condition must hold.
public enum ExpectationTime: Hashable, Sendable {
    /// Throughout a span of at least `Scenario.spanMin` within the story.
    case span(from: HostTime, to: HostTime)
    case moment(at: HostTime)
    /// At some moment from the time of a line with a label on, and before the interval is over.
    case within(HostInterval, of: String, at: HostTime)
    /// At no moment of the whole story.
    case never
}
