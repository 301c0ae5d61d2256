import AudioCodecs
import AudioFiles
package import AudioFormats
import AudioModel
import AudioToolbox
public import Foundation
package import Playback
import SoundClient
import SoundRuntime

/// Plays a sound file, or a sound file in memory.
///
/// Playing and preparing activate the app's session. Any thread may use a player, one at a time;
/// its delegate is called on the main thread. A player that is released stops.
open class AVAudioPlayer: NSObject {
    /// The file in memory; `nil` for a player of a URL.
    public let data: Data?
    /// The file's URL; `nil` for a player of data.
    public let url: URL?
    /// The object that is told of the end and of errors; weak.
    weak open var delegate: (any AVAudioPlayerDelegate)?
    /// The identifier of the output device to play on; kept, but there is only one device.
    open var currentDevice: String?

    /// `nil` for a player without a file, which plays nothing.
    package let player: FilePlayer?
    /// The channels of the output that the file's channels are assigned to, in their order; channels
    /// without one are silent. `nil` for the default assignment. A player that plays follows at once.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        didSet {
            let numbers = channelAssignments.map { $0.map { $0.channelNumber - 1 } }
            player?.outputChannels = numbers?.isEmpty == true ? nil : numbers
        }
    }
    /// The volume of a player without a file.
    private var volumeWithoutFile: Float = 1

    /// Makes a player without a file, which plays nothing.
    public override init() {
        (data, url, player) = (nil, nil, nil)
        super.init()
    }

    /// Makes a player of the file at a URL.
    ///
    /// - Throws: An error of `NSOSStatusErrorDomain`: `kAudioFileFileNotFoundError` without a file,
    ///   `kAudioFileUnsupportedFileTypeError` for one that is no sound file.
    public required init(contentsOf url: URL) throws {
        self.url = url
        data = nil
        player = try Self.player(of: url, hint: nil)
        super.init()
        connect()
    }

    /// Makes a player of a file in memory.
    ///
    /// - Throws: An error of `NSOSStatusErrorDomain`: `kAudioFileUnsupportedFileTypeError` for data
    ///   that are no sound file.
    public init(data: Data) throws {
        self.data = data
        url = nil
        player = try Self.player(of: data, hint: nil)
        super.init()
        connect()
    }

    /// Makes a player of the file at a URL.
    ///
    /// - Parameter utiString: The uniform type identifier to assume when the file's first bytes do
    ///   not tell its type.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        self.url = url
        data = nil
        player = try Self.player(of: url, hint: utiString)
        super.init()
        connect()
    }

    /// Makes a player of a file in memory.
    ///
    /// - Parameter utiString: The uniform type identifier to assume when the first bytes do not tell
    ///   the type.
    public init(data: Data, fileTypeHint utiString: String?) throws {
        self.data = data
        url = nil
        player = try Self.player(of: data, hint: utiString)
        super.init()
        connect()
    }

    /// Makes a player of bytes that need not be in memory.
    package init(bytes: any ByteSource) throws {
        data = nil
        url = nil
        player = try Self.makePlayer { () throws(AudioFileError) in try SoundFile(bytes: bytes) }
        super.init()
        connect()
    }

    private static func player(of url: URL, hint: String?) throws -> FilePlayer {
        guard url.isFileURL else { throw NSError.status(kAudioFileUnspecifiedError) }
        return try makePlayer { () throws(AudioFileError) in
            try SoundFile(
                path: url.path,
                hint: hint.flatMap { ContainerKind(uniformType: $0) }
                    ?? ContainerKind.hint(fromName: url.path))
        }
    }

    private static func player(of data: Data, hint: String?) throws -> FilePlayer {
        try makePlayer { () throws(AudioFileError) in
            try SoundFile(
                bytes: DataBytes(data: data),
                hint: hint.flatMap { ContainerKind(uniformType: $0) })
        }
    }

    private static func makePlayer(
        _ open: () throws(AudioFileError) -> SoundFile
    ) throws -> FilePlayer {
        do throws(AudioFileError) {
            let file = try open()
            let app = currentApp()
            AVAudioSession.prepare(for: app)
            return FilePlayer(file, of: app)
        } catch {
            throw NSError.status(error.status)
        }
    }

    // MARK: Playing

    /// Decodes the first frames and activates the session, so that `play` starts without delay.
    ///
    /// - Returns: Whether the player is ready.
    @discardableResult
    open func prepareToPlay() -> Bool { player?.prepare() ?? false }

    /// Plays from `currentTime` on, without waiting for it. Prepares the player first.
    ///
    /// - Returns: Whether the player plays; a player that does already goes on.
    @discardableResult
    open func play() -> Bool { player?.play() ?? false }

    /// Plays from `currentTime` on, beginning at a time of the output device. Players that are given
    /// the same time begin with the same frame.
    ///
    /// - Parameter time: In seconds, as `deviceCurrentTime`; a time that has passed is now.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool { player?.play(at: time) ?? false }

    /// Pauses, and stays prepared; `play` continues there.
    open func pause() { player?.pause() }

    /// Stops and undoes the preparation; keeps `currentTime`, and does not call the delegate.
    open func stop() { player?.stop() }

    /// Whether the player is playing: started, and neither paused nor interrupted.
    open var isPlaying: Bool { player?.isPlaying ?? false }

    // MARK: The sound

    /// The number of channels of the file.
    open var numberOfChannels: Int { player?.file.channelCount ?? 0 }

    /// The duration in seconds.
    open var duration: TimeInterval { player?.file.duration ?? 0 }

    /// The format of the file. The same object each time, since apps use the memory that it points to.
    open var format: AVAudioFormat { keptFormat }

    private lazy var keptFormat: AVAudioFormat = {
        guard let reader = player?.file.reader else { return AVAudioFormat() }
        return AVAudioFormat(
            reader.format, layout: reader.channelLayout, magicCookie: reader.magicCookie)
    }()

    /// The settings that describe the file: keys such as `AVFormatIDKey`.
    open var settings: [String: Any] {
        player == nil ? [:] : AudioSettings.dictionary(of: format)
    }

    // MARK: Controls

    /// The balance: −1 left, 0 centre, 1 right; clamped.
    open var pan: Float {
        get { player?.pan ?? 0 }
        set { player?.pan = newValue }
    }

    /// The volume, 0…1, clamped; within a fade its present value.
    open var volume: Float {
        get { player?.volume ?? volumeWithoutFile }
        set {
            guard let player else { return volumeWithoutFile = newValue }
            player.setVolume(newValue)
        }
    }

    /// Fades linearly to a volume. A later call, or a change of `volume`, ends the fade where it is.
    ///
    /// - Parameters:
    ///   - volume: 0…1, clamped.
    ///   - duration: In seconds.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        guard let player else { return volumeWithoutFile = volume }
        player.setVolume(volume, fadeSeconds: duration)
    }

    /// Whether `rate` has an effect; set it before the player is prepared or played.
    open var enableRate: Bool {
        get { player?.isRateEnabled ?? false }
        set { player?.isRateEnabled = newValue }
    }

    /// The speed, 0.5…2, clamped; the pitch stays. Without `enableRate` it has no effect.
    open var rate: Float {
        get { player?.rate ?? 1 }
        set { player?.rate = newValue }
    }

    /// The position in seconds: of what is played, or of where `play` will start.
    ///
    /// Setting it to the end or beyond ends a player that plays, and lets another start from the
    /// beginning.
    open var currentTime: TimeInterval {
        get { player?.currentTime ?? 0 }
        set { player?.seek(to: newValue) }
    }

    /// The time of the output device in seconds; advances while any player of the app plays or is
    /// paused, and is zero otherwise.
    open var deviceCurrentTime: TimeInterval { player?.deviceTime ?? 0 }

    /// The number of repetitions: 0 plays once, a negative number repeats until `stop`.
    open var numberOfLoops: Int {
        get { player?.loops ?? 0 }
        set { player?.loops = newValue }
    }

    // MARK: Metering

    /// Whether levels are measured; false at first.
    open var isMeteringEnabled: Bool {
        get { player?.isMetering ?? false }
        set { player?.isMetering = newValue }
    }

    /// Reads the levels of what is being played, for `peakPower` and `averagePower`.
    open func updateMeters() { player?.updateLevels() }

    /// The peak of a channel at the last `updateMeters`, in decibels: 0 is full scale, −160 silence.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        decibelsForApps(player?.levels ?? [], channelNumber, \.peak)
    }

    /// The root mean square of a channel at the last `updateMeters`, in decibels: 0 is full scale,
    /// −160 silence.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        decibelsForApps(player?.levels ?? [], channelNumber, \.average)
    }

    // MARK: Events

    private func connect() {
        let reference = WeakReference(self)
        player?.events = FilePlayer.Events(reference, player?.environment)
    }
}

/// An app's data as the bytes of a file, without a copy.
private struct DataBytes: ByteSource {
    let data: Data

    var byteCount: Int64 { Int64(data.count) }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        guard offset >= 0, offset < byteCount, !buffer.isEmpty else { return 0 }
        let start = data.startIndex + Int(offset)
        let count = min(buffer.count, data.endIndex - start)
        data.copyBytes(to: buffer, from: start..<start + count)
        return count
    }
}

/// The power of a channel in decibels, at least −160.
func decibelsForApps(
    _ levels: [ChannelLevel], _ channel: Int, _ value: KeyPath<ChannelLevel, Float>
) -> Float {
    guard levels.indices.contains(channel) else { return silencePower }
    return max(Float(decibels(ofAmplitude: Double(levels[channel][keyPath: value]))), silencePower)
}

/// The power of silence in decibels.
private let silencePower: Float = -160

extension ContainerKind {
    /// The kind that a uniform type identifier helps to find. Other files are recognised by their
    /// first bytes.
    init?(uniformType: String) {
        switch uniformType {
        case "public.mp3", "org.mp3": self = .mp3
        case "public.aac-audio": self = .adts
        default: return nil
        }
    }
}

/// A weak reference to an object of the app that is used on the main thread only.
///
/// Ownership: `object` is set once; it is read on the app's main thread.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {
    private(set) weak var object: Object?

    init(_ object: Object) {
        self.object = object
    }
}
