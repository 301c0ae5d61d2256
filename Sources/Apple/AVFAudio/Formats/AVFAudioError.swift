import AudioConversion
import AudioFiles
package import AudioModel
import AudioToolbox
import Foundation

extension NSError {
    /// The domain of errors of audio files, converters and engines.
    package static let avfAudioDomain = "com.apple.coreaudio.avfaudio"
    /// User info key of the call that failed.
    package static let failedCallKey = "failed call"

    /// An error of an audio file, converter or engine.
    ///
    /// - Parameters:
    ///   - status: A status code of Apple's audio functions.
    ///   - failedCall: The call of the layer below that failed.
    ///   - reason: Why the session refused it; `nil` where that is not known.
    package static func avfAudio(
        _ status: OSStatus, failedCall: String, reason: RefusalReason? = nil
    ) -> NSError {
        var info = reason.map { userInfo(of: $0) } ?? [:]
        info[failedCallKey] = failedCall
        return NSError(domain: avfAudioDomain, code: Int(status), userInfo: info)
    }

    /// An error of a player or recorder.
    ///
    /// - Parameter status: A status code of Apple's audio functions.
    package static func status(_ status: OSStatus) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
}
