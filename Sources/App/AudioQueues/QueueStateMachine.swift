public import AudioModel

/// The transport state of an audio queue, as a value: an event changes the state and returns the
/// actions that follow. `AudioQueueCore` performs them, in order, with the lock held.
package struct QueueStateMachine: Hashable {
    package private(set) var state: State

    package init(_ state: State = .stopped) {
        self.state = state
    }

    package enum State: Hashable {
        case stopped
        /// Frames are decoded ahead of a start.
        case primed
        case started(Course)
    }

    /// The state between a start and the stop that follows.
    package struct Course: Hashable {
        package var mode: Mode
        package var device: Device
        package var ending: Ending

        package init(
            _ mode: Mode = .playing, _ device: Device = .awaited, _ ending: Ending = .none
        ) {
            self.mode = mode
            self.device = device
            self.ending = ending
        }
    }

    package enum Mode: Hashable, CaseIterable {
        /// Playing, or recording.
        case playing
        case paused
        /// Playing what is enqueued before it is disposed of.
        case disposing
    }

    /// Whether the device reads from the queue or delivers to it, as listeners know it.
    package enum Device: Hashable, CaseIterable {
        /// Not yet.
        case awaited
        case active
        /// The policy holds the stream, as during an interruption.
        case held
    }

    /// The phases of a stop after what is enqueued.
    package enum Ending: Hashable {
        case none
        /// Buffers are left to be decoded.
        case whenPlayed
        /// The time-pitch effect has been drained.
        case drained
        /// The feed has ended; the device plays the rest.
        case finished(startsAgain: Bool)
    }

    package enum Event: Hashable {
        // Calls of the app.
        case prime
        case start(at: QueueStartTime?)
        case pause
        case stop
        case stopWhenPlayed
        case reset
        case dispose(immediately: Bool)
        // Results of actions.
        case started
        case resumed
        case drained
        case finished
        // Reports of the stream.
        case held
        case released
        /// The device has begun to read or to deliver.
        case active
        /// The stream has ended, by itself or by the policy.
        case ended
    }

    package enum Action: Hashable {
        /// Prepares a run and starts a stream.
        case begin(at: QueueStartTime?)
        case pauseStream
        case resumeStream
        case stopStream
        /// Decodes ahead.
        case pump
        /// Requests a call at the first render.
        case awaitDevice
        case drainEffect
        case finishFeed
        case replaceFeed
        /// Enqueues the buffers that waited for the next start.
        case keepBuffers
        /// Returns all buffers to the app.
        case returnBuffers
        /// Stops callbacks to the app.
        case closeDeliveries
        case dropRun
        /// Notes a discontinuity of the time line.
        case noteDiscontinuity
        /// Notifies the listeners of `isRunning`.
        case reportRunning
    }

    // MARK: Queries

    /// Whether no stream is started.
    package var isStopped: Bool { course == nil }
    /// Whether the queue is started and not paused.
    var isPlaying: Bool { course.map { $0.mode != .paused } ?? false }
    /// Whether the device reads from the queue or delivers to it.
    package var isActive: Bool { course?.device == .active }
    /// Whether the policy holds the stream.
    var isHeld: Bool { course?.device == .held }
    /// Whether the queue stops when everything has been played.
    var isEnding: Bool { course.map { $0.ending != .none } ?? false }
    /// Whether the feed gets no more frames.
    var isFinished: Bool { if case .finished = course?.ending { true } else { false } }

    private var course: Course? {
        if case .started(let course) = state { course } else { nil }
    }

    // MARK: Events

    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .prime:
            if state == .stopped { state = .primed }
            return []
        case .start(let time):
            return isStopped ? [.begin(at: time)] : whileStarted(Self.start)
        case .started:
            state = .started(Course())
            return []
        case .stop:
            return stop()
        case .reset:
            return reset()
        case .dispose(let immediately):
            guard !immediately, let course, course.mode == .playing, course.device != .held else {
                return [.closeDeliveries] + stop()
            }
            return whileStarted { course in
                course.mode = .disposing
                return course.endWhenPlayed()
            }
        case .ended:
            let restarts = course?.ending == .finished(startsAgain: true)
            defer { state = .stopped }
            return reportInactive + (restarts ? [.begin(at: nil)] : [])
        case .pause, .stopWhenPlayed, .resumed, .drained, .finished, .held, .released, .active:
            return whileStarted { $0.handle(event) }
        }
    }

    private mutating func whileStarted(_ body: (inout Course) -> [Action]) -> [Action] {
        guard var course else { return [] }
        defer { state = .started(course) }
        return body(&course)
    }

    private static func start(_ course: inout Course) -> [Action] {
        switch course.mode {
        case .paused: return [.resumeStream]
        case .disposing: return []
        case .playing: break
        }
        let resume: [Action] = course.device == .held ? [.resumeStream] : []
        switch course.ending {
        case .none: return resume
        case .whenPlayed, .drained:
            course.ending = .none
            return [.keepBuffers, .pump] + resume
        case .finished:
            course.ending = .finished(startsAgain: true)
            return resume
        }
    }

    private mutating func stop() -> [Action] {
        defer { state = .stopped }
        return [.returnBuffers, .dropRun, .stopStream] + reportInactive
    }

    private mutating func reset() -> [Action] {
        switch state {
        case .stopped: return [.returnBuffers]
        case .primed:
            state = .stopped
            return [.noteDiscontinuity, .returnBuffers, .dropRun]
        case .started(var course):
            if isFinished { course.ending = .drained }
            state = .started(course)
            return [.noteDiscontinuity, .returnBuffers, .replaceFeed]
        }
    }

    private var reportInactive: [Action] { isActive ? [.reportRunning] : [] }
}

extension QueueStateMachine.Course {
    fileprivate mutating func handle(
        _ event: QueueStateMachine.Event
    ) -> [QueueStateMachine.Action] {
        switch event {
        case .pause where mode == .playing:
            mode = .paused
            return [.pauseStream]
        case .resumed where mode != .disposing:
            mode = .playing
            if device == .held { device = .awaited }
            return [.pump]
        case .stopWhenPlayed:
            return endWhenPlayed()
        case .drained where ending == .whenPlayed:
            ending = .drained
            return [.drainEffect]
        case .finished where ending == .drained:
            ending = .finished(startsAgain: false)
            return [.finishFeed]
        // A transport that changes while the queue is paused is noted when it resumes.
        case .held where mode != .paused:
            let report: [QueueStateMachine.Action] = device == .active ? [.reportRunning] : []
            device = .held
            return [.noteDiscontinuity] + report + (mode == .disposing ? [.stopStream] : [])
        case .released where mode != .paused && device != .active:
            device = .awaited
            return [.awaitDevice]
        case .active where mode != .paused && device == .awaited:
            device = .active
            return [.reportRunning]
        default:
            return []
        }
    }

    fileprivate mutating func endWhenPlayed() -> [QueueStateMachine.Action] {
        switch ending {
        case .none:
            ending = .whenPlayed
            return [.pump]
        case .whenPlayed, .drained: return []
        case .finished:
            // Nothing is started again behind a queue that is being disposed of.
            if mode == .disposing { ending = .finished(startsAgain: false) }
            return []
        }
    }
}

/// When a queue is to start.
public enum QueueStartTime: Hashable, Sendable {
    /// A time on the device's time line, in frames.
    case sample(Double)
    /// A host time.
    case host(HostTime)
}
