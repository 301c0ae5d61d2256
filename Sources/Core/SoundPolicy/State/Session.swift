package import AudioModel

/// The audio session of one app.
package struct Session: Hashable, Sendable {
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions
    package var routeSharingPolicy = RouteSharingPolicy.default
    package var isActive = false
    package var interruption: Interruption?
    var allowsSystemSoundsDuringRecording = false
    /// Whether the app overrides its output with the speaker.
    package var isOverriddenToSpeaker = false
    var prefersNoInterruptions = false
    var prefersDisconnectInterruption = true
    package var preferredInput: Port?
    /// Whether an input may run although the category was never set
    /// (`PolicyConfiguration.untouchedSessionRecords`).
    var recordsUntouched = false

    /// Whether an input may run.
    package var takesInput: Bool { recordsUntouched || SoundPolicy.takesInput(category) }

    /// The mode that is in effect: the default one when the category does not support the mode that
    /// the app has set.
    ///
    /// Source: Apple's page of `AVAudioSession.Mode`.
    package var effectiveMode: SessionMode { isSupported(mode, by: category) ? mode : .default }

    package init(
        category: SessionCategory, mode: SessionMode = .default, options: SessionOptions = []
    ) {
        self.category = category
        self.mode = mode
        self.options = options
    }
}

/// A present interruption: from `.began` until `.ended`, or until the app activates its session
/// again.
package struct Interruption: Hashable, Sendable {
    /// The interrupter; `nil` for the disconnected route of the Now Playing app.
    var by: Actor?
    /// Whether the session's output was unplugged meanwhile, so that the system keeps it paused.
    var hasLostRoute = false
}
