package import CommandLineTool
import DeviceService
import Foundation
import SoundRuntime

/// Tells the user, in one line, that programs are still silenced by a device service that was killed.
///
/// Takes the time of a look for a file where none was.
package func warnOfLeftovers(_ console: Console) {
    guard let path = deviceServiceSocketPath(ProcessInfo.processInfo.environment),
        let found = Leftovers.find(socketPath: path)
    else { return }
    console.warn(
        "sori: a device service was killed, and \(found.words) may still be silenced by it; "
            + "'sori daemon --release' gives them back")
}
