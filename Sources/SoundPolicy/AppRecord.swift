import AudioModel

/// One app and its session.
package struct AppRecord: Hashable, Sendable {
    package let description: AppDescription
    /// Whether the app may play in the background.
    let hasAudioMode: Bool
    package internal(set) var state = AppState.background
    var hasFinishedLaunching = false
    package internal(set) var session: Session
    /// The serial number of the latest activation of its session, among all activations.
    var activation = 0
    /// The time of its suspension, unless something keeps it running.
    var suspendsAt: HostTime?
    /// The time until which it may activate its session from the background, after the end of an
    /// interruption or a remote command.
    var mayResumeUntil: HostTime?
    /// The end of its background time; `nil` when it is unlimited.
    var backgroundUntil: HostTime?
    /// The time until which it runs in the background whatever it does.
    var wokenUntil: HostTime?
    var grounds: BackgroundAssertions = []
    /// The remote commands that the app takes.
    var commands: RemoteCommands = []
    /// The order in which non-mixable sessions last began to play; larger for later ones, 0 for
    /// never.
    var playOrder = 0
    /// Whether the app has been notified of the bar of a call.
    var hasCallBar = false
    /// The notifications that are pending while the app is suspended, in order.
    package internal(set) var pending: [AppNotification] = []
    /// The hint to silence secondary audio, as the foreground app would read it.
    var hint: Bool?
    /// Whether its session was active when the hint was last updated.
    var wasActiveAtHint = false
    /// The mix mode as last updated.
    var manner: MixMode?

    init(description: AppDescription, session: Session, hasAudioMode: Bool) {
        self.description = description
        self.session = session
        self.hasAudioMode = hasAudioMode
        commands = description.commands
    }

    package var isForeground: Bool { state == .active || state == .inactive }
}
