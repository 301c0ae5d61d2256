public import AudioCallbacks
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation
import SoundRuntime

// The functions of <AudioToolbox/AudioSession.h> that C declares with Core Foundation types or
// callbacks, with the types that Swift sees on Apple's systems.

/// Initialises the app's audio session; called once before any other function of Audio Session
/// Services.
///
/// - Parameters:
///   - inRunLoop: The run loop of all listeners; `nil` for the main one.
///   - inRunLoopMode: `nil` for the default mode.
/// - Returns: `'init'` when the session is initialised already.
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

/// Adds a listener that is called after each change of the property, on the session's run loop. The
/// same function with the same client data is added only once.
///
/// - Returns: `'pty?'` for a property without listeners.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioSessionAddPropertyListener(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    addSessionListener(inID, inProc, inClientData)
}

/// Removes a listener that was added with the same client data.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioSessionRemovePropertyListenerWithUserData(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    removeSessionListener(inID, inProc, inClientData)
}

// MARK: Shared by Swift and C

func initializeSession(
    _ runLoop: CFRunLoop?, mode: String?, _ listener: AudioSessionInterruptionListener?,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { () throws(SessionCallError) in
        let app = currentApp()
        // Passed back unchanged; its ownership is the app's.
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
    status { () throws(SessionCallError) in
        let session = try listeningSession(id)
        try session.addListener(identity(id, proc, clientData), proc)
    }
}

func removeSessionListener(
    _ id: AudioSessionPropertyID, _ proc: @escaping AudioSessionPropertyListener,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { () throws(SessionCallError) in
        let session = try listeningSession(id)
        session.removeListener(identity(id, proc, clientData))
    }
}

/// The app's session, if the property can have listeners.
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
