import AudioModel
public import Foundation
import SoundClient
import SoundServer

extension AVAudioSession {
    // MARK: The microphone

    /// The app's permission to record.
    public var recordPermission: RecordPermission {
        RecordPermission(snapshot?.microphone ?? .denied)
    }

    /// Asks for permission to record and calls `response` on an internal queue. Without a user to
    /// ask, anything but a granted permission counts as denied.
    @preconcurrency
    public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        let isGranted = recordPermission == .granted
        environment?.onQueue { response(isGranted) }
    }

    /// Input gain, 0…1; always 1 here.
    public var inputGain: Float { 1 }
    /// Whether the input gain can be set; always false here.
    public var isInputGainSettable: Bool { false }

    /// Sets the input gain.
    ///
    /// - Throws: Always `resourceNotAvailable`: no microphone here has a settable gain.
    public func setInputGain(_ gain: Float) throws {
        throw NSError(SessionError.resourceNotAvailable)
    }

    // MARK: Rates and durations

    /// Sample rate of the output, in Hz.
    public var sampleRate: Double { hardware?.sampleRate ?? 0 }
    /// Preferred sample rate in Hz; 0 for none.
    public var preferredSampleRate: Double { hardware?.preferences.sampleRate ?? 0 }

    /// Stores the preferred sample rate in Hz; the hardware's own stays in use.
    ///
    /// - Throws: `badParam` for a negative or non-finite rate.
    public func setPreferredSampleRate(_ sampleRate: Double) throws {
        guard sampleRate.isFinite, sampleRate >= 0 else { throw NSError(SessionError.badParam) }
        setPreference { $0.sampleRate = sampleRate }
    }

    /// Duration of one render cycle, in seconds.
    public var ioBufferDuration: TimeInterval { hardware?.ioBufferDuration ?? 0 }
    /// Preferred duration of one render cycle, in seconds; 0 for none.
    public var preferredIOBufferDuration: TimeInterval {
        hardware?.preferences.ioBufferDuration ?? 0
    }

    /// Asks for a duration of one render cycle in seconds: the nearest power of two of 64 to 4096
    /// frames, which a session manager that runs other programs may not grant.
    ///
    /// - Throws: `badParam` for a negative or non-finite duration.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        guard duration.isFinite, duration >= 0 else { throw NSError(SessionError.badParam) }
        setPreference { $0.ioBufferDuration = duration }
    }

    /// Latency of the input in seconds; zero in a category without input.
    public var inputLatency: TimeInterval {
        snapshot.flatMap { hardware?.inputLatency(of: $0) } ?? 0
    }

    /// Latency of the output in seconds.
    public var outputLatency: TimeInterval { hardware?.outputLatency ?? 0 }

    // MARK: Channels

    /// Channels of the input; zero in a category without input.
    public var inputNumberOfChannels: Int {
        snapshot.flatMap { hardware?.inputChannelCount(of: $0) } ?? 0
    }

    /// Most channels of the input; zero in a category without input.
    public var maximumInputNumberOfChannels: Int {
        snapshot?.availableInputs.isEmpty == false ? SessionHardware.inputChannelCountMax : 0
    }

    /// Channels of the output; zero in a category without output.
    public var outputNumberOfChannels: Int {
        snapshot.flatMap { hardware?.outputChannelCount(of: $0) } ?? 0
    }

    /// Most channels of the output.
    public var maximumOutputNumberOfChannels: Int { SessionHardware.outputChannelCountMax }
    /// Preferred channels of the input; 0 for none.
    public var preferredInputNumberOfChannels: Int { hardware?.preferences.inputChannelCount ?? 0 }
    /// Preferred channels of the output; 0 for none.
    public var preferredOutputNumberOfChannels: Int {
        hardware?.preferences.outputChannelCount ?? 0
    }

    /// Stores the preferred number of input channels.
    ///
    /// - Throws: `badParam` for more than `maximumInputNumberOfChannels`.
    public func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard (0...maximumInputNumberOfChannels).contains(count) else {
            throw NSError(SessionError.badParam)
        }
        setPreference { $0.inputChannelCount = count }
    }

    /// Stores the preferred number of output channels.
    ///
    /// - Throws: `badParam` for more than `maximumOutputNumberOfChannels`.
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        guard (0...maximumOutputNumberOfChannels).contains(count) else {
            throw NSError(SessionError.badParam)
        }
        setPreference { $0.outputChannelCount = count }
    }

    /// Stores a hardware preference.
    private func setPreference(_ change: (inout SessionHardware.Preferences) -> Void) {
        hardware?.setPreferences(change)
        didChangeByRequest()
    }
}
