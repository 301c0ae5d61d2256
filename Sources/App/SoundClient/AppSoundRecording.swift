public import AudioModel
import SoundServer

extension AppSound {
    /// Starts an input stream. The microphone opens once the server has allowed it.
    ///
    /// - Parameters:
    ///   - isLive: Whether the app plays with what it hears: the blocks are as short as the output's.
    ///   - voice: How a voice is processed, where the device can do that; `nil` for not at all.
    ///   - onCapture: Receives the captured sound, in order, one block at a time, on a control thread;
    ///     must return quickly. Gets silence when the policy silences the input, and nothing while
    ///     the stream is paused.
    ///   - transportChanged: Called on the app's private queue when the policy pauses or resumes
    ///     the stream.
    ///   - ended: Called once when the stream is over, like that of `startStream`.
    /// - Returns: The stream's number.
    /// - Throws: The server's refusal; `resourceNotAvailable` when the device cannot be used.
    public func startRecording(
        isLive: Bool = false, voice: VoiceProcessing? = nil,
        onCapture: @escaping @Sendable (CapturedSound) -> Void = { _ in },
        transportChanged: @escaping @Sendable (StreamDirective.Transport) -> Void = { _ in },
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        let number = takeNumber()
        recordings.add(
            number,
            .init(
                onCapture: onCapture, transportChanged: transportChanged, ended: ended,
                isLive: isLive, voice: voice))
        do throws(SessionError) {
            try announce(number, .recorder, appVolume: 1, isHeld: false)
        } catch {
            _ = recordings.remove(number)
            throw error
        }
        do throws(DeviceError) {
            try recordings.start(number)
        } catch {
            _ = recordings.remove(number)
            try? connection.request(.stopStream(number: number))
            throw .resourceNotAvailable
        }
        return number
    }

    /// Changes how the voice of an input stream is processed, from the next block on.
    package func setVoiceProcessing(_ processing: VoiceProcessing?, ofStream number: Int) {
        recordings.setVoice(processing, of: number)
    }
}
