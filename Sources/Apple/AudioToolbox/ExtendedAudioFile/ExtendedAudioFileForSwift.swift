public import CAudioToolbox
public import CoreAudioTypes
public import Foundation

// The functions of <AudioToolbox/ExtendedAudioFile.h> that C declares with Core Foundation types,
// with the types that Swift sees on Apple's systems.

/// Opens a file for reading.
///
/// - Parameters:
///   - inURL: A file URL; a URL without a scheme is taken as a path.
///   - outExtAudioFile: Receives the file's handle; unchanged on failure.
/// - Returns: The same statuses as `AudioFileOpenURL`.
@discardableResult
public func ExtAudioFileOpenURL(
    _ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?
) -> OSStatus {
    openExtendedFile(outExtAudioFile) { filePath(of: inURL) }
}

/// Creates a file for writing.
///
/// - Parameters:
///   - inFileType: The file type, whatever the name's extension.
///   - inStreamDesc: The file's format. Fields that follow from the encoding may be zero.
///   - inChannelLayout: The file's channel layout; `nil` for none.
///   - inFlags: Without `AudioFileFlags.eraseFile`, an existing file is an error.
///   - outExtAudioFile: Receives the file's handle; unchanged on failure.
/// - Returns: `'prm?'` for an existing file, `'typ?'` for a file type that is not written, `'fmt?'`
///   for a format that it cannot hold.
@discardableResult
public func ExtAudioFileCreateWithURL(
    _ inURL: CFURL, _ inFileType: AudioFileTypeID,
    _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>?,
    _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?
) -> OSStatus {
    createExtendedFile(inFileType, inStreamDesc, inChannelLayout, inFlags, outExtAudioFile) {
        filePath(of: inURL)
    }
}

/// Gets the size of a property in bytes, and whether it can be set. Either pointer may be `nil`.
@discardableResult
public func ExtAudioFileGetPropertyInfo(
    _ inExtAudioFile: ExtAudioFileRef?, _ inPropertyID: ExtAudioFilePropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    extendedFilePropertyInfo(inExtAudioFile, inPropertyID) { size, isWritable in
        outSize?.pointee = size
        outWritable?.pointee = DarwinBoolean(isWritable)
    }
}
