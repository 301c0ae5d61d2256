import AudioModel

/// What an app that is a process of its own may do to the phone.
package struct ChildLimits: Hashable, Sendable {
    /// How long it may take to deal with what it is told of its life, where the policy has no
    /// limit of its own.
    ///
    /// Source: App Programming Guide for iOS, "Strategies for Handling App State Transitions": about
    /// five seconds to return.
    package var answerTime = HostInterval.seconds(5)
    /// How long a program that has not called the phone counts as launching; then people are told.
    /// It may do without sound for as long as it wants.
    package var callTime = HostInterval.seconds(10)
    /// From being told to end to being killed.
    package var endTime = HostInterval.seconds(5)
    /// How long its output may take to stand still before it is suspended all the same.
    package var holdTime = HostInterval.seconds(1)
    /// How long its process may go on after it has hung up.
    package var disconnectTimeout = HostInterval.seconds(2)
    /// Between two looks at what it prints.
    package var printInterval = HostInterval.milliseconds(250)
    /// Bytes that it may have printed before what it has printed is thrown away.
    package var printedMax = 8 << 20
    /// Messages at once, and each second after that.
    package var messagesMax = 10_000
    package var messagesPerSecond = 2_000
    /// Messages to it that it has not read, besides what the kernel keeps.
    package var backlogMax = 4096
    /// Streams that it has at a time.
    package var streamsMax = 1024
    /// Notifications that it has not dealt with.
    package var unansweredMax = 128
    /// Notifications that are kept until it has connected; the latest.
    package var keptMax = 64

    package init() {}
}

/// How many messages someone may still send: so many at once, and more as time passes.
struct MessageAllowance {
    private let most: Double
    private let perSecond: Double
    private var left: Double
    private var since: HostTime

    init(_ limits: ChildLimits, at now: HostTime) {
        most = Double(limits.messagesMax)
        perSecond = Double(limits.messagesPerSecond)
        left = most
        since = now
    }

    /// - Returns: Whether one more is within the allowance.
    mutating func take(at now: HostTime) -> Bool {
        left = min(most, left + max(0, (now - since).seconds) * perSecond)
        since = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
