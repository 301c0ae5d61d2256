import AudioModel
public import CAudioToolbox
public import CoreAudioTypes
import SoundClient
import SoundRuntime

// Audio Session Services; <AudioToolbox/AudioSession.h> declares and documents them.

/// An error of a call of Audio Session Services.
enum SessionCallError: Error {
    case missingArgument
    case notInitialized
    case alreadyInitialized
    /// The property is unknown, cannot be read or set, or not to this value.
    case unsupportedProperty
    case wrongSize
    /// The category does not allow the mode or override.
    case incompatibleCategory
    case tooManyListeners
    /// The server refused the request.
    case refused(SessionError)
}

extension SessionCallError: StatusError {
    var status: OSStatus {
        switch self {
        case .missingArgument: kAudio_ParamError
        case .notInitialized: kAudioSessionNotInitialized
        case .alreadyInitialized: kAudioSessionAlreadyInitialized
        case .unsupportedProperty: kAudioSessionUnsupportedPropertyError
        case .wrongSize: kAudioSessionBadPropertySizeError
        case .incompatibleCategory: kAudioSessionIncompatibleCategory
        case .tooManyListeners: kAudioSessionUnspecifiedError
        case .refused(let refusal): refusal.rawValue
        }
    }
}

/// The calling app, which must have initialised its session.
func initializedApp() throws(SessionCallError) -> AppSound {
    let app = currentApp()
    guard LegacySession.of(app).isInitialized else { throw .notInitialized }
    return app
}

extension AppSound {
    func ask(_ request: AppRequest) throws(SessionCallError) {
        do throws(SessionError) {
            try self.request(request)
        } catch {
            throw .refused(error)
        }
    }
}

@c @implementation
public func AudioSessionSetActive(_ active: Bool) -> OSStatus {
    AudioSessionSetActiveWithFlags(active, 0)
}

@c @implementation
public func AudioSessionSetActiveWithFlags(_ active: Bool, _ inFlags: UInt32) -> OSStatus {
    status { () throws(SessionCallError) in
        let notifies = inFlags & kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation != 0
        try initializedApp().ask(active ? .activate : .deactivate(notifyingOthers: notifies))
    }
}

// MARK: Properties

@c @implementation
public func AudioSessionGetPropertySize(
    _ inID: AudioSessionPropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    status { () throws(SessionCallError) in
        _ = try initializedApp()
        guard let outDataSize else { throw .missingArgument }
        outDataSize.pointee = try SessionProperty.of(inID).byteCount
    }
}

@c @implementation
public func AudioSessionGetProperty(
    _ inID: AudioSessionPropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>!,
    _ outData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(SessionCallError) in
        let app = try initializedApp()
        guard let ioDataSize, let outData else { throw .missingArgument }
        let property = try SessionProperty.of(inID)
        guard property.uses.contains(.get) else { throw .unsupportedProperty }
        guard ioDataSize.pointee == property.byteCount else { throw .wrongSize }
        let value = try sessionValue(of: inID, app)
        value.write(
            to: UnsafeMutableRawBufferPointer(start: outData, count: Int(property.byteCount)))
    }
}

@c @implementation
public func AudioSessionSetProperty(
    _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(SessionCallError) in
        let app = try initializedApp()
        guard let inData else { throw .missingArgument }
        let property = try SessionProperty.of(inID)
        guard property.uses.contains(.set) else { throw .unsupportedProperty }
        guard inDataSize == property.byteCount else { throw .wrongSize }
        switch property.type {
        case .number: try setSessionNumber(inID, inData.loadUnaligned(as: UInt32.self), app)
        case .single:
            try setSessionPreference(inID, Double(inData.loadUnaligned(as: Float32.self)), app)
        case .double: try setSessionPreference(inID, inData.loadUnaligned(as: Float64.self), app)
        // There are no input sources or output destinations to choose from.
        case .object: throw .unsupportedProperty
        }
    }
}

@c @implementation
public func AudioSessionRemovePropertyListener(_ inID: AudioSessionPropertyID) -> OSStatus {
    status { () throws(SessionCallError) in
        let session = LegacySession.of(try initializedApp())
        guard try SessionProperty.of(inID).uses.contains(.listen) else {
            throw .unsupportedProperty
        }
        session.removeListeners(of: inID)
    }
}
