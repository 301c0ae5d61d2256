import AudioToolbox
import TestSupport
import Testing

/// A global property of Audio File Services, its size asked for first.
func globalInfo(
    _ property: AudioFilePropertyID, _ specifier: UnsafeMutableRawPointer? = nil,
    _ specifierSize: UInt32 = 0
) throws -> [UInt8] {
    var size: UInt32 = 0
    try #require(AudioFileGetGlobalInfoSize(property, specifierSize, specifier, &size) == noErr)
    var bytes = [UInt8](repeating: 0, count: Int(size))
    // An empty array has no address of its own.
    bytes.reserveCapacity(1)
    try #require(AudioFileGetGlobalInfo(property, specifierSize, specifier, &size, &bytes) == noErr)
    #expect(Int(size) == bytes.count)
    return bytes
}

/// The numbers that a global property tells of a file type.
func globalNumbers(
    _ property: AudioFilePropertyID, of type: AudioFileTypeID
) throws -> [UInt32] {
    var type = type
    return try globalInfo(property, &type, 4).elements()
}

/// The file types that a global property finds by a text.
func fileTypes(_ property: AudioFilePropertyID, of text: String) throws -> [AudioFileTypeID] {
    let text = text as CFString
    return try withExtendedLifetime(text) {
        var reference = Unmanaged.passUnretained(text)
        return try globalInfo(property, &reference, 8).elements()
    }
}
