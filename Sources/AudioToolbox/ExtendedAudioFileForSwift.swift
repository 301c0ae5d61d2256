import CAudioToolbox
import CoreAudioTypes
import Foundation

// The functions of <AudioToolbox/ExtendedAudioFile.h> that C declares with Core Foundation's types,
// as Swift on Apple's systems sees them.

/// Opens a file for reading.
///
/// - Parameters:
///   - inURL: A file's. One without a scheme is taken as a path.
///   - outExtAudioFile: Becomes the open file; left alone on failure.
/// - Returns: What `AudioFileOpenURL` does.
@discardableResult
public func ExtAudioFileOpenURL(
    _ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?
) -> OSStatus {
    openExtendedFile(outExtAudioFile) { filePath(of: inURL) }
}

/// Makes a file.
///
/// - Parameters:
///   - inFileType: What it is made as, whatever its name ends in.
///   - inStreamDesc: What it holds. Fields that follow from the coding may be zero.
///   - inChannelLayout: Where the channels belong.
///   - inFlags: Without `AudioFileFlags.eraseFile` a file that is there already is left alone.
///   - outExtAudioFile: Becomes the open file; left alone on failure.
/// - Returns: `'typ?'` for a kind that is not written, `'fmt?'` for a format that it does not hold.
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

/// The size of a property, and whether it can be set. Either pointer may be nil.
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
