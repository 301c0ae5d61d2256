import CoreFoundation
import CoreFoundationTypes
import Foundation

// Accessors of Core Foundation objects that come from Swift or C.

/// The path of a file URL; `nil` for another URL.
func filePath(of url: NSURL) -> String? {
    guard url.isFileURL || url.scheme == nil else { return nil }
    return url.path.flatMap(usablePath)
}

/// The path of a file URL given as a `CFURLRef`; `nil` for another URL.
func filePath(ofCFURL pointer: UnsafeRawPointer) -> String? {
    let url = Unmanaged<CoreFoundation.CFURL>.fromOpaque(pointer).takeUnretainedValue()
    guard CFGetTypeID(url) == CFURLGetTypeID() else { return nil }
    if let scheme = CFURLCopyScheme(url) {
        let name = string(ofCFString: UnsafeRawPointer(Unmanaged.passUnretained(scheme).toOpaque()))
        guard name.lowercased() == "file" else { return nil }
    }
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    guard CFURLGetFileSystemRepresentation(url, true, &path, path.count) else { return nil }
    return usablePath(String(decoding: path.prefix { $0 != 0 }, as: UTF8.self))
}

/// The run loop behind a `CFRunLoopRef`.
func cfRunLoop(at pointer: UnsafeRawPointer) -> CFRunLoop {
    Unmanaged<CFRunLoop>.fromOpaque(pointer).takeUnretainedValue()
}

private func usablePath(_ path: String) -> String? {
    // A path with a zero byte would end there and name another file.
    path.isEmpty || path.utf8.contains(0) ? nil : path
}
