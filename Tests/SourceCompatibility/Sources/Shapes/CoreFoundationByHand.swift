import AudioToolbox

/// A URL made as in C, and the numbers of a file turned by hand; nothing but AudioToolbox is imported.
func tryCoreFoundation(_ url: URL) {
    let path = url.path as CFString
    guard
        let made = CFURLCreateWithFileSystemPath(
            kCFAllocatorDefault, path, .cfurlposixPathStyle, false)
    else { return expect(false, "there is no URL") }
    var file: AudioFileID?
    let status = AudioFileOpenURL(made, .readPermission, 0, &file)
    expect(status == noErr, "AudioFileOpenURL returns \(status)")
    var size = UInt32(MemoryLayout<UInt64>.size)
    var byteCount: UInt64 = 0
    AudioFileGetProperty(file!, kAudioFilePropertyAudioDataByteCount, &size, &byteCount)
    expect(byteCount == 9_600, "the file has \(byteCount) bytes of audio")
    AudioFileClose(file!)

    let style: CFURLPathStyle = CFURLPathStyle.cfurlposixPathStyle
    expect(
        CFURLCreateWithFileSystemPath(nil, "/" as CFString, style, true).isFileURL,
        "a folder has no URL")
    let bytes = Array(url.path.utf8)
    let second = CFURLCreateFromFileSystemRepresentation(nil, bytes, bytes.count, false)
    expect((second as URL?)?.path == url.path, "the URL of a C path is another one")

    let tag: OSType = kAudioFileWAVEType
    expect(CFSwapInt32HostToBig(CFSwapInt32BigToHost(tag)) == tag, "the bytes are turned once")
    expect(CFSwapInt16(0x1234) == 0x3412, "16 bits are not turned")
    let count: CFIndex = 2
    let data = Data([1, 2]) as CFData
    let number = 3 as CFNumber
    let anything: CFTypeRef = data
    let seconds: CFTimeInterval = CFAbsoluteTimeGetCurrent()
    expect(
        data.length == count && number.intValue == 3 && anything === data && seconds > 0,
        "the objects are others")
    let identifier = CFUUIDCreateString(nil, CFUUIDCreate(kCFAllocatorDefault)) as String
    expect(identifier.count == 36, "the identifier is \(identifier)")
    let answer: CFBoolean? = kCFBooleanTrue
    let failure: CFError? = nil
    expect(answer != nil && failure == nil, "there is no truth")
}
