import AudioModel

/// The simulated app that the running code belongs to, if any.
public enum CurrentApp {
    /// The app, set by the simulator around every call into an app's code; `nil` in a real process.
    @TaskLocal public static var simulated: AppSound?

    /// Whether the code runs on that app's simulated main thread, which is not a thread of the
    /// machine.
    @TaskLocal public static var isOnSimulatedMain = false
}
