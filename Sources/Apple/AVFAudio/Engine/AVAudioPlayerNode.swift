package import AudioGraph
import AudioModel
import CAudioToolbox
import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// A node that plays buffers, files and parts of files, one after the other or at given times, exact
/// to the frame.
///
/// The player has a timeline of its own, in frames of its output's sample rate: it starts at 0 with
/// `play`, and stands still while the player pauses. Completion handlers are called on a serial queue
/// of the player's, never on the main thread, in the order in which their items were scheduled; an
/// item that is dropped counts as ended. Any thread.
///
/// Ownership: immutable; its parts guard themselves.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    /// The kernel that renders the scheduled items.
    package let source: PlayerSource
    let work: PlayerWork
    /// The app that has made the node.
    private weak let app: AppSound?
    /// Whether scheduling needs an engine.
    let schedulingNeedsEngine = EngineRules.current.schedulingNeedsEngine

    /// Makes a player that has nothing to play.
    public init() {
        let app = currentApp(isForSound: false)
        self.app = app
        source = PlayerSource()
        work = PlayerWork(source, app.environment)
        super.init(.source(source))
    }

    // MARK: Playing

    /// Whether the player plays; `true` too while it plays silence because nothing is scheduled.
    open var isPlaying: Bool { source.isPlaying }

    /// Starts the player with the next frame, or continues after a pause. Without effect while it
    /// plays, or while the engine does not run.
    ///
    /// Ends the program for a node that is not attached to an engine or not connected.
    open func play() {
        start(at: .now, "play()")
    }

    /// Starts the player at a time, or continues then after a pause. Without effect while it plays,
    /// or while the engine does not run.
    ///
    /// Ends the program for a node that is not attached to an engine or not connected, and for a
    /// time that is not valid.
    ///
    /// - Parameter when: A sample time of the node, like `lastRenderTime`, or without one a host
    ///   time; `nil` or a past time means now.
    open func play(at when: AVAudioTime?) {
        guard let start = startTime(when, "play(at:)") else { return }
        self.start(at: start, "play(at:)")
    }

    /// Starts the player with the next frame, or continues after a pause. Without effect while it
    /// plays.
    ///
    /// - Throws: An uninitialised unit's status while the engine does not run; a missing connection's
    ///   for a node that is not attached to an engine or not connected.
    open func playAudio() throws {
        try startOrThrow(at: .now, "playAudio()")
    }

    /// Starts the player at a time, or continues then after a pause. Without effect while it plays.
    ///
    /// Ends the program for a time that is not valid.
    ///
    /// - Parameter when: As for `play(at:)`.
    /// - Throws: The errors of `playAudio()`.
    open func playAudio(at when: AVAudioTime?) throws {
        guard let start = startTime(when, "playAudio(at:)") else { return }
        try startOrThrow(at: start, "playAudio(at:)")
    }

    /// Stops the player's timeline where it is, until `play`.
    open func pause() {
        source.pause()
    }

    /// Drops all that is scheduled, sets the player's timeline to 0, and calls all handlers.
    ///
    /// On a device it waits for the queue of the handlers, so that a call in one of them deadlocks.
    /// Here it works, and is reported.
    open func stop() {
        if work.isInHandler {
            report(
                .stopInHandler, "stop()",
                "called in a completion handler of the node, where a device deadlocks")
        }
        source.stop()
        // Without an engine that runs, nothing is rendered that would free what was dropped.
        if core?.isRunning != true { source.applyWhileIdle() }
        work.service()
    }

    /// Stops the player; see `stop()`.
    open override func reset() {
        stop()
        super.reset()
    }

    /// Prepares what was scheduled for playing, by decoding its first frames.
    ///
    /// - Parameter frameCount: The number of frames to have ready; at most 0.7 s are.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) {
        source.decodeAhead(frameCount: Int(frameCount))
    }

    // MARK: Issues

    private func report(_ kind: RuntimeIssue.Kind, _ call: String, _ problem: String) {
        RuntimeIssue(kind, "AVAudioPlayerNode.\(call)", problem).report(of: app)
    }

    /// Reports a call without effect: the node has played when its engine stopped.
    ///
    /// - Parameter call: The call, without the class.
    func reportStall(_ call: String) {
        guard source.isStalled, core?.isRunning == true else { return }
        report(
            .playerAfterStop, call,
            "the node played when its engine was stopped, and is silent until its own stop()")
    }

    // MARK: The engine

    package override func engineWillStart(isOffline: Bool) {
        // Only real-time manual rendering must not wait for files. Other engines render on a work
        // queue, or offline.
        let isRealtime = core?.manual?.mode == .realtime
        source.setWaitsForFiles(!isRealtime)
        work.setLatency(.seconds(outputPresentationLatency))
        work.setPollingEnabled(isRealtime)
        work.scheduleDecoding()
        super.engineWillStart(isOffline: isOffline)
    }

    package override func engineDidStop() {
        work.setPollingEnabled(false)
        // A paused engine keeps its players' state, and continues with it.
        if core?.isPaused != true {
            core?.stallsPlayers == true ? source.stall() : source.pause()
        }
        super.engineDidStop()
    }

    package override func renderCycleDidEnd() {
        work.service()
        super.renderCycleDidEnd()
    }

    // MARK: Times

    /// Converts a time of the player's timeline to one of the node.
    ///
    /// - Returns: `nil` while the player does not play, and for a time that is not valid.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        guard let timing = source.timing, playerTime.isSampleTimeValid else { return nil }
        let nodeTime = timing.anchor.addingReportingOverflow(frames(playerTime))
        guard !nodeTime.overflow else { return nil }
        return time(nodeTime.partialValue, hostTime: hostTime(nodeTime.partialValue, timing))
    }

    /// Converts a time of the node, like `lastRenderTime`, to one of the player's timeline.
    ///
    /// The result is negative before the player's start.
    ///
    /// - Returns: `nil` while the player does not play, and for a time that is not valid.
    open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        guard let timing = source.timing else { return nil }
        let node: Int64
        if nodeTime.isSampleTimeValid {
            node = frames(nodeTime)
        } else {
            guard nodeTime.isHostTimeValid, let host = timing.hostTime else { return nil }
            let interval = HostTime(nanoseconds: Int64(clamping: nodeTime.hostTime)) - host
            node = timing.nodeTime + Int64((interval.seconds * sampleRate).rounded())
        }
        let playerTime = node.subtractingReportingOverflow(timing.anchor)
        guard !playerTime.overflow else { return nil }
        let hostTime = nodeTime.isHostTimeValid ? nodeTime.hostTime : nil
        return time(playerTime.partialValue, hostTime: hostTime)
    }

    private var sampleRate: Double { outputFormat(forBus: 0).sampleRate }

    private func time(_ sampleTime: Int64, hostTime: UInt64?) -> AVAudioTime {
        guard let hostTime else { return AVAudioTime(sampleTime: sampleTime, atRate: sampleRate) }
        return AVAudioTime(hostTime: hostTime, sampleTime: sampleTime, atRate: sampleRate)
    }

    private func hostTime(_ nodeTime: Int64, _ timing: PlayerTiming) -> UInt64? {
        guard let hostTime = timing.hostTime, sampleRate > 0 else { return nil }
        let seconds = Double(nodeTime &- timing.nodeTime) / sampleRate
        // Within a century of the present, where a number of nanoseconds is exact enough.
        guard abs(seconds) < 3e9 else { return nil }
        return UInt64(clamping: (hostTime + .seconds(seconds)).nanoseconds)
    }

    /// Returns a sample time in frames of the node.
    func frames(_ time: AVAudioTime) -> Int64 {
        let (rate, nodeRate) = (time.sampleRate, sampleRate)
        guard rate > 0, nodeRate > 0, rate != nodeRate else { return time.sampleTime }
        let frames = (Double(time.sampleTime) * nodeRate / rate).rounded()
        return Int64(exactly: frames) ?? (frames < 0 ? .min : .max)
    }
}

extension EngineCore {
    /// Whether the engine runs.
    fileprivate var isRunning: Bool { state.withLock { $0.phase == .running } }

    /// Whether the players that played when the engine stopped are silent until their own stop.
    fileprivate var stallsPlayers: Bool { state.withLock { $0.stallsPlayers } }

    /// Whether the engine is paused.
    fileprivate var isPaused: Bool { state.withLock { $0.phase == .paused } }

    /// Whether a node's sound reaches the output.
    fileprivate func isConnectedToOutput(_ node: AVAudioNode) -> Bool {
        state.withLock { state in
            guard let output = state.output?.graphNode else { return false }
            return state.graph.reaches(from: node.graphNode, to: output)
        }
    }
}

/// The status codes of audio units with which `playAudio` fails.
private enum PlayerNodeStatus {
    static let noConnection = kAudioUnitErr_NoConnection
    static let uninitialized = kAudioUnitErr_Uninitialized
}

// MARK: - Starting

extension AVAudioPlayerNode {
    /// - Returns: `nil` for a time that is not valid, after reporting the programmer's error.
    private func startTime(_ when: AVAudioTime?, _ call: String) -> PlayerStart? {
        guard let when else { return .now }
        if when.isSampleTimeValid { return .nodeTime(frames(when)) }
        if when.isHostTimeValid {
            return .hostTime(nanoseconds: Int64(clamping: when.hostTime))
        }
        programmerError(
            "AVAudioPlayerNode.\(call)", "when.isSampleTimeValid || when.isHostTimeValid")
        return nil
    }

    /// Why a player cannot start.
    private enum StartError {
        case notAttached
        case notConnected
        case notRunning
    }

    private var startError: StartError? {
        guard let core else { return .notAttached }
        guard core.isConnectedToOutput(self) else { return .notConnected }
        return core.isRunning ? nil : .notRunning
    }

    private func start(at start: PlayerStart, _ call: String) {
        switch startError {
        case nil:
            reportStall(call)
            source.play(at: start)
            work.scheduleDecoding()
        case .notAttached: programmerError("AVAudioPlayerNode.\(call)", "_engine != nil")
        case .notConnected:
            programmerError(
                "AVAudioPlayerNode.\(call)", "player started when in a disconnected state")
        case .notRunning:
            // Apple's newer releases do not raise an exception here.
            let message =
                "sori: AVAudioPlayerNode.\(call): player started when engine not running\n"
            FileHandle.standardError.write(Data(message.utf8))
        }
    }

    private func startOrThrow(at start: PlayerStart, _ call: String) throws {
        switch startError {
        case nil:
            reportStall(call)
            source.play(at: start)
            work.scheduleDecoding()
        case .notAttached, .notConnected:
            throw NSError.avfAudio(PlayerNodeStatus.noConnection, failedCall: call)
        case .notRunning:
            throw NSError.avfAudio(PlayerNodeStatus.uninitialized, failedCall: call)
        }
    }
}
