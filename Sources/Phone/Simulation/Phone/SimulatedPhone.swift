package import AudioModel
import Cameras
public import Foundation
import SoundClient
package import SoundPolicy
import SoundServer

/// A phone for tests: apps are your own code, the user is your test, and the test advances time.
///
///     let phone = SimulatedPhone()
///     let app = phone.launch("Player") { player.play() }
///     phone.advance(by: .seconds(2))
///     phone.flipSwitch(.silent)
///     phone.advance(by: .seconds(1))
///     #expect(phone.heard(from: app).isSilent)
///
/// Code that uses `AVAudioSession`, System Sound Services and audio queues runs on it unmodified
/// and in virtual time: hours pass in moments, and the same calls give the same samples in every
/// run. What is heard is measured from those samples. Phones are independent of each other, so
/// tests can run in parallel.
///
/// An app's code runs on its main thread, so a phone belongs to the main actor: mark the test or
/// its suite `@MainActor`. `docs/testing-your-app.md` lists what runs in the phone's time, and what
/// stays on the machine's clock.
@MainActor
public final class SimulatedPhone {
    /// All apps that were ever launched, in the order of launching.
    public internal(set) var apps: [App] = []
    /// Requests that could not be fulfilled, contradictions between samples and policy, and, where
    /// `Settings.faithfulness` asks for it, where the phone rests on what is not documented.
    public private(set) var findings: [Finding] = []
    /// Called for each new finding; the default writes it to standard error. In a test:
    /// `phone.onFinding = { Issue.record($0) }`.
    public var onFinding: (Finding) -> Void = { finding in
        FileHandle.standardError.write(Data("SimulatedPhone: \(finding)\n".utf8))
    }

    /// The sample rates of outputs, by their kinds, where they are not the phone's.
    private(set) var outputRates: [PortKind: Double] = [:]
    /// The music library of the phone's user.
    public private(set) lazy var library = Library(
        in: storage.root.appendingPathComponent("Library", isDirectory: true),
        note: { [unowned self] words in note(words) })
    /// The route picker, while it is open.
    var routeSheet: RouteSheet?
    var mediaLibraryPermission = MediaLibraryPermission.granted
    /// The keychain, which outlives apps.
    public let keychain = PhoneKeychain()
    var keychainGroups = KeychainGroupRule.device
    let passcode: Passcode
    let vendors = VendorIdentifiers()
    /// The identifiers of the apps that are installed.
    var installedIdentifiers: [String] = []
    /// The cameras, and what they see.
    let cameras = PhoneCameras()
    /// The network, and the servers that it reaches.
    public private(set) lazy var network = Network(stage) { [unowned self] words in note(words) }
    let profile: PhoneProfile

    let stage: SimulatedStage
    let watch: PhoneObserver
    let room = RoomSound()
    let storage = PhoneStorage()
    /// What the phone keeps of each app, by its identifier.
    var installedApps: [String: InstalledAppData] = [:]
    /// The user's language and region.
    public internal(set) var locale = Locale(identifier: "en_US")
    let protection = ProtectedFiles()
    private let device: StagedApp

    public convenience init(_ settings: Settings = Settings()) {
        self.init(
            settings.configuration, date: settings.date, faithfulness: settings.faithfulness)
        outputRates = settings.outputRates.filter { $0.value > 0 && $0.value.isFinite }
        mediaLibraryPermission = settings.mediaLibrary
        cameras.permission = settings.camera
        if Self.isKnown(settings.locale) {
            locale = Locale(identifier: settings.locale)
        } else {
            note("'\(settings.locale)' is no locale")
        }
        stage.systemSoundRule = settings.systemSounds
        stage.systemSoundNames = settings.systemSoundNames
        stage.interruptedRecordings = settings.interruptedRecordings
        keychainGroups = settings.keychainGroups
    }

    /// Makes a phone with settings that a user does not have.
    package init(
        _ configuration: PolicyConfiguration, date: Date? = nil, faithfulness: Faithfulness? = nil
    ) {
        let watch = PhoneObserver(configuration, faithfulness: faithfulness)
        profile = configuration.profile
        passcode = Passcode(isSet: configuration.hasPasscode)
        stage = SimulatedStage(
            configuration, observer: watch.note,
            startDate: date.map { Int64($0.timeIntervalSince1970 * 1e9) })
        self.watch = watch
        device = stage.connectDevice()
        watch.add(device, named: "phone")
        stage.observer = watch
        watch.contradicted = { [unowned self] contradiction in
            MainActor.assumeIsolated {
                note(contradiction.words, at: contradiction.time)
            }
        }
        watch.issueFound = { [unowned self] app, issue, time in
            MainActor.assumeIsolated { note("\(app): \(issue.words)", at: time) }
        }
        watch.rested = { [unowned self] time, words in
            MainActor.assumeIsolated { note(words, at: time) }
        }
        watch.strayed = { [unowned self] in
            MainActor.assumeIsolated {
                note("sound was asked for outside of an app's code: put the call in app.run { … }")
            }
        }
        stage.makeMicrophone = { [room] in VirtualMicrophone(hearing: RoomListener(room)) }
        stage.playerLaunched = { [unowned self] staged, name in
            MainActor.assumeIsolated { add(staged, named: name) }
        }
        UnattributedCalls.beginCounting()
        // What was called before there was this phone is not its finding.
        _ = UnattributedCalls.takeAny()
        watch.settled = { [unowned self] in
            MainActor.assumeIsolated { followProtection() }
        }
        watch.ended = { [unowned self] app in
            MainActor.assumeIsolated {
                guard let app = apps.first(where: { $0.staged.id == app }) else { return }
                cameras.desk.forget(app.staged.sound)
                app.networkWay?.close()
                app.staged.fallSilent()
            }
        }
    }

    deinit {
        UnattributedCalls.endCounting()
        protection.giveBack()
    }

    // MARK: Apps

    // MARK: Time

    /// Time since the phone was switched on.
    public var now: Duration { stage.now.duration }

    /// Lets time pass, with everything that is due: sound, callbacks, notifications, and timers set
    /// with `DispatchQueue.asyncAfter`.
    ///
    /// A minute is the same as sixty seconds one after the other: the division of time into calls
    /// changes no sample and no order of events.
    ///
    /// Tasks run outside the phone's time and get no turn; use the asynchronous function for them.
    public func advance(by duration: Duration) {
        stage.advance(by: HostInterval(duration))
    }

    /// Lets time pass, and after each run of an app's code lets its tasks run before time goes on:
    /// those of the main actor, and those that await notifications from a sequence.
    public func advance(by duration: Duration) async {
        await runTasks()
        let end = stage.now + HostInterval(duration)
        while stage.now < end {
            let before = runCount
            stage.loop.advance(to: end) { runCount != before }
            if runCount != before { await runTasks() }
        }
    }

    /// How often code of any app has run.
    private var runCount: Int { apps.reduce(0) { $0 + $1.staged.runCount } }

    /// Fewest turns for tasks after their last known work, so that they can hop between actors.
    private static let turnsMin = 8
    /// Turns after which time goes on without a task that still works.
    private static let turnsMax = 100_000

    private func runTasks() async {
        var idleTurns = 0
        for _ in 0..<Self.turnsMax {
            await Task.yield()
            stage.loop.runDue()
            let isWorkLeft = apps.contains { $0.staged.sound.outstandingWork.isThere }
            idleTurns = isWorkLeft ? 0 : idleTurns + 1
            if idleTurns > Self.turnsMin { return }
        }
        note("a task has not finished with its notification, and time goes on without it")
    }

    // MARK: What is heard

    /// The phone's output in the last tenth of a second, all apps together.
    public var heard: MeasuredOutput { heard(last: Self.moment) }

    /// One app's part of the output in the last tenth of a second, with the phone's volume applied.
    public func heard(from app: App) -> MeasuredOutput { heard(from: app, last: Self.moment) }

    /// The last part, of length `duration`, of the phone's output or of one app's part of it.
    public func heard(from app: App? = nil, last duration: Duration) -> MeasuredOutput {
        heard(from: app, during: max(now - duration, .zero)..<now)
    }

    /// The phone's output, or one app's part of it, during an interval of the phone's time.
    public func heard(from app: App? = nil, during interval: Range<Duration>) -> MeasuredOutput {
        let sources = app.map { [$0.staged] } ?? apps.map(\.staged) + [device]
        let wanted = interval.clamped(to: .zero..<now)
        let start = sources.map(\.forgottenBefore).max() ?? 0
        let wantedFrames = Self.frames(of: wanted)
        if wantedFrames.lowerBound < start {
            note("sound before \(OutputFrames.time(of: start).shortSecondsText) s is not kept")
        }
        let frames = wantedFrames.clamped(to: start..<max(start, stage.frame))
        var samples = [Float](repeating: 0, count: 2 * frames.count)
        for source in sources { source.add(frames, to: &samples) }
        let subjects = app.map { [$0] } ?? apps
        return MeasuredOutput(
            of: app?.name ?? "the phone", during: wanted, samples: samples,
            explanation: subjects.map { why($0, at: wanted.upperBound).description }
                .joined(separator: "\n"),
            findings: findings.filter { wanted.contains($0.time) })
    }

    /// Long enough to measure a frequency, and longer than a ramp.
    private static let moment = Duration.milliseconds(100)

    private static func frames(of interval: Range<Duration>) -> Range<Int> {
        let start = OutputFrames.index(at: .zero + HostInterval(interval.lowerBound))
        let end = OutputFrames.index(at: .zero + HostInterval(interval.upperBound))
        return start..<max(start, end)
    }

    // MARK: Problems

    func note(_ words: String, at time: HostTime? = nil) {
        let finding = Finding(time: (time ?? stage.now).duration, description: words)
        if findings.count < Self.findingsMax { findings.append(finding) }
        onFinding(finding)
    }

    private static let findingsMax = 1000
}
