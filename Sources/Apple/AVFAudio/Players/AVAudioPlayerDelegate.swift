import AudioFiles
import AudioToolbox
public import Foundation
import Playback
import SoundClient

/// What a player tells its app, on the main thread. Every method may be left out.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The player has played to its end; not called when it is paused, stopped or interrupted.
    ///
    /// - Parameter flag: False when the sound could not be decoded to its end.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// The sound could not be decoded.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
    /// The system has paused the playing player; superseded by the session's notification.
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)
    /// The interruption is over; superseded by the session's notification.
    ///
    /// - Parameter flags: 1 when the app should resume.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
    /// The interruption is over; called when the method with options is not implemented.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int)
    /// The interruption is over; called when neither method with a number is implemented.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
    /// Does nothing.
    public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
    /// Calls the method with flags.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        audioPlayerEndInterruption(player, withFlags: flags)
    }
    /// Calls the method without flags.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int) {
        audioPlayerEndInterruption(player)
    }
    /// Does nothing.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer) {}
}

extension FilePlayer.Events {
    /// Events that a player's delegate gets on the app's main thread.
    init(_ reference: WeakReference<AVAudioPlayer>, _ environment: (any AppEnvironment)?) {
        self.init()
        @Sendable func tell(
            _ call: @escaping @Sendable (AVAudioPlayer, any AVAudioPlayerDelegate) -> Void
        ) {
            environment?.onMain {
                guard let player = reference.object, let delegate = player.delegate else { return }
                call(player, delegate)
            }
        }
        finished = { isSuccess in
            tell { $1.audioPlayerDidFinishPlaying($0, successfully: isSuccess) }
        }
        decodingFailed = { error in
            tell { $1.audioPlayerDecodeErrorDidOccur($0, error: NSError.status(error.status)) }
        }
        interruptionBegan = { tell { $1.audioPlayerBeginInterruption($0) } }
        interruptionEnded = { shouldResume in
            tell { $1.audioPlayerEndInterruption($0, withOptions: shouldResume ? 1 : 0) }
        }
    }
}
