import AudioModel

/// Which simulated app the running code belongs to, if any.
public enum CurrentApp {
    /// Set by the simulator around every call into an app's code; `nil` in a real process.
    @TaskLocal public static var simulated: AppSound?

    /// Whether it runs on that app's main thread, which is no thread of the machine's.
    @TaskLocal public static var isOnSimulatedMain = false
}
