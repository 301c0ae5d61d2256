import AudioToolbox
import Synchronization
import Testing

/// A stream that a test has open, and what it told.
final class ParsedStream: Sendable {
    struct Delivery: Equatable {
        var bytes: [UInt8]
        var packetCount: UInt32
        /// Sizes; nil where no descriptions came.
        var sizes: [UInt32]?
        var startOffsets: [Int64] = []
    }

    struct State {
        var properties: [String] = []
        var deliveries: [Delivery] = []
        var wereCached = true
        /// Done inside the next call for packets, or for the property.
        var insidePackets: (@Sendable (AudioFileStreamID) -> Void)?
        var insideProperty: (@Sendable (AudioFileStreamID, String) -> Void)?
    }

    let state = Mutex(State())
    private let number = Mutex<UInt>(0)

    var id: AudioFileStreamID! {
        AudioFileStreamID(bitPattern: number.withLock { $0 })
    }

    var properties: [String] { state.withLock { $0.properties } }
    var deliveries: [Delivery] { state.withLock { $0.deliveries } }
    var packetCount: UInt32 { deliveries.reduce(0) { $0 + $1.packetCount } }
    var bytes: [UInt8] { deliveries.flatMap(\.bytes) }

    init(hint: AudioFileTypeID = 0) throws {
        var id: AudioFileStreamID?
        let clientData = Unmanaged.passUnretained(self).toOpaque()
        try #require(
            AudioFileStreamOpen(
                clientData,
                { ParsedStream.of($0).hear($1, $2, $3.pointee) },
                { ParsedStream.of($0).take($1, $2, $3, $4) }, hint, &id) == noErr)
        let bits = UInt(bitPattern: id)
        number.withLock { $0 = bits }
    }

    deinit {
        AudioFileStreamClose(id)
    }

    private static func of(_ clientData: UnsafeMutableRawPointer) -> ParsedStream {
        Unmanaged.fromOpaque(clientData).takeUnretainedValue()
    }

    private func hear(
        _ id: AudioFileStreamID, _ property: AudioFileStreamPropertyID,
        _ flags: AudioFileStreamPropertyFlags
    ) {
        let name = characters(property)
        let inside = state.withLock { state in
            state.properties.append(name)
            state.wereCached = state.wereCached && flags.contains(.propertyIsCached)
            return state.insideProperty
        }
        inside?(id, name)
    }

    private func take(
        _ byteCount: UInt32, _ packetCount: UInt32, _ data: UnsafeRawPointer,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(byteCount)))
        var delivery = Delivery(bytes: bytes, packetCount: packetCount)
        if let descriptions {
            let places = UnsafeBufferPointer(start: descriptions, count: Int(packetCount))
            delivery.sizes = places.map(\.mDataByteSize)
            delivery.startOffsets = places.map(\.mStartOffset)
        }
        let inside = state.withLock { state in
            state.deliveries.append(delivery)
            defer { state.insidePackets = nil }
            return state.insidePackets
        }
        inside?(id)
    }

    @discardableResult
    func parse(
        _ bytes: some Collection<UInt8>, _ flags: AudioFileStreamParseFlags = []
    ) -> OSStatus {
        Array(bytes).withUnsafeBytes {
            AudioFileStreamParseBytes(id, UInt32($0.count), $0.baseAddress, flags)
        }
    }

    func finish() -> OSStatus { AudioFileStreamParseBytes(id, 0, nil, []) }

    /// A property that takes as many bytes as `Value`.
    func property<Value: BitwiseCopyable>(
        _ property: AudioFileStreamPropertyID, _ value: Value
    ) throws -> Value {
        var value = value
        var size: UInt32 = 0
        var isWritable: DarwinBoolean = true
        try #require(
            AudioFileStreamGetPropertyInfo(id, property, &size, &isWritable) == noErr,
            "\(characters(property))")
        #expect(size == MemoryLayout<Value>.size)
        #expect(!isWritable.boolValue)
        try #require(AudioFileStreamGetProperty(id, property, &size, &value) == noErr)
        return value
    }

    func bytes(of property: AudioFileStreamPropertyID) throws -> [UInt8] {
        var size: UInt32 = 0
        try #require(AudioFileStreamGetPropertyInfo(id, property, &size, nil) == noErr)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        try #require(AudioFileStreamGetProperty(id, property, &size, &bytes) == noErr)
        return bytes
    }

    func status(of property: AudioFileStreamPropertyID) -> OSStatus {
        var size: UInt32 = 1000
        var bytes = [UInt8](repeating: 0, count: 1000)
        return AudioFileStreamGetProperty(id, property, &size, &bytes)
    }
}

func characters(_ code: UInt32) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(code >> UInt32($0) & 0xFF) }, as: UTF8.self)
}
