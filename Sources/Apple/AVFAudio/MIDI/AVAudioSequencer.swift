import AudioModel
public import Foundation
import MIDISynthesis

/// Options of loading a music file into the tracks of a sequencer.
public struct AVMusicSequenceLoadOptions: OptionSet, Sendable {
    public let rawValue: UInt

    /// Makes a set of options from its bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Each channel of a file with one track becomes a track of its own.
    public static let smf_ChannelsToTracks = AVMusicSequenceLoadOptions(rawValue: 1)
}

/// Receives a user event: its track, its data and its beat. On an internal queue.
public typealias AVAudioSequencerUserCallback = (AVMusicTrack, Data, AVMusicTimeStamp) -> Void

/// Plays the tracks of a music file with an engine's instruments.
///
/// Time passes as the engine renders; events are accurate to the frame. Any thread. Errors are
/// `NSError`s of the domain `com.apple.coreaudio.avfaudio`.
open class AVAudioSequencer: NSObject {
    private let core: SequencerCore

    /// Makes a sequencer without an engine: only tracks with a destination of their own sound.
    public override init() {
        core = SequencerCore(nil)
    }

    /// Makes a sequencer for the instruments of an engine.
    public init(audioEngine engine: AVAudioEngine) {
        core = SequencerCore(engine)
    }

    deinit {
        core.stop()
    }

    // MARK: Files

    /// Loads a Standard MIDI File, in place of all tracks.
    ///
    /// - Throws: −43 for a missing file, −10846 for one that is no Standard MIDI File.
    open func load(from fileURL: URL, options: AVMusicSequenceLoadOptions = []) throws {
        load(try SoundBank.music(contentsOf: fileURL), options)
    }

    /// Loads the bytes of a Standard MIDI File, in place of all tracks.
    ///
    /// - Throws: −10846 for bytes that are no Standard MIDI File.
    open func load(from data: Data, options: AVMusicSequenceLoadOptions = []) throws {
        load(try SoundBank.music(data), options)
    }

    private func load(_ file: MIDIFile, _ options: AVMusicSequenceLoadOptions) {
        core.load(
            MIDISequence(file, splitsChannels: options.contains(.smf_ChannelsToTracks)))
    }

    /// Writes the tracks as a Standard MIDI File.
    ///
    /// - Parameters:
    ///   - resolution: Ticks in a beat; 0 for those of the sequence.
    ///   - replace: Whether an existing file is replaced.
    /// - Throws: −48 for an existing file that is not to be replaced, and errors of writing.
    open func write(to fileURL: URL, smpteResolution resolution: Int, replaceExisting replace: Bool)
        throws
    {
        if !replace, FileManager.default.fileExists(atPath: fileURL.path) {
            throw NSError.avfAudio(Self.duplicateFile, failedCall: "writing the music sequence")
        }
        try bytes(resolution).write(to: fileURL, options: .atomic)
    }

    /// `dupFNErr`.
    private static let duplicateFile: Int32 = -48

    /// The tracks as the bytes of a Standard MIDI File.
    ///
    /// - Parameter SMPTEResolution: Ticks in a beat; 0 for those of the sequence.
    open func data(
        withSMPTEResolution SMPTEResolution: Int, error outError: NSErrorPointer
    ) -> Data {
        bytes(SMPTEResolution)
    }

    private func bytes(_ resolution: Int) -> Data {
        Data(core.sequence.file(ticksPerBeat: resolution > 0 ? resolution : nil).bytes)
    }

    // MARK: Tracks

    /// The tracks, without the tempo track.
    open var tracks: [AVMusicTrack] { core.tracks }

    /// The tempo track.
    open var tempoTrack: AVMusicTrack { core.tempoTrack }

    /// Information about the music by the raw values of `InfoDictionaryKey`: title, copyright,
    /// tempo, time and key signature, and approximate duration.
    open var userInfo: [String: Any] { SequenceInformation(core.sequence).dictionary }

    /// Reverses the time of all tracks, the tempo track too.
    open func reverseEvents() { core.reverseEvents() }

    /// Sets the block that is called when a user event is reached, some time after it has been
    /// rendered, on an internal queue. `nil` ends the calls.
    open func setUserCallback(_ userCallback: AVAudioSequencerUserCallback?) {
        core.setUserCallback(userCallback)
    }

    /// Appends an empty track.
    open func createAndAppendTrack() -> AVMusicTrack { core.appendTrack() }

    /// Removes a track.
    ///
    /// - Returns: Whether the sequencer had it.
    @discardableResult
    open func removeTrack(_ track: AVMusicTrack) -> Bool { core.remove(track) }

    // MARK: Time

    /// The time of a beat, in seconds at a rate of 1.
    open func seconds(forBeats beats: AVMusicTimeStamp) -> TimeInterval {
        core.tempoMap.seconds(atBeat: beats)
    }

    /// The beat at a time, in seconds at a rate of 1.
    open func beats(forSeconds seconds: TimeInterval) -> AVMusicTimeStamp {
        core.tempoMap.beats(atSecond: seconds)
    }

    /// The position in beats; may be set while playing.
    open var currentPositionInBeats: TimeInterval {
        get { core.position }
        set { core.position = newValue }
    }

    /// The position in seconds at a rate of 1; may be set while playing.
    open var currentPositionInSeconds: TimeInterval {
        get { seconds(forBeats: core.position) }
        set { core.position = beats(forSeconds: newValue) }
    }

    /// Whether the sequencer plays; `true` past the end too, until `stop`.
    open var isPlaying: Bool { core.isPlaying }

    /// The playback rate: 1 plays at the tempo of the music; above 0.
    open var rate: Float {
        get { Float(core.rate) }
        set { core.rate = Double(newValue) }
    }

    /// The host time at which a beat is, or was, played.
    ///
    /// - Returns: 0 with an error while the sequencer does not play on a device, and for a beat
    ///   before the one it started at.
    open func hostTime(
        forBeats inBeats: AVMusicTimeStamp, error outError: NSErrorPointer
    ) -> UInt64 {
        let call = "AVAudioSequencer.hostTime(forBeats:error:)"
        guard let transport = core.transport, let time = transport.time(ofBeat: inBeats) else {
            outError?.pointee = .avfAudio(Self.invalidPlayerState, failedCall: call)
            return 0
        }
        guard inBeats >= transport.startBeat, time >= 0 else {
            outError?.pointee = .avfAudio(Self.startOfTrack, failedCall: call)
            return 0
        }
        return UInt64(time)
    }

    /// The beat that is, or was, played at a host time.
    ///
    /// - Returns: 0 with an error while the sequencer does not play on a device, and for a time
    ///   before its start.
    open func beats(
        forHostTime inHostTime: UInt64, error outError: NSErrorPointer
    ) -> AVMusicTimeStamp {
        let call = "AVAudioSequencer.beats(forHostTime:error:)"
        guard let transport = core.transport,
            let beat = transport.beat(atTime: Int64(clamping: inHostTime))
        else {
            outError?.pointee = .avfAudio(Self.invalidPlayerState, failedCall: call)
            return 0
        }
        guard beat >= transport.startBeat else {
            outError?.pointee = .avfAudio(Self.startOfTrack, failedCall: call)
            return 0
        }
        return beat
    }

    /// `kAudioToolboxErr_InvalidPlayerState`: the sequencer does not play.
    private static let invalidPlayerState: Int32 = -10_852
    /// `kAudioToolboxErr_StartOfTrack`: the beat comes before the start.
    private static let startOfTrack: Int32 = -10_856

    /// Prepares to play; there is nothing to prepare.
    open func prepareToPlay() {}

    /// Plays from the present position, as the engine renders.
    open func start() throws { core.start() }

    /// Stops, and ends the notes. The position stays.
    open func stop() { core.stop() }
}
