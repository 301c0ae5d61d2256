import AudioFiles
import AudioToolbox
public import Foundation
import Playback
import SoundClient

/// What a recorder tells its app, on the main thread. Every method may be left out.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
    /// The recording is over and its file closed; not called for a pause or an interruption.
    ///
    /// - Parameter flag: False when the sound could not be encoded or written.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
    /// The sound could not be encoded or written; what was recorded before is in the file.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
    /// The system has paused the recording; superseded by the session's notification.
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)
    /// The interruption is over; superseded by the session's notification.
    ///
    /// - Parameter flags: 1 when the app should resume.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
    /// The interruption is over; called when the method with options is not implemented.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withFlags flags: Int)
    /// The interruption is over; called when neither method with a number is implemented.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder)
}

extension AVAudioRecorderDelegate {
    /// Does nothing.
    public func audioRecorderDidFinishRecording(
        _ recorder: AVAudioRecorder, successfully flag: Bool
    ) {}
    /// Does nothing.
    public func audioRecorderEncodeErrorDidOccur(
        _ recorder: AVAudioRecorder, error: (any Error)?
    ) {}
    /// Does nothing.
    public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
    /// Calls the method with flags.
    public func audioRecorderEndInterruption(
        _ recorder: AVAudioRecorder, withOptions flags: Int
    ) {
        audioRecorderEndInterruption(recorder, withFlags: flags)
    }
    /// Calls the method without flags.
    public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withFlags flags: Int) {
        audioRecorderEndInterruption(recorder)
    }
    /// Does nothing.
    public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder) {}
}

extension Playback.FileRecorder.Events {
    /// Events that a recorder's delegate gets on the app's main thread.
    init(_ reference: WeakReference<AVAudioRecorder>, _ environment: (any AppEnvironment)?) {
        self.init()
        @Sendable func tell(
            _ call: @escaping @Sendable (AVAudioRecorder, any AVAudioRecorderDelegate) -> Void
        ) {
            environment?.onMain {
                guard let recorder = reference.object, let delegate = recorder.delegate else {
                    return
                }
                call(recorder, delegate)
            }
        }
        finished = { isSuccess in
            tell { $1.audioRecorderDidFinishRecording($0, successfully: isSuccess) }
        }
        encodingFailed = { error in
            tell { $1.audioRecorderEncodeErrorDidOccur($0, error: NSError.status(error.status)) }
        }
        interruptionBegan = { tell { $1.audioRecorderBeginInterruption($0) } }
        interruptionEnded = { shouldResume in
            tell { $1.audioRecorderEndInterruption($0, withOptions: shouldResume ? 1 : 0) }
        }
    }
}
