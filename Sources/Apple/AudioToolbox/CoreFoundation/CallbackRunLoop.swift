import CoreFoundation
import SoundClient

/// The run loop on which a callback runs: the app's main run loop, or one that the app has named.
///
/// Ownership: immutable; run loops and mode strings may be used from any thread.
struct CallbackRunLoop: @unchecked Sendable {
    private weak let app: AppSound?
    private let isSimulated: Bool
    /// A run loop and a mode; `nil` for the main run loop.
    private let runLoop: (loop: CFRunLoop, mode: CoreFoundation.CFString)?

    /// - Parameters:
    ///   - runLoop: `nil` for the main one.
    ///   - mode: `nil` for the default one.
    ///
    /// A simulated app has one run loop, its main one in simulated time. It passes the main or the
    /// current run loop, but the functions it gets them from return the real process's.
    init(_ app: AppSound, _ runLoop: CFRunLoop?, mode: String?) {
        self.app = app
        isSimulated = CurrentApp.simulated != nil
        guard let runLoop,
            !(isSimulated && (runLoop === CFRunLoopGetMain() || runLoop === CFRunLoopGetCurrent()))
        else {
            self.runLoop = nil
            return
        }
        let units = Array((mode ?? CFRunLoopMode.defaultMode.rawValue as String).utf16)
        self.runLoop = (runLoop, CFStringCreateWithCharacters(nil, units, units.count))
    }

    /// Runs `block` later on the run loop.
    func schedule(_ block: @escaping @Sendable () -> Void) {
        guard let app else { return }
        guard let runLoop else {
            app.environment.onMain(block)
            return
        }
        let simulated = isSimulated ? app : nil
        CFRunLoopPerformBlock(runLoop.loop, runLoop.mode) {
            CurrentApp.run(as: simulated) { block() }
        }
        CFRunLoopWakeUp(runLoop.loop)
    }
}
