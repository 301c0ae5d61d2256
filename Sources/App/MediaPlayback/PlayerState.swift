import AudioModel
import MediaSources
import Playback

extension MediaItemPlayer {
    /// A player's mutable state.
    struct State {
        var status = MediaStatus.unknown
        var failure: MediaFailure?
        var timeControlStatus = TimeControlStatus.paused
        var waitingReason: MediaWaitingReason?
        /// The queue, the current item first.
        var entries: [MediaEntry] = []
        var lastNumber = 0

        var rate: Float = 0
        /// Why the rate has changed, until that is reported behind the status.
        var rateChange: MediaRateChangeReason??
        var defaultRate: Float = 1
        var waitsToMinimizeStalling = true
        /// Whether the present start does not wait for more than is buffered.
        var isImmediate = false
        var endAction = MediaEndAction.pause
        var volume: Float = 1
        var isMuted = false

        /// Whether the current item was played to its end, and is still the current one.
        var isAtEnd = false
        /// Whether the sound has stopped, since what follows had not arrived.
        var hasStalled = false
        /// The app's stream; `nil` until playback starts, and when the stream is over.
        var stream: Int?
        /// Counts the streams, so that reports of an earlier one are ignored.
        var streamCount = 0
        /// What is decoded ahead, from the current item on; `nil` until it is needed.
        var run: MediaRun?
        /// The run that the stream's voice plays; `nil` without a voice.
        var voiceRun: MediaRun?
        /// Whether the run is heard: it was started, and neither paused nor stalled.
        var isSounding = false
        /// Whether what sounded is to go on without a look at the buffer.
        var isContinuing = false
        /// The speed that an idle player prepares for.
        var preparedRate: Float = 1
        /// When the next start is to be heard: a frame of the output; 0 for at once.
        var startFrame = 0
        /// When the app began to want the current item, which has not sounded yet.
        var wishTime: HostTime?

        var observers = MediaTimeObservers()
        /// The frame of the current item up to which playback was followed; `nil` after a jump.
        var passedFrame: Int64?
        var prerolls: [@Sendable (Bool) -> Void] = []

        /// What the app is to be told when the lock is released.
        var reports: [MediaReport] = []
        /// The values that were reported last.
        var reported = ReportedState()
        /// Objects that are released without the lock.
        var garbage: [MediaItem] = []

        var current: MediaEntry? { entries.first }
        /// The volume of the stream.
        var streamVolume: Float { isMuted ? 0 : volume }

        mutating func report(_ event: MediaPlayerEvent) { reports.append(.player(event)) }

        mutating func report(_ item: MediaItem, _ event: MediaItemEvent) {
            reports.append(.item(item, event))
        }

        /// The reports that have gathered: those that come before a call returns, and the others.
        mutating func takeReports() -> (now: [MediaReport], later: [MediaReport]) {
            defer { reports = [] }
            return (reports.filter(\.isImmediate), reports.filter { !$0.isImmediate })
        }

        mutating func takeGarbage() -> [MediaItem] {
            defer { garbage = [] }
            return garbage
        }
    }

    /// The observed values of a player.
    struct ReportedState: Equatable {
        private var status = MediaStatus.unknown
        private var timeControlStatus = TimeControlStatus.paused
        private var waitingReason: MediaWaitingReason?
        private var rate: Float = 0
        private var current: Int?
        private var numbers: [Int] = []

        init() {}

        /// Notes the value that an event names.
        mutating func note(_ report: MediaReport, _ state: State) {
            guard case .player(let event) = report else { return }
            switch event {
            case .status: status = state.status
            case .timeControlStatus: timeControlStatus = state.timeControlStatus
            case .waitingReason: waitingReason = state.waitingReason
            case .rate: rate = state.rate
            case .currentItem: current = state.current?.number
            case .items: numbers = state.entries.map(\.number)
            case .rateChanged: break
            }
        }
    }
}

extension MediaPlayerEvent {
    /// Whether the event is no change of a value.
    var isNotification: Bool {
        switch self {
        case .rateChanged: true
        case .status, .timeControlStatus, .waitingReason, .rate, .currentItem, .items: false
        }
    }
}
