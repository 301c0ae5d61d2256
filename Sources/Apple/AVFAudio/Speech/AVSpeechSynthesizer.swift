public import Foundation
import SoundClient
import SoundRuntime
import SpeechSynthesis
import Synchronization

/// Where speech stops or pauses.
public enum AVSpeechBoundary: Int, Sendable {
    /// At once.
    case immediate = 0
    /// At the end of the word that is being spoken.
    case word = 1
}

/// Speaks utterances one after the other, through the app's audio session.
///
/// Any thread; the delegate is called on the main thread. The app has to keep the synthesizer: when
/// it goes, its speech ends.
open class AVSpeechSynthesizer: NSObject {
    /// Receives each buffer of `write`, on an internal queue.
    public typealias BufferCallback = (AVAudioBuffer) -> Void
    /// Receives markers of `write`, on an internal queue.
    public typealias MarkerCallback = ([AVSpeechSynthesisMarker]) -> Void

    /// Posted when voices are added or removed; those of this machine stay while a program runs.
    public static let availableVoicesDidChangeNotification = NSNotification.Name(
        "AVSpeechSynthesisAvailableVoicesDidChangeNotification")

    /// Receives the progress of the utterances.
    open weak var delegate: (any AVSpeechSynthesizerDelegate)?
    /// Whether speech belongs to the app's audio session. Otherwise it has a session of its own, which
    /// is active while something is spoken, mixes with other sound and ducks it, and continues after
    /// interruptions. Read when speech starts; a child app of `sori phone` has only its own session.
    open var usesApplicationAudioSession = true
    /// Whether the other party of a call hears the speech. Stored without effect: no call here has
    /// an uplink.
    open var mixToTelephonyUplink = false
    /// The output channels to speak through; stored without effect.
    open var outputChannels: [AVAudioSessionChannelDescription]?

    private let playback: SpeechPlayback
    private let writer: SpeechWriter
    private let utterances = SpeechUtteranceTable()

    public override init() {
        let app = currentApp(isForSound: false)
        let owner = SpeechOwner()
        playback = SpeechPlayback(app) { [owner] event in owner.synthesizer?.take(event) }
        writer = SpeechWriter(app.environment.makeWorkQueue(label: "sori.speech.write"))
        super.init()
        owner.synthesizer = self
    }

    deinit {
        _ = playback.stop(atWord: false)
    }

    /// Whether an utterance is being spoken or paused, or waits.
    open var isSpeaking: Bool { playback.isSpeaking || writer.isWriting }
    /// Whether the speech is paused.
    open var isPaused: Bool { playback.isPaused }

    /// Enqueues an utterance, to be spoken when those before it have been.
    ///
    /// Ends the program when the utterance is enqueued already. Without any voice on this machine
    /// the utterance is cancelled.
    open func speak(_ utterance: AVSpeechUtterance) {
        guard let number = utterances.add(utterance) else {
            return programmerError("AVSpeechSynthesizer.speak(_:)", "utterance is not enqueued")
        }
        guard let voice = utterance.chosenVoice else {
            return playback.post(.cancelled(number))
        }
        playback.enqueue(
            SpeechPlayback.Utterance(
                number: number, text: utterance.text, voice: voice, settings: utterance.settings,
                delay: (utterance.preUtteranceDelay, utterance.postUtteranceDelay)),
            usesAppSession: usesApplicationAudioSession)
    }

    /// Synthesizes an utterance into buffers instead of speaking it; see `write` with markers.
    open func write(
        _ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback
    ) {
        writer.add(SpeechWriter.Job(reader(of: utterance), bufferCallback, nil))
    }

    /// Synthesizes an utterance into buffers instead of speaking it.
    ///
    /// - Parameters:
    ///   - bufferCallback: Receives PCM buffers in the format of the voice's `audioFileSettings`,
    ///     on an internal queue. The last one has no frames.
    ///   - markerCallback: Receives the markers of the buffers that follow.
    open func write(
        _ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback,
        toMarkerCallback markerCallback: @escaping MarkerCallback
    ) {
        writer.add(SpeechWriter.Job(reader(of: utterance), bufferCallback, markerCallback))
    }

    private func reader(of utterance: AVSpeechUtterance) -> SpeechReader? {
        utterance.chosenVoice.map {
            SpeechReader(utterance.text, voice: $0, settings: utterance.settings)
        }
    }

    /// Stops, and forgets all utterances.
    ///
    /// - Returns: Whether there was anything to stop.
    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        let isWriting = writer.stop()
        return playback.stop(atWord: boundary == .word) || isWriting
    }

    /// Pauses.
    ///
    /// - Returns: Whether there was anything to pause.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        playback.pause(atWord: boundary == .word)
    }

    /// Continues after a pause.
    ///
    /// - Returns: Whether there was a pause, and the session lets the speech continue.
    @discardableResult
    open func continueSpeaking() -> Bool { playback.resume() }

    // MARK: Events

    /// Calls the delegate. On the app's main thread.
    fileprivate func take(_ event: SpeechPlayback.Event) {
        switch event {
        case .started(let number):
            notify(number) { $0.speechSynthesizer(self, didStart: $1) }
        case .reached(let number, let kind, let frame):
            notify(number) { delegate, utterance in
                if case .word(let range) = kind {
                    delegate.speechSynthesizer(
                        self, willSpeakRangeOfSpeechString: NSRange(range), utterance: utterance)
                }
                delegate.speechSynthesizer(
                    self, willSpeak: AVSpeechSynthesisMarker(kind, frame: frame),
                    utterance: utterance)
            }
        case .finished(let number):
            notify(number, isLast: true) { $0.speechSynthesizer(self, didFinish: $1) }
        case .cancelled(let number):
            notify(number, isLast: true) { $0.speechSynthesizer(self, didCancel: $1) }
        case .paused(let number):
            notify(number) { $0.speechSynthesizer(self, didPause: $1) }
        case .continued(let number):
            notify(number) { $0.speechSynthesizer(self, didContinue: $1) }
        case .dropped(let number): _ = utterances.find(number, isLast: true)
        }
    }

    private func notify(
        _ number: Int, isLast: Bool = false,
        _ call: (any AVSpeechSynthesizerDelegate, AVSpeechUtterance) -> Void
    ) {
        guard let utterance = utterances.find(number, isLast: isLast), let delegate else { return }
        call(delegate, utterance)
    }

    // MARK: Personal voices

    /// The user's answer to the app's request to use a personal voice.
    public enum PersonalVoiceAuthorizationStatus: UInt, Sendable {
        case notDetermined = 0
        case denied = 1
        case unsupported = 2
        case authorized = 3
    }

    /// `.unsupported`: this machine has no personal voices.
    open class var personalVoiceAuthorizationStatus: PersonalVoiceAuthorizationStatus {
        .unsupported
    }

    /// Asks for permission to use a personal voice and calls `handler` on an internal queue.
    @preconcurrency
    open class func requestPersonalVoiceAuthorization(
        completionHandler handler: @escaping @Sendable (PersonalVoiceAuthorizationStatus) -> Void
    ) {
        currentApp(isForSound: false).environment.onQueue { handler(.unsupported) }
    }

    /// Asks for permission to use a personal voice.
    open class func requestPersonalVoiceAuthorization() async -> PersonalVoiceAuthorizationStatus {
        .unsupported
    }
}

/// A playback's way back to its synthesizer.
///
/// Ownership: set once, before the synthesizer is used; then only read.
private final class SpeechOwner: @unchecked Sendable {
    weak var synthesizer: AVSpeechSynthesizer?
}

/// The utterances that are enqueued, by number.
///
/// Ownership: a lock guards the dictionary; an utterance is only handed on.
private final class SpeechUtteranceTable: Sendable {
    private struct State {
        nonisolated(unsafe) var utterances: [Int: AVSpeechUtterance] = [:]
        var nextNumber = 1
    }

    private let state = Mutex(State())

    /// - Returns: The utterance's number; `nil` when it is enqueued already.
    func add(_ utterance: AVSpeechUtterance) -> Int? {
        nonisolated(unsafe) let utterance = utterance
        return state.withLock { state in
            guard !state.utterances.values.contains(where: { $0 === utterance }) else { return nil }
            defer { state.nextNumber += 1 }
            state.utterances[state.nextNumber] = utterance
            return state.nextNumber
        }
    }

    func find(_ number: Int, isLast: Bool) -> AVSpeechUtterance? {
        state.withLock { state in
            isLast ? state.utterances.removeValue(forKey: number) : state.utterances[number]
        }
    }
}
