public import Foundation
import MIDISynthesis
import SoundClient
import SoundMixer
import SoundRuntime

/// Handler of a MIDI player's end.
public typealias AVMIDIPlayerCompletionHandler = @Sendable () -> Void

/// Plays a Standard MIDI File with a sound bank. Any thread.
///
/// Errors are `NSError`s of the domain `com.apple.coreaudio.avfaudio`.
open class AVMIDIPlayer: NSObject {
    private let playback: MIDIPlayback

    /// Makes a player of a file.
    ///
    /// - Parameter bankURL: A sound font (SF2). As on a phone there is no other bank: without one,
    ///   the player cannot be made.
    /// - Throws: −43 for a missing file, −10846 for one that is no Standard MIDI File, −10869
    ///   without a bank, −10871 for a file that is no sound bank.
    public init(contentsOf inURL: URL, soundBankURL bankURL: URL?) throws {
        playback = try Self.makePlayback(SoundBank.music(contentsOf: inURL), bankURL)
    }

    /// Makes a player of a file's bytes; see `init(contentsOf:soundBankURL:)`.
    public init(data: Data, soundBankURL bankURL: URL?) throws {
        playback = try Self.makePlayback(SoundBank.music(data), bankURL)
    }

    deinit {
        playback.stop()
    }

    private static func makePlayback(_ file: MIDIFile, _ bank: URL?) throws -> MIDIPlayback {
        let app = currentApp(isForSound: false)
        let synthesizer = try SoundBank.synthesizer(bank, sampleRate: app.mixer.outputRate)
        return MIDIPlayback(app, MIDISequence(file), synthesizer)
    }

    /// Prepares to play; the player is ready after its initialisation already.
    open func prepareToPlay() {}

    /// Plays from the present position.
    ///
    /// - Parameter completionHandler: Called once on an internal queue, when the sequence has ended
    ///   or been stopped.
    @preconcurrency
    open func play(_ completionHandler: AVMIDIPlayerCompletionHandler? = nil) {
        playback.play(completionHandler)
    }

    /// Plays from the present position, and returns when the sequence has ended or been stopped.
    open func play() async {
        await withCheckedContinuation { continuation in
            playback.playOnce { continuation.resume() }
        }
    }

    /// Stops. The position stays, and `play` goes on from there.
    open func stop() { playback.stop() }

    /// The duration of the sequence at a rate of 1, in seconds.
    open var duration: TimeInterval { playback.duration }

    /// Whether the sequence is playing; its last notes may sound on when it has ended.
    open var isPlaying: Bool { playback.isPlaying }

    /// The factor of the sequence's own speed; above 0.
    open var rate: Float {
        get { Float(playback.rate) }
        set { playback.rate = Double(newValue) }
    }

    /// The position in the sequence, in seconds at a rate of 1.
    open var currentPosition: TimeInterval {
        get { playback.position }
        set { playback.position = newValue }
    }
}
