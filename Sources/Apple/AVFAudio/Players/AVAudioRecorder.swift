import AudioFiles
import AudioModel
import AudioToolbox
import ChannelLayouts
public import Foundation
import Playback
import SoundClient
import SoundRuntime
import Synchronization

/// Records from the microphone into a file.
///
/// Preparing and recording activate the app's session; recording needs a category with input. Any
/// thread; the delegate is called on the main thread. A recorder that is released stops.
///
/// Ownership: a lock guards the delegate, the format and the channel assignments; the core
/// synchronises itself.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
    /// The URL of the file.
    public let url: URL

    /// `nil` for a recorder without a file, which records nothing.
    let recorder: Playback.FileRecorder?
    private let state = Mutex(State())
    private let givenSettings: [String: Any]
    private let layout: ChannelLayout?

    private struct State {
        nonisolated(unsafe) weak var delegate: (any AVAudioRecorderDelegate)?
        var assignments: [AVAudioSessionChannelDescription]?
        var format: AVAudioFormat?
    }

    /// Makes a recorder without a file, which records nothing.
    public override init() {
        url = URL(fileURLWithPath: "/dev/null")
        (recorder, givenSettings, layout) = (nil, [:], nil)
        super.init()
    }

    /// Makes a recorder. Its file is created by `prepareToRecord` or `record`.
    ///
    /// - Parameters:
    ///   - url: The extension of the file's name gives its type: Core Audio Format without one.
    ///   - settings: The format, with keys such as `AVFormatIDKey`; without some, 16-bit linear PCM
    ///     with two channels at the device's sample rate.
    /// - Throws: `kAudioFileUnsupportedDataFormatError` for settings that the file's type cannot
    ///   hold, and for a place that cannot be written.
    public init(url: URL, settings: [String: Any]) throws {
        let app = currentApp()
        AVAudioSession.prepare(for: app)
        let target = try RecordingTarget(url, settings, sampleRate: app.inputSampleRate)
        self.url = url
        givenSettings = settings
        layout = target.layout
        recorder = Playback.FileRecorder(target, of: app)
        super.init()
        connect()
    }

    /// Makes a recorder of a file of a format. Its file is created by `prepareToRecord` or `record`.
    ///
    /// - Throws: Like `init(url:settings:)`.
    public convenience init(url: URL, format: AVAudioFormat) throws {
        try self.init(url: url, settings: format.settings)
    }

    // MARK: Recording

    /// Creates the file, overwriting an existing one, and activates the session, so that `record`
    /// starts without delay.
    ///
    /// - Returns: Whether the recorder is ready; false for a bit rate that the AAC encoder does not
    ///   have at the sample rate.
    @discardableResult
    open func prepareToRecord() -> Bool { recorder?.prepare() ?? false }

    /// Begins recording, or continues after a pause. Prepares the recorder first.
    ///
    /// After an interruption during which the app has not paused the recorder, the file begins
    /// again, and what was recorded before is lost. `SORI_INTERRUPTED_RECORDINGS=kept` and
    /// `SimulatedPhone.Settings.interruptedRecordings` keep it. After `stop` the file is complete,
    /// and is overwritten.
    ///
    /// - Returns: Whether the recorder records; false where the session's category has no input.
    @discardableResult
    open func record() -> Bool { recorder?.record() ?? false }

    /// Begins recording at a time of the device.
    ///
    /// - Parameter time: In seconds, as `deviceCurrentTime`; a time that has passed is now.
    @discardableResult
    open func record(atTime time: TimeInterval) -> Bool { recorder?.record(at: time) ?? false }

    /// Records for a duration, then stops.
    ///
    /// - Parameter duration: In seconds, without pauses.
    @discardableResult
    open func record(forDuration duration: TimeInterval) -> Bool {
        recorder?.record(for: duration) ?? false
    }

    /// Begins recording at a time of the device, and stops after a duration.
    ///
    /// - Parameters:
    ///   - time: In seconds, as `deviceCurrentTime`.
    ///   - duration: In seconds, without pauses.
    @discardableResult
    open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        recorder?.record(at: time, for: duration) ?? false
    }

    /// Pauses; `record` appends to the file.
    open func pause() { recorder?.pause() }

    /// Stops, and completes and closes the file before it returns.
    open func stop() { recorder?.stop() }

    /// Removes the file of a stopped recorder.
    ///
    /// - Returns: Whether it was removed; false while recording, and without a file.
    @discardableResult
    open func deleteRecording() -> Bool {
        guard let recorder, recorder.isStopped else { return false }
        do {
            try FileManager.default.removeItem(at: url)
            return true
        } catch {
            return false
        }
    }

    /// Whether the recorder is recording: started, and neither paused nor interrupted.
    open var isRecording: Bool { recorder?.isRecording ?? false }

    // MARK: The sound

    /// The settings of the file, complete once it has been created.
    open var settings: [String: Any] {
        givenSettings.merging(AudioSettings.dictionary(of: format)) { given, _ in given }
    }

    /// The format of the file, exact once it has been created.
    ///
    /// The same object until then, since apps use the memory that it points to.
    open var format: AVAudioFormat {
        let present = recorder?.format
        return state.withLock { state in
            if let known = state.format, present == nil || known.streamFormat == present {
                return known
            }
            let format = present.map { AVAudioFormat($0, layout: layout) } ?? AVAudioFormat()
            state.format = format
            return format
        }
    }

    /// The object that is told of the end and of errors; weak.
    open weak var delegate: (any AVAudioRecorderDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// The recorded time in seconds, without pauses; zero while stopped.
    open var currentTime: TimeInterval { recorder?.currentTime ?? 0 }

    /// The time of the device in seconds.
    open var deviceCurrentTime: TimeInterval { recorder?.deviceTime ?? 0 }

    /// The channels of the input that the file's channels are assigned to, in their order; channels
    /// without one are silent. `nil` for the default assignment. Set it before the recorder is
    /// prepared.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { state.withLock { $0.assignments } }
        set {
            state.withLock { $0.assignments = newValue }
            let numbers = newValue.map { $0.map { $0.channelNumber - 1 } }
            recorder?.inputChannels = numbers?.isEmpty == true ? nil : numbers
        }
    }

    // MARK: Metering

    /// Whether levels are measured; false at first.
    open var isMeteringEnabled: Bool {
        get { recorder?.isMetering ?? false }
        set { recorder?.isMetering = newValue }
    }

    /// Reads the levels of what is being recorded, for `peakPower` and `averagePower`.
    open func updateMeters() { recorder?.updateLevels() }

    /// The peak of a channel at the last `updateMeters`, in decibels: 0 is full scale, −160 silence.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        decibelsForApps(recorder?.levels ?? [], channelNumber, \.peak)
    }

    /// The root mean square of a channel at the last `updateMeters`, in decibels: 0 is full scale,
    /// −160 silence.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        decibelsForApps(recorder?.levels ?? [], channelNumber, \.average)
    }

    private func connect() {
        let reference = WeakReference(self)
        recorder?.events = Playback.FileRecorder.Events(reference, recorder?.environment)
    }
}
