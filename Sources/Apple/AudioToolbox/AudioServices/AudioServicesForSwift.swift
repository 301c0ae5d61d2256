public import AudioCallbacks
import AudioFormats
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation
import SoundClient
import SoundRuntime

// The functions of <AudioToolbox/AudioServices.h> that C declares with Core Foundation types, with
// the types that Swift sees on Apple's systems.

/// Makes a system sound from a file: linear PCM or Apple IMA4 in a CAF, AIFF, AIFF-C or WAVE file,
/// of at most 30 seconds. The file is read now and not needed later.
///
/// - Parameters:
///   - inFileURL: A file URL; a URL without a scheme is taken as a path.
///   - outSystemSoundID: Receives the new sound's identifier, or zero.
/// - Returns: −1500 for a file that cannot be read or has another format, −1502 for one that is too
///   long.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL,
    _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>?
) -> OSStatus {
    createSystemSound(outSystemSoundID) { filePath(of: inFileURL) }
}

/// Adds a completion that is called each time the sound has ended, until it is removed. A sound has
/// one completion; a new one replaces it.
///
/// - Parameters:
///   - inSystemSoundID: A sound of the app's, the vibration, or a sound of the system (1000 to
///     1999); any other gives −1500.
///   - inRunLoop: The run loop of the completion; `nil` for the main one.
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

/// Gets the size of a property in bytes, and whether it can be set.
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

// MARK: Shared by Swift and C

/// - Parameter path: Called when the other arguments are valid.
func createSystemSound(
    _ outID: UnsafeMutablePointer<SystemSoundID>?, path: () -> String?
) -> OSStatus {
    status { () throws(ServicesError) in
        guard let outID else { throw .missingPointer }
        outID.pointee = 0
        guard let path = path() else { throw .noFile }
        let app = currentApp()
        do throws(SystemSoundError) {
            outID.pointee = try app.systemSounds.create(path: path)
        } catch {
            if error == .unsupported { explainRefusal(of: path, app) }
            throw .sound(error)
        }
    }
}

/// Tells the developer why a file is refused that devices are reported to accept, and how to have it
/// accepted.
private func explainRefusal(of path: String, _ app: AppSound) {
    guard app.systemSoundRule == .documented,
        let file = try? AudioFileReader(path: path),
        let verdict = try? systemSoundVerdict(of: file, named: path, limits: app.systemSoundLimits),
        verdict.problem == .unsupportedFormat || verdict.problem == .undocumentedName
    else { return }
    let setting =
        CurrentApp.simulated == nil
        ? "\(SystemSoundSetting.variable)=\(SystemSoundRule.lenient.rawValue)"
        : "SimulatedPhone.Settings.systemSounds = .\(SystemSoundRule.lenient.rawValue)"
    let text = "AudioServicesCreateSystemSoundID: \(path): \(verdict.reason(lenientWith: setting))"
    FileHandle.standardError.write(Data("sori: \(text)\n".utf8))
}

func addSystemSoundCompletion(
    _ id: SystemSoundID, _ runLoop: CFRunLoop?, mode: String?,
    _ routine: @escaping AudioServicesSystemSoundCompletionProc,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { () throws(ServicesError) in
        let app = currentApp()
        let place = CallbackRunLoop(app, runLoop, mode: mode)
        // Passed back unchanged; its ownership is the app's.
        nonisolated(unsafe) let clientData = clientData
        let completion = SystemSoundCompletion(
            schedule: { block in place.schedule(block) },
            run: { id in routine(id, clientData) })
        guard app.systemSounds.register(completion, for: id) else { throw .unknownSound }
    }
}
