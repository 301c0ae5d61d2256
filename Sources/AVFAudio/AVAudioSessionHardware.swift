import AudioModel
import Foundation
import SoundClient

extension AVAudioSession {
    // MARK: The microphone

    public var recordPermission: RecordPermission {
        RecordPermission(snapshot?.microphone ?? .denied)
    }

    /// Answers on an internal queue. Where nobody can be asked, what was not granted is not.
    @preconcurrency
    public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        let isGranted = recordPermission == .granted
        environment?.onQueue { response(isGranted) }
    }

    public var inputGain: Float { 1 }
    public var isInputGainSettable: Bool { false }

    /// - Throws: Always: no microphone here lets its gain be set.
    public func setInputGain(_ gain: Float) throws {
        throw NSError(SessionError.resourceNotAvailable)
    }

    // MARK: Rates and durations

    /// Frames a second of the output.
    public var sampleRate: Double { hardware?.sampleRate ?? 0 }
    public var preferredSampleRate: Double { hardware?.wishes.sampleRate ?? 0 }

    /// A wish: the machine's own rate stays.
    public func setPreferredSampleRate(_ sampleRate: Double) throws {
        guard sampleRate.isFinite, sampleRate >= 0 else { throw NSError(SessionError.badParam) }
        setPreference { $0.sampleRate = sampleRate }
    }

    /// Seconds of sound that are rendered at a time.
    public var ioBufferDuration: TimeInterval { hardware?.ioBufferDuration ?? 0 }
    public var preferredIOBufferDuration: TimeInterval { hardware?.wishes.ioBufferDuration ?? 0 }

    /// A wish: the device's own stays.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        guard duration.isFinite, duration >= 0 else { throw NSError(SessionError.badParam) }
        setPreference { $0.ioBufferDuration = duration }
    }

    /// Seconds from the microphone to the app; zero in a category without input.
    public var inputLatency: TimeInterval {
        snapshot.flatMap { hardware?.inputLatency(of: $0) } ?? 0
    }

    /// Seconds from the app to the speaker.
    public var outputLatency: TimeInterval { hardware?.outputLatency ?? 0 }

    // MARK: Channels

    /// Zero in a category without input.
    public var inputNumberOfChannels: Int {
        snapshot.flatMap { hardware?.inputChannelCount(of: $0) } ?? 0
    }

    /// Zero in a category without input.
    public var maximumInputNumberOfChannels: Int {
        snapshot?.availableInputs.isEmpty == false ? SessionHardware.inputChannelCountMax : 0
    }

    /// Zero in a category without output.
    public var outputNumberOfChannels: Int {
        snapshot.flatMap { hardware?.outputChannelCount(of: $0) } ?? 0
    }

    public var maximumOutputNumberOfChannels: Int { SessionHardware.outputChannelCountMax }
    public var preferredInputNumberOfChannels: Int { hardware?.wishes.inputChannelCount ?? 0 }
    public var preferredOutputNumberOfChannels: Int { hardware?.wishes.outputChannelCount ?? 0 }

    /// - Throws: `badParam` for more than `maximumInputNumberOfChannels`.
    public func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard (0...maximumInputNumberOfChannels).contains(count) else {
            throw NSError(SessionError.badParam)
        }
        setPreference { $0.inputChannelCount = count }
    }

    /// - Throws: `badParam` for more than `maximumOutputNumberOfChannels`.
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        guard (0...maximumOutputNumberOfChannels).contains(count) else {
            throw NSError(SessionError.badParam)
        }
        setPreference { $0.outputChannelCount = count }
    }

    /// Notes what the app would like of the hardware.
    private func setPreference(_ change: (inout SessionHardware.Wishes) -> Void) {
        hardware?.wish(change)
        didChange()
    }
}
