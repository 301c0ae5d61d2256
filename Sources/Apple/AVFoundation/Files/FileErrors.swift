import AudioCodecs
import Foundation
import MediaExport
import MediaSources
import SoundClient
import SoundRuntime

extension AVError {
    /// An error with what is below it.
    static func make(
        _ code: Code, _ reason: String? = nil, underlying: (any Error)? = nil
    ) -> NSError {
        var information: [String: Any] = [:]
        if let reason { information[NSLocalizedFailureReasonErrorKey] = reason }
        if let underlying { information[NSUnderlyingErrorKey] = underlying as NSError }
        return NSError(
            domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: information)
    }

    /// What an app sees of an error in an export or a file that is written.
    static func make(_ error: MediaExportError) -> NSError {
        switch error {
        case .reading(let error): playbackError(MediaFailure(error)) as NSError
        case .alreadyThere: make(.fileAlreadyExists, "There is a file of that name.")
        case .diskFull: make(.diskFull)
        case .writing(let number):
            make(
                .unknown, "The file cannot be written.",
                underlying: NSError(domain: NSPOSIXErrorDomain, code: Int(number)))
        case .unsupportedOutput:
            make(.encoderNotFound, "The type of file cannot hold sound of this format.")
        case .unsuitableSamples:
            make(.unknown, "The samples are not of the format of those before.")
        case .timeOutOfRange: make(.unknown, "The time is too far from the samples before.")
        case .tooLong: make(.encodeFailed, "The file would be too long for its type.")
        case .encodingFailed: make(.encodeFailed)
        case .cancelled: make(.operationCancelled)
        }
    }

    /// Any error as an app sees it.
    static func make(any error: any Error) -> NSError {
        switch error {
        case let error as FormatError: playbackError(MediaFailure(error)) as NSError
        case let error as MediaExportError: make(error)
        default: error as NSError
        }
    }
}

/// Reports a call for which Apple's framework raises an exception, of the app that runs.
func fault(_ call: String, _ problem: String) {
    fault(call, problem, of: CurrentApp.simulated)
}

/// A value that a task waits for, which something else gives.
///
/// From when it is given until the task runs, it counts as outstanding work, for which the time of a
/// simulated phone waits.
func waitForCall<Value: Sendable>(
    isolation: isolated (any _Concurrency.Actor)? = #isolation,
    _ begin: (@escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
    let work = CurrentApp.simulated?.outstandingWork
    defer { work?.end() }
    return await withCheckedContinuation { continuation in
        begin { value in
            work?.begin()
            continuation.resume(returning: value)
        }
    }
}
