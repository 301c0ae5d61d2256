import AudioToolbox
import CoreFoundation

/// The same names where CoreFoundation is imported too. Names of objects have two meanings then, and
/// the file says which.
private typealias CFString = AudioToolbox.CFString

func tryBesideCoreFoundation(_ url: URL) {
    let made = CFURLCreateWithFileSystemPath(
        kCFAllocatorDefault, url.path as CFString, .cfurlposixPathStyle, false)
    var file: AudioFileID?
    expect(
        AudioFileOpenURL(made!, .readPermission, 0, &file) == noErr,
        "a URL made beside CoreFoundation opens nothing")
    AudioFileClose(file!)
    let index: CFIndex = 1
    let time: CFTimeInterval = 0
    let type: OSType = 2
    let reference: CFTypeRef = url as NSURL
    let allocator: CFAllocator? = kCFAllocatorDefault
    expect(CFAbsoluteTimeGetCurrent() > time, "there is no time")
    expect(CFSwapInt32HostToBig(1) == UInt32(1).bigEndian, "the bytes are not turned")
    expect(CFSwapInt64LittleToHost(2) == 2 && CFByteOrderGetCurrent() != 0, "the order is another")
    let text = CFUUIDCreateString(allocator, CFUUIDCreate(nil)) as String
    expect(text.count == 36 && index == 1 && type == 2 && reference is NSURL, "others")
    expect(CFRunLoopGetCurrent() === CFRunLoopGetCurrent(), "there are two run loops")
}
