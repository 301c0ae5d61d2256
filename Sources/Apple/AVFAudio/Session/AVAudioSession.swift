import AudioModel
public import Foundation
public import KeyValueObserving
public import SimulatedTime
package import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// The app's audio session: declares the purpose of its sound, and activates it.
///
/// Calls are synchronous: when one returns, other sessions have been interrupted, ducked or
/// resumed. Any thread. Errors are `NSError`s of `NSOSStatusErrorDomain` with the codes of
/// `ErrorCode`.
///
/// In a simulated phone each app has a session of its own; otherwise there is one per process.
///
/// Ownership: locks guard the preferences and the delegate; the observers synchronise themselves.
public final class AVAudioSession: NSObject, AppOwned, @unchecked Sendable {
    /// The session of the calling app.
    public class func sharedInstance() -> AVAudioSession {
        let app = currentApp()
        return app.attachment { AVAudioSession(app) }
    }

    /// Makes the session of an app that begins to sound or to record, so that observers without an
    /// object are notified although the app has never asked for its session.
    package static func prepare(for app: AppSound) { _ = app.attachment { AVAudioSession(app) } }

    /// Weak: the app owns its session.
    private weak let app: AppSound?
    private let preferences = Mutex(Preferences())
    /// The observers of the session's properties.
    public let keyValueObservers = KeyValueObservers()
    /// A queue of its own for route changes, so that a slow observer does not delay anything else.
    let routeQueue: any WorkQueue
    private let delegates = Mutex(Delegates())

    private struct Delegates {
        nonisolated(unsafe) weak var delegate: (any AVAudioSessionDelegate)?
    }

    /// Preferences that the server does not store.
    private struct Preferences {
        var allowsHaptics = false
        var prefersNoInterruptions = false
        var prefersDisconnectInterruption = true
        var aggregatedIO = IOType.notSpecified
        var inputOrientation = StereoOrientation.none
        var supportsMultichannelContent = false
        /// The availability that the delegate was last told.
        var wasInputAvailable = true
        /// The inputs that observers were last told.
        var availableInputs: [AudioModel.Port] = []
    }

    private init(_ app: AppSound) {
        self.app = app
        routeQueue = app.environment.makeWorkQueue(label: "sori.avaudiosession.route")
        super.init()
        preferences.withLock {
            $0.wasInputAvailable = app.connection.session.isMicrophoneAvailable
        }
        updateInputs()
        app.addObserver { [weak self] in self?.receive($0) }
    }

    /// The delegate of iOS 3 to 5, superseded by notifications.
    public var delegate: (any AVAudioSessionDelegate)? {
        get { delegates.withLock { $0.delegate } }
        set { delegates.withLock { $0.delegate = newValue } }
    }

    var environment: (any AppEnvironment)? { app?.environment }

    var snapshot: SessionSnapshot? { app?.connection.session }

    var hardware: SessionHardware? { app.map { SessionHardware.of($0) } }

    package func belongs(to other: AppSound) -> Bool { app === other }

    func request(_ request: AppRequest) throws {
        guard let app else { throw NSError(SessionError.expiredSession) }
        // Some refused requests change the session nevertheless.
        defer { didChangeByRequest() }
        do throws(SessionError) {
            try app.request(request)
        } catch {
            throw NSError(error, app.connection.reason(for: error))
        }
    }

    /// Notifies observers of a change by the app itself.
    func didChangeByRequest() {
        updateInputs()
        didChange()
        if let app { AVAudioApplication.of(app).sessionDidChange() }
    }

    // MARK: Category and mode

    /// The category; `.soloAmbient` until the app sets one. Any thread.
    public var category: Category { Category(snapshot?.category ?? .soloAmbient) }
    /// The mode; `.default` until the app sets one.
    public var mode: Mode { Mode(snapshot?.mode ?? .default) }
    /// The options set with the category.
    public var categoryOptions: CategoryOptions {
        CategoryOptions(rawValue: snapshot?.options.rawValue ?? 0)
    }
    /// The policy that decides where long-form audio is routed.
    public var routeSharingPolicy: RouteSharingPolicy {
        RouteSharingPolicy(snapshot?.routeSharingPolicy ?? .default)
    }
    /// All categories.
    public var availableCategories: [Category] { Category.all }
    /// All modes.
    public var availableModes: [Mode] { Mode.all }

    /// Sets the category with the default mode and without options.
    ///
    /// - Throws: `badParam` for an unknown category.
    public func setCategory(_ category: Category) throws {
        try setCategory(category, mode: .default, policy: .default, options: [])
    }

    /// Sets the category and options with the default mode.
    ///
    /// - Throws: `badParam` for an option that the category does not allow.
    public func setCategory(_ category: Category, options: CategoryOptions) throws {
        try setCategory(category, mode: .default, policy: .default, options: options)
    }

    /// Sets category, mode and options.
    ///
    /// - Throws: `badParam` for a mode or option that the category does not allow.
    public func setCategory(
        _ category: Category, mode: Mode, options: CategoryOptions = []
    ) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Sets category, mode, routing policy and options. Takes effect at once on an active session,
    /// otherwise at activation. Replaces the earlier mode and options.
    ///
    /// - Throws: `badParam` for a mode, policy or option that the category does not allow; nothing
    ///   has changed then.
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy,
        options: CategoryOptions = []
    ) throws {
        guard let category = category.model else {
            throw NSError(.badParam, unknown("category", category.rawValue, Category.all))
        }
        guard let mode = mode.model else {
            throw NSError(.badParam, unknown("mode", mode.rawValue, Mode.all))
        }
        try request(
            .setCategory(category, mode, SessionOptions(rawValue: options.rawValue), policy.model))
    }

    /// Sets the mode.
    ///
    /// - Throws: `badParam` for a mode that the category does not allow.
    public func setMode(_ mode: Mode) throws {
        guard let mode = mode.model else {
            throw NSError(.badParam, unknown("mode", mode.rawValue, Mode.all))
        }
        try request(.setMode(mode))
    }

    /// The refusal of a category or a mode that does not exist.
    private func unknown<Word: RawRepresentable<String>>(
        _ kind: String, _ word: String, _ known: [Word]
    ) -> RefusalReason {
        let names = known.map(\.rawValue).joined(separator: ", ")
        return RefusalReason(
            .badParam, sentence: "there is no \(kind) '\(word)'; there are \(names)")
    }

    // MARK: Activation

    /// Activates the session, which interrupts or ducks others according to category and options;
    /// or deactivates it, which stops its sound.
    ///
    /// - Throws: `insufficientPriority` during a call or an alarm, `cannotInterruptOthers` and
    ///   `cannotStartPlaying` from the background, `siriIsRecording`, `mediaServicesFailed`; and
    ///   `isBusy` when sound was running, in which case the session is inactive nevertheless.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        try request(
            active
                ? .activate
                : .deactivate(notifyingOthers: options.contains(.notifyOthersOnDeactivation)))
    }

    /// Whether another app is playing.
    public var isOtherAudioPlaying: Bool { snapshot?.isOtherAudioPlaying ?? false }

    /// Whether another app with a non-mixable session is playing, so that a game should mute its
    /// music.
    public var secondaryAudioShouldBeSilencedHint: Bool {
        snapshot?.secondaryAudioShouldBeSilencedHint ?? false
    }

    /// The media volume, 0…1. Observe it with `observe(_:options:changeHandler:)`.
    public var outputVolume: Float { snapshot?.outputVolume ?? 0 }

    /// The preferred style of spoken prompts; always `.normal` here.
    public var promptStyle: PromptStyle { .normal }

    /// Resets the session's settings after a loss of the media services; preferences of the app
    /// stay.
    func resetPreferences() {
        preferences.withLock { preferences in
            preferences.allowsHaptics = false
            preferences.aggregatedIO = .notSpecified
            preferences.inputOrientation = .none
            preferences.supportsMultichannelContent = false
        }
    }

    /// - Returns: Whether a microphone is available now, if that has changed.
    func takeInputChange() -> Bool? {
        let isThere = isInputAvailable
        return preferences.withLock { preferences in
            defer { preferences.wasInputAvailable = isThere }
            return preferences.wasInputAvailable == isThere ? nil : isThere
        }
    }

    /// - Returns: Whether the list of available inputs has changed.
    @discardableResult
    func updateInputs() -> Bool {
        let inputs = snapshot?.availableInputs ?? []
        return preferences.withLock { preferences in
            defer { preferences.availableInputs = inputs }
            return preferences.availableInputs != inputs
        }
    }

    /// Stores a preference that is not sent to the server.
    private func setPreference(_ change: (inout Preferences) -> Void) {
        preferences.withLock { change(&$0) }
        didChangeByRequest()
    }

    /// Whether system sounds and haptics play during recording.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool {
        preferences.withLock { $0.allowsHaptics }
    }

    /// Sets whether system sounds and haptics play during recording.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        try request(.allowHapticsAndSystemSoundsDuringRecording(inValue))
        setPreference { $0.allowsHaptics = inValue }
    }

    /// Whether the session is not interrupted by a ringing call that is shown as a banner.
    public var prefersNoInterruptionsFromSystemAlerts: Bool {
        preferences.withLock { $0.prefersNoInterruptions }
    }

    /// Sets whether a ringing call that is shown as a banner interrupts the session only when it is
    /// answered.
    public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try request(.prefer(.noInterruptions, inValue))
        setPreference { $0.prefersNoInterruptions = inValue }
    }

    /// Whether unplugging the output interrupts the Now Playing app.
    public var prefersInterruptionOnRouteDisconnect: Bool {
        preferences.withLock { $0.prefersDisconnectInterruption }
    }

    /// Sets whether unplugging the output interrupts the Now Playing app.
    public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        try request(.prefer(.disconnectInterruption, inValue))
        setPreference { $0.prefersDisconnectInterruption = inValue }
    }

    // MARK: Route

    /// The ports that the session's sound goes to and comes from.
    public var currentRoute: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(snapshot?.route ?? Route(outputs: []))
    }

    /// The ports that can be selected as input; `nil` when the category has no input.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        let inputs = snapshot?.availableInputs ?? []
        return inputs.isEmpty ? nil : inputs.map { AVAudioSessionPortDescription($0) }
    }

    /// The input port that the app prefers; `nil` for none.
    public var preferredInput: AVAudioSessionPortDescription? {
        (snapshot?.preferredInput ?? nil).map { AVAudioSessionPortDescription($0) }
    }

    /// Sets the preferred input port; `nil` for none.
    ///
    /// - Throws: `badParam` for a port that is not available.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        try request(.setPreferredInput(inPort?.port))
    }

    /// Whether the device has a microphone.
    public var isInputAvailable: Bool { snapshot?.isMicrophoneAvailable ?? false }

    /// Routes the output of category playAndRecord to the speaker, until the route changes, an
    /// interruption begins, or `.none` is set.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try request(.overrideOutput(portOverride == .speaker ? .speaker : .none))
    }

    // MARK: Preferences without effect here

    /// Stores whether audio units should see input and output as one device. No effect here.
    public func setAggregatedIOPreference(_ inIOType: IOType) throws {
        setPreference { $0.aggregatedIO = inIOType }
    }

    /// The orientation of the device that the app prefers for stereo recording.
    public var preferredInputOrientation: StereoOrientation {
        preferences.withLock { $0.inputOrientation }
    }

    /// The orientation of the current stereo microphone; always `.none`, since no microphone here
    /// is stereo.
    public var inputOrientation: StereoOrientation { .none }

    /// Stores the preferred orientation for stereo recording. No effect here.
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        setPreference { $0.inputOrientation = orientation }
    }

    /// Whether the app has content with more than two channels.
    public var supportsMultichannelContent: Bool {
        preferences.withLock { $0.supportsMultichannelContent }
    }

    /// Stores whether the app has content with more than two channels. No effect here: the output
    /// is stereo.
    public func setSupportsMultichannelContent(_ inValue: Bool) throws {
        setPreference { $0.supportsMultichannelContent = inValue }
    }
}
