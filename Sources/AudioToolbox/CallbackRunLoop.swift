import CoreFoundation
import SoundClient

/// Where a completion runs: on the app's main run loop, or on one that the app has named.
struct CallbackRunLoop: @unchecked Sendable {
    private weak let app: AppSound?
    private let isSimulated: Bool
    /// A run loop and a mode, both of which may be used from any thread; `nil` for the main one.
    private let runLoop: (loop: CFRunLoop, mode: CoreFoundation.CFString)?

    /// - Parameters:
    ///   - runLoop: `nil` for the main one.
    ///   - mode: `nil` for the default one.
    ///
    /// A simulated app has one run loop, its main one in virtual time. It calls that the main one
    /// or the current one, but the functions it asks for it know only the real process's.
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

    /// Runs `block` there later.
    func schedule(_ block: @escaping @Sendable () -> Void) {
        guard let app else { return }
        guard let runLoop else {
            app.environment.onMain(block)
            return
        }
        let simulated = isSimulated ? app : nil
        CFRunLoopPerformBlock(runLoop.loop, runLoop.mode) {
            CurrentApp.$simulated.withValue(simulated) { block() }
        }
        CFRunLoopWakeUp(runLoop.loop)
    }
}
