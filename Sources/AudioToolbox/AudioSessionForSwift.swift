import AudioCallbacks
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation
import SoundRuntime

// The functions of <AudioToolbox/AudioSession.h> that C declares with Core Foundation's types or
// callbacks, as Swift on Apple's systems sees them.

/// To be called once, before any other function of Audio Session Services.
///
/// - Parameters:
///   - inRunLoop: Where the listener and those of properties come; `nil` for the main run loop.
///   - inRunLoopMode: `nil` for the default mode.
/// - Returns: `'init'` when it was called before.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioSessionInitialize(
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inInterruptionListener: AudioSessionInterruptionListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    initializeSession(
        inRunLoop, mode: inRunLoopMode as String?, inInterruptionListener, inClientData)
}

/// Has `inProc` called after each change of the property, on the run loop given at the start. The
/// same function with the same data is one listener, however often it is added.
///
/// - Returns: `'pty?'` for a property that tells nobody.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioSessionAddPropertyListener(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    addSessionListener(inID, inProc, inClientData)
}

@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioSessionRemovePropertyListenerWithUserData(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    removeSessionListener(inID, inProc, inClientData)
}

// MARK: What Swift and C share

func initializeSession(
    _ runLoop: CFRunLoop?, mode: String?, _ listener: AudioSessionInterruptionListener?,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    sessionStatus { () throws(SessionCallError) in
        let app = currentApp()
        // Handed back as it came; what it points to is the app's own business.
        nonisolated(unsafe) let clientData = clientData
        var tell: (@Sendable (UInt32) -> Void)?
        if let listener { tell = { listener(clientData, $0) } }
        try LegacySession.of(app).initialize(CallbackRunLoop(app, runLoop, mode: mode), tell)
    }
}

func addSessionListener(
    _ id: AudioSessionPropertyID, _ proc: @escaping AudioSessionPropertyListener,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    sessionStatus { () throws(SessionCallError) in
        let session = try listeningSession(id)
        try session.addListener(identity(id, proc, clientData), proc)
    }
}

func removeSessionListener(
    _ id: AudioSessionPropertyID, _ proc: @escaping AudioSessionPropertyListener,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    sessionStatus { () throws(SessionCallError) in
        let session = try listeningSession(id)
        session.removeListener(identity(id, proc, clientData))
    }
}

/// The app's session, when the property can be listened to.
private func listeningSession(
    _ id: AudioSessionPropertyID
) throws(SessionCallError) -> LegacySession {
    let session = LegacySession.of(try initializedApp())
    guard try SessionProperty.of(id).uses.contains(.listen) else { throw .unsupportedProperty }
    return session
}

private func identity(
    _ id: AudioSessionPropertyID, _ proc: AudioSessionPropertyListener,
    _ clientData: UnsafeMutableRawPointer?
) -> LegacySession.ListenerIdentity {
    .init(
        property: id, procedure: unsafeBitCast(proc, to: UInt.self),
        clientData: UInt(bitPattern: clientData))
}
