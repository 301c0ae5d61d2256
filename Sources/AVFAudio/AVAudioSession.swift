import SimulatedTime
import AudioModel
import Foundation
import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// The app's one say in the device's sound: what its sound is for, when it sounds, and where.
///
/// Calls are synchronous: when one returns, others have been interrupted, lowered or let go. Any
/// thread. Errors are `NSError`s of `NSOSStatusErrorDomain` with the codes of `ErrorCode`.
///
/// In a simulated phone each app has an instance of its own; in a process of its own there is one.
public final class AVAudioSession: NSObject, AppOwned, @unchecked Sendable {
    /// The session of the app that the running code belongs to.
    public class func sharedInstance() -> AVAudioSession {
        let app = currentApp()
        return app.attachment { AVAudioSession(app) }
    }

    /// The app owns its session, so it is there for as long as anybody asks.
    private weak let app: AppSound?
    private let wishes = Mutex(Wishes())
    let observers = KeyValueObservers()
    /// Where route changes are told: an app that is slow there keeps nobody else waiting.
    let routeQueue: any WorkQueue
    private let delegateLock = NSLock()
    private weak var lockedDelegate: (any AVAudioSessionDelegate)?

    /// What the app has asked for and the server is not asked back.
    private struct Wishes {
        var allowsHaptics = false
        var prefersNoInterruptions = false
        var prefersDisconnectInterruption = true
        var aggregatedIO = IOType.notSpecified
        var inputOrientation = StereoOrientation.none
        var supportsMultichannelContent = false
        /// As its delegate was told.
        var wasInputAvailable = true
        /// As last looked at.
        var availableInputs: [AudioModel.Port] = []
    }

    private init(_ app: AppSound) {
        self.app = app
        routeQueue = app.environment.makeWorkQueue(label: "sori.avaudiosession.route")
        super.init()
        let isInputThere = app.connection.session.isMicrophoneThere
        wishes.withLock { $0.wasInputAvailable = isInputThere }
        updateInputs()
        app.addObserver { [weak self] in self?.take($0) }
    }

    /// The object of the notifications of systems before 6, which these have replaced.
    public var delegate: (any AVAudioSessionDelegate)? {
        get { delegateLock.withLock { lockedDelegate } }
        set { delegateLock.withLock { lockedDelegate = newValue } }
    }

    var environment: (any AppEnvironment)? { app?.environment }

    var snapshot: SessionSnapshot? { app?.connection.session }

    var hardware: SessionHardware? { app.map { SessionHardware.of($0) } }

    package func belongs(to other: AppSound) -> Bool { app === other }

    func ask(_ request: AppRequest) throws {
        guard let app else { throw NSError(SessionError.expiredSession) }
        // Some requests change the session although they are refused.
        defer { didChange() }
        do throws(SessionError) {
            try app.request(request)
        } catch {
            throw NSError(error)
        }
    }

    /// Notifies observers of what the app itself has changed.
    func didChange() {
        updateInputs()
        observers.notify(self)
        if let app { AVAudioApplication.of(app).sessionDidChange() }
    }

    // MARK: What the sound is for

    public var category: Category { Category(snapshot?.category ?? .soloAmbient) }
    public var mode: Mode { Mode(snapshot?.mode ?? .default) }
    public var categoryOptions: CategoryOptions {
        CategoryOptions(rawValue: snapshot?.options.rawValue ?? 0)
    }
    public var routeSharingPolicy: RouteSharingPolicy {
        RouteSharingPolicy(snapshot?.routeSharingPolicy ?? .default)
    }
    public var availableCategories: [Category] { Category.all }
    public var availableModes: [Mode] { Mode.all }

    /// - Throws: `badParam` for a category that there is not.
    public func setCategory(_ category: Category) throws {
        try setCategory(category, mode: .default, policy: .default, options: [])
    }

    public func setCategory(_ category: Category, options: CategoryOptions) throws {
        try setCategory(category, mode: .default, policy: .default, options: options)
    }

    public func setCategory(
        _ category: Category, mode: Mode, options: CategoryOptions = []
    ) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Takes effect at once on an active session, else when it becomes active. Options and mode of
    /// before are dropped.
    ///
    /// - Throws: `badParam` where mode, policy or an option does not go with the category: then
    ///   nothing has changed.
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy,
        options: CategoryOptions = []
    ) throws {
        guard let category = category.model, let mode = mode.model else {
            throw NSError(SessionError.badParam)
        }
        try ask(
            .setCategory(
                category, mode, SessionOptions(rawValue: options.rawValue), policy.model))
    }

    /// - Throws: `badParam` where it does not go with the category.
    public func setMode(_ mode: Mode) throws {
        guard let mode = mode.model else { throw NSError(SessionError.badParam) }
        try ask(.setMode(mode))
    }

    // MARK: When it sounds

    /// Becomes active, interrupting or lowering others as the category and options say; or inactive,
    /// which stops what runs.
    ///
    /// - Throws: `insufficientPriority` during a call or an alarm, `cannotInterruptOthers` and
    ///   `cannotStartPlaying` from the background, `siriIsRecording`, `mediaServicesFailed`; and
    ///   `isBusy` when sound was running: the session is inactive all the same.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        try ask(
            active
                ? .activate
                : .deactivate(notifyingOthers: options.contains(.notifyOthersOnDeactivation)))
    }

    /// Whether any other app sounds.
    public var isOtherAudioPlaying: Bool { snapshot?.isOtherAudioPlaying ?? false }

    /// Whether another app that does not mix sounds: time for a game to leave its music out.
    public var secondaryAudioShouldBeSilencedHint: Bool {
        snapshot?.secondaryAudioShouldBeSilencedHint ?? false
    }

    /// The media volume, 0…1; see `observe(_:options:changeHandler:)`.
    public var outputVolume: Float { snapshot?.outputVolume ?? 0 }

    public var promptStyle: PromptStyle { .normal }

    /// The session is as at the beginning; what the app prefers stays.
    func forgetChoices() {
        wishes.withLock { wishes in
            wishes.allowsHaptics = false
            wishes.aggregatedIO = .notSpecified
            wishes.inputOrientation = .none
            wishes.supportsMultichannelContent = false
        }
    }

    /// - Returns: Whether there is a microphone now, if that is news.
    func takeInputChange() -> Bool? {
        let isThere = isInputAvailable
        return wishes.withLock { wishes in
            defer { wishes.wasInputAvailable = isThere }
            return wishes.wasInputAvailable == isThere ? nil : isThere
        }
    }

    /// - Returns: Whether there are other inputs to choose from than before.
    @discardableResult
    func updateInputs() -> Bool {
        let inputs = snapshot?.availableInputs ?? []
        return wishes.withLock { wishes in
            defer { wishes.availableInputs = inputs }
            return wishes.availableInputs != inputs
        }
    }

    /// Notes a choice of the app's that the server is not asked about.
    private func setPreference(_ change: (inout Wishes) -> Void) {
        wishes.withLock { change(&$0) }
        didChange()
    }

    public var allowHapticsAndSystemSoundsDuringRecording: Bool {
        wishes.withLock { $0.allowsHaptics }
    }

    /// Whether system sounds and vibrations are let through while this session records.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        try ask(.allowHapticsAndSystemSoundsDuringRecording(inValue))
        setPreference { $0.allowsHaptics = inValue }
    }

    public var prefersNoInterruptionsFromSystemAlerts: Bool {
        wishes.withLock { $0.prefersNoInterruptions }
    }

    /// Whether a call that rings as a banner is to wait for its answer before it interrupts.
    public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try ask(.prefer(.noInterruptions, inValue))
        setPreference { $0.prefersNoInterruptions = inValue }
    }

    public var prefersInterruptionOnRouteDisconnect: Bool {
        wishes.withLock { $0.prefersDisconnectInterruption }
    }

    /// Whether the Now-Playing app is interrupted when its output is unplugged.
    public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        try ask(.prefer(.disconnectInterruption, inValue))
        setPreference { $0.prefersDisconnectInterruption = inValue }
    }

    // MARK: Where it sounds

    public var currentRoute: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(snapshot?.route ?? Route(outputs: []))
    }

    /// nil when the category has no input.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        let inputs = snapshot?.availableInputs ?? []
        return inputs.isEmpty ? nil : inputs.map { AVAudioSessionPortDescription($0) }
    }

    public var preferredInput: AVAudioSessionPortDescription? {
        (snapshot?.preferredInput ?? nil).map { AVAudioSessionPortDescription($0) }
    }

    /// - Throws: `badParam` for one that is not there.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        try ask(.setPreferredInput(inPort?.port))
    }

    public var isInputAvailable: Bool { snapshot?.isMicrophoneThere ?? false }

    /// To the speaker for the time being, with category playAndRecord: until the route changes, an
    /// interruption, or `.none`.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try ask(.overrideOutput(portOverride == .speaker ? .speaker : .none))
    }

    // MARK: Choices without effect here

    /// Whether input and output should be one device to the app's units.
    public func setAggregatedIOPreference(_ inIOType: IOType) throws {
        setPreference { $0.aggregatedIO = inIOType }
    }

    /// How the device is held, for a microphone that hears in stereo.
    public var preferredInputOrientation: StereoOrientation {
        wishes.withLock { $0.inputOrientation }
    }

    /// Of the microphone in use: none here hears in stereo.
    public var inputOrientation: StereoOrientation { .none }

    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        setPreference { $0.inputOrientation = orientation }
    }

    /// Whether the app has sound of more than two channels; the output has two.
    public var supportsMultichannelContent: Bool {
        wishes.withLock { $0.supportsMultichannelContent }
    }

    public func setSupportsMultichannelContent(_ inValue: Bool) throws {
        setPreference { $0.supportsMultichannelContent = inValue }
    }
}
