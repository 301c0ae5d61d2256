import AudioModel
import MediaPlaylists

/// What a stream loads next, and what its reader finds: decisions only. Transfers, parsing and timers are
/// its actions, which the source performs.
struct HLSMachine: Sendable {
    // MARK: What it is made of

    /// Addresses of the media playlists, resolved.
    var choices: [String] = []
    var bandwidths: [Double] = []
    var variables: [String: String] = [:]
    var startOffset: Double?
    var selection: HLSVariantSelection?
    /// Media playlists that could not be loaded.
    var unusable: Set<Int> = []
    /// The first playlist, where it is a media playlist.
    var firstList: HLSMediaPlaylist?

    var list: HLSList?
    var timeline: HLSTimeline?
    /// Segments from `wanted` on that are silent, before the rate is known.
    var earlySilences: Int64 = 0
    /// Whether segments are there of variants with other boundaries.
    var isMixed = false

    // MARK: What is seen from outside

    var state = MediaState.unopened
    var buffer = MediaBuffer()
    var log = MediaTransferLog()
    var preferences = MediaPreferences()
    var isPlaying = false
    var isClosed = false

    // MARK: What is wanted

    /// The segment that the reader is in, or waits for.
    var wanted: Int64 = 0
    /// A segment before it that its decoder needs first.
    var preroll: Int64?
    /// The frame to which the reader has to go.
    var jump: Int64?

    // MARK: What is under way

    /// Distinguishes answers to what is still wanted from others.
    var mediaToken = 0
    var listToken = 0
    var isFetchingMedia = false
    var isFetchingList = false
    var fetchedSerial: Int64?
    /// Attempts for the present resource that have failed.
    var attempts = 0
    /// Whether the next attempt waits for its time.
    var isRetryDue = true
    var failuresInRow = 0
    /// The segment at which the stream ends by failures.
    var failure: (serial: Int64, failure: MediaFailure)?

    // MARK: Reloading

    var wakeToken = 0
    /// The time of the last `HLSAction.wake`.
    var wakeTime: HostTime?
    /// The time of the next reload; `nil` while none is due.
    var reloadTime: HostTime?
    var failedReloads = 0

    // MARK: Resources

    var keys: [String: [UInt8]] = [:]
    var maps: [String: HLSInitialisation] = [:]
    var mapCount = 0
    var seenRanges: Set<String> = []
    /// Seconds of sound that arrive in a second.
    var arrivalRate: Double?

    // MARK: What is to be done

    /// The time of the last event.
    var now = HostTime.zero
    var actions: [HLSAction] = []
    var changes: [MediaChange] = []

    /// Segments that are buffered ahead.
    static let segmentsAhead: Int64 = 3
    /// Bytes of segments that are buffered ahead.
    static let bytesAheadMax = 4 << 20
    static let slotsMax = 256
    static let keptResourcesMax = 64
    /// Failed segments in a row that end the stream.
    static let failuresMax = 3
    /// Seconds before the attempts for a resource after the first.
    static let retrySeconds = [0.5, 1, 2]
}

/// What the source of a stream has to do.
enum HLSAction: Sendable {
    case fetchList(url: String, choice: Int, token: Int)
    case fetchMedia(HLSRequest, token: Int)
    case cancelMedia
    case cancelList
    /// Calls `HLSMachine.wake` later.
    case wake(seconds: Double, token: Int)
    /// Calls `HLSMachine.retry` later.
    case retry(seconds: Double, token: Int)
}

/// A resource beside the playlists.
struct HLSRequest: Sendable {
    enum Purpose: Sendable {
        case key
        /// An initialisation section, by its name in `HLSMachine.maps`.
        case map(name: String, decryption: HLSDecryption?)
        case segment(HLSSegmentJob)
    }

    var purpose: Purpose
    var url: String
    var bytes: Range<Int64>?

    /// Bytes beyond which it is refused.
    var bytesMax: Int {
        switch purpose {
        case .key: 16
        case .map: 1 << 20
        case .segment: 32 << 20
        }
    }
}

/// How a resource is decrypted.
struct HLSDecryption: Hashable, Sendable {
    var key: [UInt8]
    var vector: [UInt8]
}

/// What is needed to read a segment that has arrived.
struct HLSSegmentJob: Sendable {
    var serial: Int64
    var decryption: HLSDecryption?
    var initialisation: HLSInitialisation?
}

// MARK: Opening

extension HLSMachine {
    /// Takes the first playlist.
    mutating func open(_ playlist: HLSPlaylist) -> HLSFailure? {
        switch playlist {
        case .media(let media):
            choices = [media.url]
            bandwidths = [-1]
            firstList = media
            return nil
        case .master(let master):
            guard let audio = HLSAudioChoices(master) else {
                return .format(FormatErrors.noSound, url: master.url)
            }
            for choice in audio.choices {
                let url = MediaAddress.resolve(choice.uri, against: master.url)
                if url == nil { unusable.insert(choices.count) }
                choices.append(url ?? choice.uri)
                bandwidths.append(choice.bandwidth)
            }
            variables = master.variables
            startOffset = master.startOffset
            selection = HLSVariantSelection(audio)
            selection?.peakBitRate = preferences.peakBitRate
            guard unusable.count < choices.count else { return .address(choices[0]) }
            return nil
        }
    }

    /// Begins to load.
    mutating func start(at now: HostTime) {
        self.now = now
        state = .opening
        changes.append(.state)
        if let firstList {
            self.firstList = nil
            take(firstList, choice: 0, requestTime: now)
        }
        step(now)
    }

    mutating func fail(_ failure: HLSFailure) {
        logFailure(failure)
        end(failure.media, at: wanted)
    }

    /// Ends the stream at a segment: at once if nothing could be played before.
    mutating func end(_ reason: MediaFailure, at serial: Int64) {
        guard failure == nil else { return }
        failure = (serial, reason)
        reloadTime = nil
        stopMedia()
        if isFetchingList { actions.append(.cancelList) }
        isFetchingList = false
        listToken += 1
        if timeline == nil {
            state = .failed(reason)
            changes.append(.state)
        } else {
            updateBuffer()
        }
    }

    mutating func close() {
        isClosed = true
        state = .unopened
        stopMedia()
        if isFetchingList { actions.append(.cancelList) }
        isFetchingList = false
        reloadTime = nil
        timeline = nil
        list = nil
        keys = [:]
        maps = [:]
        changes = []
    }

    mutating func stopMedia() {
        if isFetchingMedia { actions.append(.cancelMedia) }
        isFetchingMedia = false
        fetchedSerial = nil
        mediaToken += 1
        isRetryDue = true
        attempts = 0
    }

    /// Takes what is to be done.
    mutating func takeActions() -> [HLSAction] {
        defer { actions = [] }
        return actions
    }

    mutating func takeChanges() -> [MediaChange] {
        defer { changes = [] }
        return changes
    }

    var isActive: Bool {
        guard !isClosed, failure == nil else { return false }
        switch state {
        case .opening, .ready: return true
        case .unopened, .failed: return false
        }
    }
}
