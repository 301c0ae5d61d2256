import AudioCallbacks
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation
import SoundClient
import SoundRuntime

// The functions of <AudioToolbox/AudioServices.h> that C declares with Core Foundation's types, as
// Swift on Apple's systems sees them.

/// Makes a sound of a file: linear PCM or Apple IMA4 in a CAF, AIFF, AIFF-C or WAV file, of at most
/// 30 seconds. The file is read now and not needed later.
///
/// - Parameters:
///   - inFileURL: A file's. One without a scheme is taken as a path.
///   - outSystemSoundID: Becomes the new sound's identifier, or zero.
/// - Returns: −1500 for a file that cannot be read or is of another kind, −1502 for one too long.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL,
    _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>?
) -> OSStatus {
    createSystemSound(outSystemSoundID) { filePath(of: inFileURL) }
}

/// Has `inCompletionRoutine` called each time the sound has ended, until it is removed. A sound has
/// one completion: a later one takes the place of an earlier one.
///
/// - Parameters:
///   - inSystemSoundID: A sound of the app's, the vibration, or one of the system's own sounds
///     (1000 to 1999); another gives −1500.
///   - inRunLoop: Where it runs; `nil` for the main run loop.
///   - inRunLoopMode: `nil` for the default mode.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inRunLoop: CFRunLoop?,
    _ inRunLoopMode: CFString?,
    _ inCompletionRoutine: @escaping AudioServicesSystemSoundCompletionProc,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    addSystemSoundCompletion(
        inSystemSoundID, inRunLoop, mode: inRunLoopMode as String?, inCompletionRoutine,
        inClientData)
}

/// The size of a property and whether it can be set.
@discardableResult
public func AudioServicesGetPropertyInfo(
    _ inPropertyID: AudioServicesPropertyID,
    _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    status { () throws(ServicesError) in
        let info = try propertyInfo(inPropertyID, inSpecifierSize, inSpecifier)
        outPropertyDataSize?.pointee = info.byteCount
        outWritable?.pointee = DarwinBoolean(info.isWritable)
    }
}

// MARK: What Swift and C share

/// - Parameter path: Asked only when the other arguments are in order.
func createSystemSound(
    _ outID: UnsafeMutablePointer<SystemSoundID>?, path: () -> String?
) -> OSStatus {
    status { () throws(ServicesError) in
        guard let outID else { throw .missingPointer }
        outID.pointee = 0
        guard let path = path() else { throw .noFile }
        do throws(SystemSoundError) {
            outID.pointee = try currentApp().systemSounds.create(path: path)
        } catch {
            throw .sound(error)
        }
    }
}

func addSystemSoundCompletion(
    _ id: SystemSoundID, _ runLoop: CFRunLoop?, mode: String?,
    _ routine: @escaping AudioServicesSystemSoundCompletionProc,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { () throws(ServicesError) in
        let app = currentApp()
        let place = CallbackRunLoop(app, runLoop, mode: mode)
        // Handed back as it came; what it points to is the app's own business.
        nonisolated(unsafe) let clientData = clientData
        let completion = SystemSoundCompletion(
            schedule: { block in place.schedule(block) },
            run: { id in routine(id, clientData) })
        guard app.systemSounds.register(completion, for: id) else { throw .unknownSound }
    }
}
