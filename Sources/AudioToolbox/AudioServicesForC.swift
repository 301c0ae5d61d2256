import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation

// The functions of <AudioToolbox/AudioServices.h> that take Core Foundation's types, for C. They
// are usable from inlined code only so that a shared library keeps them.

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
    let runLoop = inRunLoop.map { Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue() }
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

/// The path of the file that a URL names; `nil` when it names none.
private func filePath(ofCFURL pointer: UnsafeRawPointer) -> String? {
    let url = Unmanaged<CoreFoundation.CFURL>.fromOpaque(pointer).takeUnretainedValue()
    guard CFGetTypeID(url) == CFURLGetTypeID() else { return nil }
    if let scheme = CFURLCopyScheme(url) {
        let name = string(ofCFString: UnsafeRawPointer(Unmanaged.passUnretained(scheme).toOpaque()))
        guard name.lowercased() == "file" else { return nil }
    }
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    guard CFURLGetFileSystemRepresentation(url, true, &path, path.count) else { return nil }
    return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
}

private func string(ofCFString pointer: UnsafeRawPointer) -> String {
    let string = Unmanaged<CoreFoundation.CFString>.fromOpaque(pointer).takeUnretainedValue()
    guard CFGetTypeID(string) == CFStringGetTypeID() else { return "" }
    var units = [UniChar](repeating: 0, count: CFStringGetLength(string))
    CFStringGetCharacters(string, CFRange(location: 0, length: units.count), &units)
    return String(decoding: units, as: UTF16.self)
}
