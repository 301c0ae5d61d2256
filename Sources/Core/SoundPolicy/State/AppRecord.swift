package import AudioModel

/// One app and its session.
package struct AppRecord: Sendable {
    package let description: AppDescription
    /// Whether the app may play in the background.
    let hasAudioMode: Bool
    package internal(set) var state = AppState.background
    var hasFinishedLaunching = false
    package internal(set) var session: Session
    package internal(set) var life = LifeCycleRecord()
    /// The time of its suspension, unless something keeps it running.
    var suspendsAt: HostTime?
    /// The time until which it may activate its session from the background, after the end of an
    /// interruption or a remote command.
    var mayResumeUntil: HostTime?
    /// The end of its background time; `nil` when it is unlimited.
    var backgroundUntil: HostTime?
    /// The time until which it runs in the background whatever it does.
    var wokenUntil: HostTime?
    /// The remote commands that the app takes.
    var commands: RemoteCommands = []
    /// The order in which non-mixable sessions last began to play; larger for later ones, 0 for
    /// never.
    var playOrder = 0
    /// Whether its VoIP call keeps it from being suspended, and lets it play in the background.
    var isKeptForCall = false
    /// Whether the app has been notified of the bar of a call.
    var hasCallBar = false
    /// The notifications that are pending while the app is suspended, in order.
    package internal(set) var pending: [AppNotification] = []
    /// The hint to silence secondary audio, as the foreground app would read it.
    var hint: Bool?
    /// Whether its session was active when the hint was last updated.
    var wasActiveAtHint = false

    init(description: AppDescription, session: Session, hasAudioMode: Bool) {
        self.description = description
        self.session = session
        self.hasAudioMode = hasAudioMode
        commands = description.commands
    }

    package var isForeground: Bool { state == .active || state == .inactive }

    /// The reasons for which the system keeps the app running in the background, besides its
    /// sound.
    var assertions: BackgroundAssertions {
        var assertions: BackgroundAssertions = life.tasks.isEmpty ? [] : .openTask
        if wokenUntil != nil { assertions.insert(.woken) }
        if !life.awaited.isEmpty { assertions.insert(.inCallback) }
        if isKeptForCall { assertions.insert(.onCall) }
        return assertions
    }
}
