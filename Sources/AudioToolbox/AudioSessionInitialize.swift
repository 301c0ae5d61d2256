import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation
import SoundRuntime

// The function of <AudioToolbox/AudioSession.h> that C declares with Core Foundation's types, as
// Swift on Apple's systems sees it, and for C.

/// An interruption begins (1) or has ended (0).
///
/// `@Sendable` keeps a closure that is written on the main actor from stopping the program when
/// it is called on another thread.
public typealias AudioSessionInterruptionListener =
    @Sendable @convention(c) (
        _ inClientData: UnsafeMutableRawPointer?, _ inInterruptionState: UInt32
    ) -> Void

/// To be called once, before any other function of Audio Session Services.
///
/// - Parameters:
///   - inRunLoop: Where the listener comes; `nil` for the main run loop.
///   - inRunLoopMode: `nil` for the default mode.
/// - Returns: `'init'` when it was called before.
@discardableResult
public func AudioSessionInitialize(
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inInterruptionListener: AudioSessionInterruptionListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    initializeSession(
        inRunLoop, mode: inRunLoopMode as String?, inInterruptionListener, inClientData)
}

/// Usable from inlined code only so that a shared library keeps it.
@c(AudioSessionInitialize)
@usableFromInline
func initializeSessionForC(
    _ inRunLoop: UnsafeRawPointer?, _ inRunLoopMode: UnsafeRawPointer?,
    _ inInterruptionListener: (
        @Sendable @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
    )?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    initializeSession(
        inRunLoop.map { Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue() },
        mode: inRunLoopMode.map(string(ofCFString:)), inInterruptionListener, inClientData)
}

private func initializeSession(
    _ runLoop: CFRunLoop?, mode: String?, _ listener: AudioSessionInterruptionListener?,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    sessionStatus { () throws(SessionCallError) in
        let app = currentApp()
        guard InitializedSessions.initialize(app) else { throw .alreadyInitialized }
        guard let listener else { return }
        // Handed back as it came; what it points to is the app's own business.
        nonisolated(unsafe) let clientData = clientData
        let place = CompletionPlace(app, runLoop, mode: mode)
        app.addObserver { notification in
            let state: UInt32
            switch notification {
            case .interruptionBegan: state = kAudioSessionBeginInterruption
            case .interruptionEnded: state = kAudioSessionEndInterruption
            default: return
            }
            place.schedule { listener(clientData, state) }
        }
    }
}
