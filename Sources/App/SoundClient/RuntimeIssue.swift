import Foundation
import Synchronization

/// A call that succeeds here, and that on a device fails without an error or never returns.
///
/// A simulated phone reports it as a finding and as advice; elsewhere a line of standard error
/// names it.
public struct RuntimeIssue: Hashable, Sendable {
    /// The kinds of issues.
    public enum Kind: Hashable, Sendable {
        /// A converter between layouts without a common channel: silence, and success.
        case converterChannels
        /// A player node's `stop` in a completion handler: a deadlock.
        case stopInHandler
        /// A recorder that records again after an interruption: what was recorded before is lost.
        case interruptedRecording
        /// A player node that played when its engine stopped: silence after the engine's start.
        case playerAfterStop
        /// A protected file that is open when the phone is locked: reads of it fail.
        case openProtectedFile
        /// A call for which Apple's framework raises an exception: it changes nothing here.
        case exception
    }

    /// The kind of the issue.
    public var kind: Kind
    /// The call, as in `AVAudioPlayerNode.stop()`.
    public var call: String
    /// What is wrong, as a clause: `the channels of …`.
    public var problem: String

    public init(_ kind: Kind, _ call: String, _ problem: String) {
        self.kind = kind
        self.call = call
        self.problem = problem
    }

    /// The call and what is wrong with it.
    public var words: String { "\(call): \(problem)" }

    /// Reports the issue to the simulated phone that `app` runs on, or otherwise writes it to
    /// standard error, equal issues once. Any thread.
    ///
    /// - Parameter app: The app that made the call; `nil` for the simulated app that the calling
    ///   code belongs to.
    public func report(of app: AppSound? = CurrentApp.simulated) {
        if app?.take(self) == true { return }
        let isNew = Self.written.withLock { written in
            written.count < Self.writtenMax && written.insert(self).inserted
        }
        if isNew { FileHandle.standardError.write(Data("sori: \(words)\n".utf8)) }
    }

    private static let written = Mutex<Set<RuntimeIssue>>([])
    private static let writtenMax = 100
}

extension AppSound {
    /// Lets the simulator take the app's issues, instead of standard error.
    package func observeIssues(_ observer: @escaping @Sendable (RuntimeIssue) -> Void) {
        issueObserver.withLock { $0 = observer }
    }

    /// - Returns: Whether the app has an observer, which now has the issue.
    fileprivate func take(_ issue: RuntimeIssue) -> Bool {
        guard let observer = issueObserver.withLock({ $0 }) else { return false }
        observer(issue)
        return true
    }
}
