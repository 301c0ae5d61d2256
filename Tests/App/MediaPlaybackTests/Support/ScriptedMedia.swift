import AudioCodecs
import AudioModel
import MediaSources
import SoundClient
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A source that gets its sound as a script says: a sine of 440 Hz in virtual time.
final class ScriptedMedia: MediaSource {
    /// What arrives: seconds of sound, at a time after the source was loaded.
    struct Arrival: Sendable {
        var time: Double
        var seconds: Double
    }

    static let rate = 48_000.0

    private struct State {
        var state = MediaState.unopened
        var buffer = MediaBuffer()
        var observer: (@Sendable (MediaChange) -> Void)?
        var arrived = 0.0
        var failure: MediaFailure?
        var isClosed = false
        var isPlaying = false
        /// The seconds that a reader has asked for and that are not there.
        var wanted: Double?
    }

    private let environment: any AppEnvironment
    private let seconds: Double?
    private let statedSeconds: Double?
    private let script: [Arrival]
    private let failure: (time: Double, MediaFailure)?
    private let openFailure: MediaFailure?
    private let shared = Mutex(State())

    /// - Parameters:
    ///   - seconds: The length; `nil` for a live source.
    ///   - statedSeconds: The length that holds until more has arrived; `nil` for the right one.
    ///   - script: The first arrival makes it ready.
    ///   - failure: When it breaks off, and why.
    ///   - openFailure: Why it cannot be opened.
    init(
        for app: AppSound, seconds: Double?, statedSeconds: Double? = nil, _ script: [Arrival],
        failure: (time: Double, MediaFailure)? = nil, openFailure: MediaFailure? = nil
    ) {
        environment = app.environment
        self.seconds = seconds
        self.statedSeconds = statedSeconds
        self.script = script
        self.failure = failure
        self.openFailure = openFailure
    }

    /// Sound that arrives evenly, from a time on, in steps of 50 ms.
    static func steady(
        _ speed: Double, from start: Double = 0.05, until end: Double, already: Double = 0
    ) -> [Arrival] {
        let step = 0.05
        return (0..<Int(((end - start) / step).rounded())).map { index in
            let time = start + Double(index) * step
            return Arrival(
                time: time, seconds: already + (Double(index) + 1) * step * speed)
        }
    }

    var isClosed: Bool { shared.withLock { $0.isClosed } }
    var isPlaying: Bool { shared.withLock { $0.isPlaying } }

    func load() {
        let isFirst = shared.withLock { state in
            guard case .unopened = state.state else { return false }
            state.state = .opening
            return true
        }
        guard isFirst else { return }
        for arrival in script {
            environment.after(.seconds(arrival.time)) { [weak self] in self?.arrive(arrival) }
        }
        if let failure {
            environment.after(.seconds(failure.time)) { [weak self] in
                self?.change { $0.failure = failure.1 }
            }
        }
        if let openFailure {
            environment.after(.milliseconds(20)) { [weak self] in
                guard let self else { return }
                shared.withLock { $0.state = .failed(openFailure) }
                shared.withLock { $0.observer }?(.state)
            }
        }
    }

    private func arrive(_ arrival: Arrival) {
        let becomesReady = shared.withLock { state in
            let before = state.arrived
            state.arrived = min(max(arrival.seconds, before), seconds ?? .infinity)
            state.buffer.loaded = [0..<state.arrived]
            state.buffer.seekable = seconds.map { [0..<$0] } ?? []
            state.buffer.isComplete = state.arrived == seconds
            if arrival.time >= 0.5 { state.buffer.arrivalRate = state.arrived / arrival.time }
            let isRefuted = state.arrived > statedSeconds ?? .infinity
            let length = isRefuted ? seconds : statedSeconds ?? seconds
            var contents = MediaContents(
                format: Self.format, frameCount: length.map { Int64($0 * Self.rate) })
            contents.isLive = seconds == nil
            guard case .opening = state.state else {
                if case .ready = state.state { state.state = .ready(contents) }
                return false
            }
            state.state = .ready(contents)
            return true
        }
        let observer = shared.withLock { $0.observer }
        if becomesReady { observer?(.state) }
        observer?(.buffer)
    }

    private func change(_ body: (inout State) -> Void) {
        let observer = shared.withLock { state in
            body(&state)
            return state.observer
        }
        observer?(.buffer)
    }

    /// Tells a change, as the source would.
    func tell(_ change: MediaChange) { shared.withLock { $0.observer }?(change) }

    private static var format: StreamFormat {
        StreamFormat(
            sampleRate: rate, id: .linearPCM, flags: [.float, .packed], bytesPerPacket: 4,
            framesPerPacket: 1, bytesPerFrame: 4, channelCount: 1, bitsPerChannel: 32)
    }

    var state: MediaState { shared.withLock { $0.state } }
    var buffer: MediaBuffer { shared.withLock { $0.buffer } }
    var transferLog: MediaTransferLog { MediaTransferLog() }

    func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        shared.withLock { $0.observer = observer }
    }

    func setPreferences(_ preferences: MediaPreferences) {}
    func setPlaying(_ isPlaying: Bool) { shared.withLock { $0.isPlaying = isPlaying } }

    func makeReader() throws(FormatError) -> any MediaReader {
        guard case .ready = state else { throw FormatError(.missing("audio")) }
        return Reader(self)
    }

    func close() { shared.withLock { $0.isClosed = true } }

    fileprivate func read(
        _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int, from frame: Int64
    ) -> MediaRead {
        let (arrived, failure) = shared.withLock { ($0.arrived, $0.failure) }
        if let seconds, frame >= Int64(seconds * Self.rate) { return .ended }
        let count = min(Int64(frameCount), Int64(arrived * Self.rate) - frame)
        guard count > 0 else { return failure.map { .failed($0) } ?? .waiting }
        for index in 0..<Int(count) {
            let time = Double(frame + Int64(index)) / Self.rate
            samples[index] = Float(0.5 * sin(2 * .pi * 440 * time))
        }
        return .frames(Int(count))
    }

    private final class Reader: MediaReader {
        let channelCount = 1
        let sampleRate = ScriptedMedia.rate
        private let source: ScriptedMedia
        private var frame: Int64 = 0

        init(_ source: ScriptedMedia) {
            self.source = source
        }

        func seek(toFrame frame: Int64, exactly: Bool) -> Int64 {
            // Other places than whole seconds can be reached by decoding only.
            self.frame = exactly ? frame : frame / Int64(sampleRate) * Int64(sampleRate)
            return self.frame
        }

        func read(
            into samples: UnsafeMutablePointer<Float>, frameCount: Int
        ) throws(FormatError) -> MediaRead {
            let result = source.read(samples, frameCount, from: frame)
            if case .frames(let count) = result { frame += Int64(count) }
            return result
        }
    }
}
