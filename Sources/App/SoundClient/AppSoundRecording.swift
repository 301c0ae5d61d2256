public import AudioModel
import SoundServer

extension AppSound {
    /// Starts an input stream. The microphone opens once the server has allowed it.
    ///
    /// - Parameters:
    ///   - onCapture: Receives the captured sound, in order, one block at a time, on a control thread;
    ///     must return quickly. Gets silence when the policy silences the input, and nothing while
    ///     the stream is paused.
    ///   - transportChanged: Called on the app's private queue when the policy pauses or resumes
    ///     the stream.
    ///   - ended: Called once when the stream is over, like that of `startStream`.
    /// - Returns: The stream's number.
    /// - Throws: The server's refusal; `resourceNotAvailable` when the device cannot be used.
    public func startRecording(
        onCapture: @escaping @Sendable (CapturedSound) -> Void = { _ in },
        transportChanged: @escaping @Sendable (StreamDirective.Transport) -> Void = { _ in },
        ended: @escaping @Sendable (_ byItself: Bool) -> Void
    ) throws(SessionError) -> Int {
        let number = takeNumber()
        recordings.add(
            number,
            .init(onCapture: onCapture, transportChanged: transportChanged, ended: ended))
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
}
