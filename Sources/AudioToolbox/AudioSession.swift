import AudioModel
import CAudioToolbox
import CoreAudioTypes
import SoundClient
import SoundRuntime
import Synchronization

// Audio Session Services, as declared and described in <AudioToolbox/AudioSession.h>.

/// Why a call of Audio Session Services failed.
enum SessionCallError: Error {
    case missingArgument
    case notInitialized
    case alreadyInitialized
    case unsupportedProperty
    case wrongSize
    case unknownCategory
    /// The server has refused.
    case refused(SessionError)
}

/// Runs the body of a call. The one place where an error becomes a number.
func sessionStatus(_ body: () throws(SessionCallError) -> Void) -> OSStatus {
    do throws(SessionCallError) {
        try body()
        return noErr
    } catch {
        switch error {
        case .missingArgument: return kAudio_ParamError
        case .notInitialized: return kAudioSessionNotInitialized
        case .alreadyInitialized: return kAudioSessionAlreadyInitialized
        case .unsupportedProperty: return kAudioSessionUnsupportedPropertyError
        case .wrongSize: return kAudioSessionBadPropertySizeError
        case .unknownCategory: return kAudio_ParamError
        case .refused(let refusal): return refusal.rawValue
        }
    }
}

/// Which apps have initialised their session: this process's, or simulated ones.
enum InitializedSessions {
    private struct Entry {
        weak var app: AppSound?
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// - Returns: Whether this was the first time.
    static func initialize(_ app: AppSound) -> Bool {
        entries.withLock { entries in
            entries = entries.filter { $0.value.app != nil }
            guard entries[ObjectIdentifier(app)] == nil else { return false }
            entries[ObjectIdentifier(app)] = Entry(app: app)
            return true
        }
    }

    static func app() throws(SessionCallError) -> AppSound {
        let app = currentApp()
        let isKnown = entries.withLock { $0[ObjectIdentifier(app)]?.app === app }
        guard isKnown else { throw .notInitialized }
        return app
    }
}

extension AppSound {
    fileprivate func ask(_ request: AppRequest) throws(SessionCallError) {
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
    sessionStatus { () throws(SessionCallError) in
        let notifies = inFlags & kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation != 0
        try InitializedSessions.app().ask(
            active ? .activate : .deactivate(notifyingOthers: notifies))
    }
}

// MARK: Properties

private let categories: [(number: UInt32, category: SessionCategory)] = [
    (kAudioSessionCategory_UserInterfaceSoundEffects, .userInterfaceSoundEffects),
    (kAudioSessionCategory_AmbientSound, .ambient),
    (kAudioSessionCategory_SoloAmbientSound, .soloAmbient),
    (kAudioSessionCategory_MediaPlayback, .playback),
    (kAudioSessionCategory_LiveAudio, .liveAudio),
    (kAudioSessionCategory_RecordAudio, .record),
    (kAudioSessionCategory_PlayAndRecord, .playAndRecord),
    (kAudioSessionCategory_AudioProcessing, .audioProcessing),
]

private let categorySize = UInt32(MemoryLayout<UInt32>.size)

@c @implementation
public func AudioSessionGetPropertySize(
    _ inID: AudioSessionPropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    sessionStatus { () throws(SessionCallError) in
        _ = try InitializedSessions.app()
        guard let outDataSize else { throw .missingArgument }
        guard inID == kAudioSessionProperty_AudioCategory else { throw .unsupportedProperty }
        outDataSize.pointee = categorySize
    }
}

@c @implementation
public func AudioSessionGetProperty(
    _ inID: AudioSessionPropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>!,
    _ outData: UnsafeMutableRawPointer!
) -> OSStatus {
    sessionStatus { () throws(SessionCallError) in
        let app = try InitializedSessions.app()
        guard let ioDataSize, let outData else { throw .missingArgument }
        guard inID == kAudioSessionProperty_AudioCategory else { throw .unsupportedProperty }
        guard ioDataSize.pointee >= categorySize else { throw .wrongSize }
        let category = app.connection.session.category
        // The newer category that has no number here.
        let number =
            categories.first { $0.category == category }?.number
            ?? kAudioSessionCategory_PlayAndRecord
        outData.copyMemory(from: [number], byteCount: Int(categorySize))
        ioDataSize.pointee = categorySize
    }
}

@c @implementation
public func AudioSessionSetProperty(
    _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer!
) -> OSStatus {
    sessionStatus { () throws(SessionCallError) in
        let app = try InitializedSessions.app()
        guard let inData else { throw .missingArgument }
        guard inID == kAudioSessionProperty_AudioCategory else { throw .unsupportedProperty }
        guard inDataSize == categorySize else { throw .wrongSize }
        let number = inData.loadUnaligned(as: UInt32.self)
        guard let known = categories.first(where: { $0.number == number }) else {
            throw .unknownCategory
        }
        try app.ask(.setCategory(known.category, .default, [], .default))
    }
}
