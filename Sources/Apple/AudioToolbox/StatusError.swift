package import CoreAudioTypes

/// An error that an app sees as a status.
package protocol StatusError: Error {
    var status: OSStatus { get }
}

/// Runs the body of one of Apple's functions and maps its error to a status.
func status<Failure: StatusError>(_ body: () throws(Failure) -> Void) -> OSStatus {
    do throws(Failure) {
        try body()
        return noErr
    } catch {
        return error.status
    }
}
