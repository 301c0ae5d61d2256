package import AudioFormats
package import CommandLineTool
import MediaControls
package import Playback

/// Plays one file. All methods are called on one thread.
package protocol Player: AnyObject {
    /// Position of the audible frame in seconds from the file's start.
    var position: Double { get }
    /// Duration in seconds; `nil` if it is unknown.
    var duration: Double? { get }
    /// Linear peak of the samples heard since the last call.
    var level: Float { get }
    /// The name of the output, for display.
    var route: String { get }
    /// The name of the output or input that was removed while the player used it, for display. It is
    /// silent since then, until `resume`.
    var removedDevice: String? { get }
    /// Whether there is an output, or an input, that it can go on with.
    var hasDevice: Bool { get }
    /// Whether it is paused, and goes on with `resume`.
    var isPaused: Bool { get }
    /// Whether everything has been heard, or the player was stopped.
    var isFinished: Bool { get }
    /// The error that occurred during playback.
    var failure: ProgramError? { get }
    /// The volume, 0…1.
    var volume: Double { get set }
    /// Whether nothing is heard, whatever the volume.
    var isMuted: Bool { get set }
    /// The speed with unchanged pitch.
    var rate: Double { get }
    /// Why the speed cannot be changed; `nil` when it can.
    var rateRefusal: String? { get }
    /// What the file says about the sound.
    var about: SoundAbout { get }
    /// Why the position cannot be changed; `nil` when it can.
    var seekRefusal: String? { get }
    /// What it waits for, such as `buffering`; `nil` when it plays.
    var waiting: String? { get }

    /// Does what the player has to do on the thread that calls it; called for every frame that is
    /// shown.
    func attend()
    func pause() throws(ProgramError)
    func resume() throws(ProgramError)
    /// - Parameter seconds: Position from the file's start; limited to its end.
    func seek(to seconds: Double) throws(ProgramError)
    /// Goes on from the same position at another speed. For players without a `rateRefusal`.
    func setRate(_ rate: Double) throws(ProgramError)
    /// Stops without a click, and returns when the fade has been heard.
    func stop()
    /// Tells what the sound lacks of the audio that it states; it may read all of the file.
    func missingAudio() throws(ProgramError) -> MissingAudio?
}

extension Player {
    package func missingAudio() throws(ProgramError) -> MissingAudio? { nil }
    package var removedDevice: String? { nil }
    package var hasDevice: Bool { true }
    package var about: SoundAbout { SoundAbout() }
    package var seekRefusal: String? { duration == nil ? "a stream cannot seek" : nil }
    package var waiting: String? { nil }
    package func attend() {}
}

extension Player {
    /// Never muted: for players without a volume.
    package var isMuted: Bool {
        get { false }
        set {}
    }
    package var rate: Double { 1 }
    package var rateRefusal: String? { "the speed cannot be changed" }
    package func setRate(_ rate: Double) {}
}

extension Player {
    /// Not paused: for players that begin each sound playing.
    package var isPaused: Bool { false }
}

/// The arguments of `sori play`.
package struct PlayRequest: Equatable, Sendable {
    package var path: String
    package var category = PlayRequest.categoryDefault
    /// The volume, 0…1.
    package var volume: Double = 1
    package var isMuted = false
    /// Repetitions after the first playback; −1 for endless.
    package var loops = 0
    /// Start position in seconds.
    package var from: Double = 0
    /// End position in seconds; `nil` for the end of the file.
    package var to: Double?
    package var output = Output.machine
    /// Whether a file of that name is replaced.
    package var mayReplace = false
    package var speed = PlaybackSpeed()
    package var replayGain = ReplayGain.off
    /// The position at which it begins, in seconds from the start; the parts before can still
    /// be gone to.
    package var resumeAt: Double = 0

    package init(path: String) {
        self.path = path
    }

    /// Whether it is played at the pace of a device.
    var isHeard: Bool { if case .file = output { false } else { true } }

    /// The address of a file; `nil` for a stream.
    var address: String? {
        if let address = WebAddress(path) { return address.isLocal ? path : address.shown }
        return StreamPath.isStream(path) ? nil : fileURL(ofPath: absolutePath(path))
    }

    /// The name that is shown of a sound without a title.
    var name: String {
        if let address = WebAddress(path) { return address.name }
        return path == "-" ? StreamPath.name(of: path) : fileName(of: path)
    }

    package enum Output: Equatable, Sendable {
        /// PipeWire if it runs, otherwise the null device with a warning.
        case machine
        case pipewire
        /// The sink with this name or description.
        case device(String)
        case null
        case file(String)
    }
}

/// The sounds that a command plays, in order.
package struct PlayList: Equatable, Sendable {
    package var requests: [PlayRequest]
    /// Whether the first follows the last.
    package var repeats: Bool

    package init(_ requests: [PlayRequest], repeats: Bool = false) {
        self.requests = requests
        self.repeats = repeats
    }

    /// The request at an index, which goes on beyond the last one of a list that repeats.
    package func request(at index: Int) -> PlayRequest? {
        guard index >= 0, !requests.isEmpty, repeats || index < requests.count else { return nil }
        return requests[index % requests.count]
    }

    /// Lets the sounds that follow have what the user has changed.
    mutating func takeOver(_ player: any Player) {
        for place in requests.indices {
            requests[place].volume = player.volume
            requests[place].isMuted = player.isMuted
            // What refuses another speed loads the library for it.
            if player.rate != requests[place].speed.rate, player.rateRefusal == nil {
                requests[place].speed.rate = player.rate
            }
            // Only the first sound is taken up where it was left.
            requests[place].resumeAt = 0
        }
    }

    /// The place of an index, such as `2 of 5`; `nil` in a list of one.
    package func place(of index: Int) -> String? {
        let count = requests.count
        return count > 1 && index >= 0 ? "\(index % count + 1) of \(count)" : nil
    }
}

/// Makes players.
package protocol PlayerMaker {
    /// Plays the sound at an index of a list. When the player made before has just finished with
    /// the one before, the sound has begun already, without a gap.
    func play(
        _ list: PlayList, at index: Int, _ console: Console
    ) throws(ProgramError) -> any Player
}
