package import AudioModel

/// Resource and time limits of an app in a process of its own.
package struct AppConnectionLimits: Hashable, Sendable {
    /// Time allowed for life-cycle callbacks for which the policy has no limit of its own.
    ///
    /// Source: App Programming Guide for iOS, "Strategies for Handling App State Transitions": about
    /// five seconds to return.
    package var answerTime = HostInterval.seconds(5)
    /// Time after which a program that has not connected no longer counts as launching, and the
    /// user is told. It may go without sound for as long as it likes.
    package var callTime = HostInterval.seconds(10)
    /// Time between the request to end and `SIGKILL`.
    package var endTime = HostInterval.seconds(5)
    /// Time for the app's output to stop before its process is suspended anyway.
    package var holdTime = HostInterval.seconds(1)
    /// Time until a process that closed its connection is killed.
    package var disconnectTimeout = HostInterval.seconds(2)
    /// Interval at which its output is read.
    package var printInterval = HostInterval.milliseconds(250)
    /// Largest log file in bytes; a larger one is emptied.
    package var printedMax = 8 << 20
    /// Messages that may come in a burst, and the sustained rate per second.
    package var messagesMax = 10_000
    package var messagesPerSecond = 2_000
    /// Most messages waiting for the app beyond the socket's buffer.
    package var backlogMax = 4096
    /// Most streams at a time.
    package var streamsMax = 1024
    /// Most unacknowledged notifications.
    package var unansweredMax = 128
    /// Most notifications kept until it connects; the oldest are dropped.
    package var keptMax = 64

    package init() {}
}

extension AppConnectionLimits {
    /// Time allowed to acknowledge a notification; `nil` where the policy has a limit of its own,
    /// and for notifications without one.
    func time(for notification: AppNotification) -> HostInterval? {
        switch notification {
        case .willFinishLaunching, .openURL, .didBecomeActive, .willResignActive,
            .willEnterForeground, .didReceiveMemoryWarning:
            answerTime
        case .didFinishLaunching, .didEnterBackground, .willTerminate, .backgroundTaskExpires:
            nil
        case .interruptionBegan, .interruptionEnded, .routeChanged, .secondaryAudioHint,
            .outputVolumeChanged, .mediaServicesLost, .mediaServicesReset,
            .willChangeStatusBarFrame, .didChangeStatusBarFrame, .changed, .remoteCommand,
            .callRequested:
            nil
        }
    }
}

/// A token bucket that limits the rate of an app's messages.
struct MessageAllowance {
    private let most: Double
    private let perSecond: Double
    private var left: Double
    private var since: HostTime

    init(_ limits: AppConnectionLimits, at now: HostTime) {
        most = Double(limits.messagesMax)
        perSecond = Double(limits.messagesPerSecond)
        left = most
        since = now
    }

    /// - Returns: Whether one more message is allowed.
    mutating func take(at now: HostTime) -> Bool {
        left = min(most, left + max(0, (now - since).seconds) * perSecond)
        since = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
