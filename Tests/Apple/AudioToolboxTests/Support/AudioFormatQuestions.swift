import AudioToolbox
import TestSupport
import Testing

/// What a property of Audio Format Services answers.
struct FormatAnswer: Equatable {
    var status: OSStatus
    var bytes: [UInt8] = []

    func list<Value: BitwiseCopyable>(_ type: Value.Type) -> [Value] { bytes.elements(type) }

    /// A text, which is then released.
    var text: String? {
        guard bytes.count == 8, let address = list(UInt.self).first,
            let pointer = UnsafeRawPointer(bitPattern: address)
        else { return nil }
        return Unmanaged<NSString>.fromOpaque(pointer).takeRetainedValue() as String
    }

    /// A channel layout's labels.
    var labels: [UInt32] {
        let numbers = list(UInt32.self)
        guard numbers.count >= 3, numbers.count >= 3 + 5 * Int(numbers[2]) else { return [] }
        return (0..<Int(numbers[2])).map { numbers[3 + 5 * $0] }
    }
}

/// Asks with the bytes of a specifier: for the size first, which the value must then have.
func ask(_ property: AudioFormatPropertyID, _ specifier: [UInt8]?) -> FormatAnswer {
    func run(_ start: UnsafeRawPointer?) -> FormatAnswer {
        let size = UInt32(specifier?.count ?? 0)
        var told: UInt32 = 0xEEEE
        let infoStatus = AudioFormatGetPropertyInfo(property, size, start, &told)
        guard infoStatus == noErr else {
            #expect(told == 0xEEEE)
            var room: UInt32 = 4096
            var bytes = [UInt8](repeating: 0xEE, count: 4096)
            let status = AudioFormatGetProperty(property, size, start, &room, &bytes)
            #expect(status == infoStatus)
            #expect(room == 4096 && bytes.allSatisfy { $0 == 0xEE })
            return FormatAnswer(status: status)
        }
        var bytes = [UInt8](repeating: 0xEE, count: Int(told) + 8)
        var room = UInt32(bytes.count)
        let status = AudioFormatGetProperty(property, size, start, &room, &bytes)
        #expect(room == told)
        #expect(bytes.suffix(8).allSatisfy { $0 == 0xEE })
        return FormatAnswer(status: status, bytes: Array(bytes.prefix(Int(room))))
    }
    guard let specifier else { return run(nil) }
    return specifier.withUnsafeBytes { run($0.baseAddress) }
}

func ask<Value: BitwiseCopyable>(
    _ property: AudioFormatPropertyID, with specifier: Value
) -> FormatAnswer {
    ask(property, withUnsafeBytes(of: specifier) { Array($0) })
}

/// A layout as bytes: a tag alone, or labels.
func layout(tag: AudioChannelLayoutTag, bitmap: UInt32 = 0, labels: [UInt32] = []) -> [UInt8] {
    let head = [tag, bitmap, UInt32(labels.count)]
    let channels: [UInt32] = labels.flatMap { [$0, 0, 0, 0, 0] as [UInt32] }
    return (head + channels).bytes
}

/// Asks for the formats that a stream can be decoded as.
func formatList(
    _ format: AudioStreamBasicDescription, _ cookie: [UInt8]
) -> [AudioFormatListItem] {
    cookie.withUnsafeBytes { cookie in
        let info = AudioFormatInfo(
            mASBD: format, mMagicCookie: cookie.baseAddress,
            mMagicCookieSize: UInt32(cookie.count))
        return ask(kAudioFormatProperty_FormatList, with: info).list(AudioFormatListItem.self)
    }
}

/// Asks with two layouts.
func ask(
    _ property: AudioFormatPropertyID, from input: [UInt8], to output: [UInt8]
) -> FormatAnswer {
    input.withUnsafeBytes { input in
        output.withUnsafeBytes { output in
            let addresses = [input.baseAddress, output.baseAddress]
            return ask(property, addresses.map { UInt(bitPattern: $0) }.bytes)
        }
    }
}
