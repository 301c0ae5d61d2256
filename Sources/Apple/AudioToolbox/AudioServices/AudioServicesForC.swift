public import CAudioToolbox
public import CoreAudioTypes
import CoreFoundation
import Foundation

// C entry points of the functions of <AudioToolbox/AudioServices.h> that take Core Foundation
// types. `@usableFromInline` keeps their symbols in a shared library.

@c(AudioServicesCreateSystemSoundID)
@usableFromInline
package func createSystemSoundForC(
    _ inFileURL: UnsafeRawPointer?, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>?
) -> OSStatus {
    guard let inFileURL else {
        outSystemSoundID?.pointee = 0
        return kAudio_ParamError
    }
    return createSystemSound(outSystemSoundID) { filePath(ofCFURL: inFileURL) }
}

@c(AudioServicesAddSystemSoundCompletion)
@usableFromInline
package func addSystemSoundCompletionForC(
    _ inSystemSoundID: SystemSoundID, _ inRunLoop: UnsafeRawPointer?,
    _ inRunLoopMode: UnsafeRawPointer?,
    _ inCompletionRoutine: (@Sendable @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Void)?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inCompletionRoutine else { return kAudio_ParamError }
    let runLoop = inRunLoop.map(cfRunLoop(at:))
    return addSystemSoundCompletion(
        inSystemSoundID, runLoop, mode: inRunLoopMode.map(string(ofCFString:)),
        inCompletionRoutine, inClientData)
}

@c(AudioServicesGetPropertyInfo)
@usableFromInline
package func getPropertyInfoForC(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeRawPointer?, _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    var isWritable: DarwinBoolean = false
    let result = AudioServicesGetPropertyInfo(
        inPropertyID, inSpecifierSize, inSpecifier, outPropertyDataSize, &isWritable)
    if result == kAudioServicesNoError {
        outWritable?.pointee = isWritable.boolValue
    }
    return result
}
