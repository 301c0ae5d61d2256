@_exported public import KeyValueObserving

/// The session checks its properties after its own requests, route changes, interruptions and volume
/// changes, and calls the observers of those that differ. Changes that are not reported to the app,
/// such as of `isOtherAudioPlaying`, are noticed at the next check.
extension AVAudioSession: KeyValueObservable {
    /// Each volume is told: by then the session may have gone on.
    public static var notifyingKeyPaths: [AnyKeyPath] { [\AVAudioSession.outputVolume] }
}
