import AudioFiles
import AudioFormats
import CAudioToolbox
import Foundation

// Marker and region lists in C's layout, with names as pointers to strings.

func markerListValue(_ list: MarkerList) -> PropertyValue {
    var writer = MarkerListWriter()
    writer.append(list.timeType)
    writer.append(UInt32(clamping: list.markers.count))
    for marker in list.markers { writer.append(marker) }
    return .structure(writer.bytes, texts: writer.texts)
}

func regionListValue(_ list: RegionList) -> PropertyValue {
    var writer = MarkerListWriter()
    writer.append(list.timeType)
    writer.append(UInt32(clamping: list.regions.count))
    for region in list.regions {
        writer.append(region.id)
        writer.append(UInt32(0))  // Padding for the pointer.
        writer.append(region.name)
        writer.append(region.flags)
        writer.append(UInt32(clamping: region.markers.count))
        for marker in region.markers { writer.append(marker) }
    }
    return .structure(writer.bytes, texts: writer.texts)
}

private struct MarkerListWriter {
    var bytes: [UInt8] = []
    var texts: [(offset: Int, text: NSString)] = []

    mutating func append<Value: BitwiseCopyable>(_ value: Value) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    /// Appends a null pointer that is filled in when the value is written.
    mutating func append(_ text: String?) {
        if let text { texts.append((bytes.count, text as NSString)) }
        append(UInt(0))
    }

    mutating func append(_ marker: AudioMarker) {
        append(marker.framePosition)
        append(marker.name)
        append(marker.id)
        append(marker.time.hours)
        append(marker.time.minutes)
        append(marker.time.seconds)
        append(marker.time.frames)
        append(marker.time.subFrameSampleOffset)
        append(marker.type)
        append(UInt16(0))
        append(UInt16(clamping: marker.channel))
        append(UInt32(0))  // Padding to a multiple of eight bytes.
    }
}

/// - Throws: `wrongDataSize` for fewer bytes than the counts require.
func markerList(_ bytes: UnsafeRawBufferPointer) throws(AudioFileError) -> MarkerList {
    var reader = MarkerListReader(bytes: bytes)
    var list = MarkerList(timeType: try reader.next())
    list.markers = try reader.markers(count: try reader.next())
    return list
}

func regionList(_ bytes: UnsafeRawBufferPointer) throws(AudioFileError) -> RegionList {
    var reader = MarkerListReader(bytes: bytes)
    var list = RegionList(timeType: try reader.next())
    let count: UInt32 = try reader.next()
    guard count <= MarkerLimits.markersMax else { throw .wrongArgument }
    for _ in 0..<count {
        let id: UInt32 = try reader.next()
        let _: UInt32 = try reader.next()
        let name = try reader.nextText()
        let flags: UInt32 = try reader.next()
        let markers = try reader.markers(count: try reader.next())
        list.regions.append(AudioRegion(id: id, name: name, flags: flags, markers: markers))
    }
    return list
}

private struct MarkerListReader {
    let bytes: UnsafeRawBufferPointer
    var offset = 0
    var markersLeft = MarkerLimits.markersMax

    init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next<Value: BitwiseCopyable>() throws(AudioFileError) -> Value {
        let size = MemoryLayout<Value>.size
        guard size <= bytes.count - offset else { throw .wrongDataSize }
        defer { offset += size }
        return bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }

    mutating func nextText() throws(AudioFileError) -> String? {
        let address: UInt = try next()
        return UnsafeRawPointer(bitPattern: address).map { string(ofCFString: $0) }
    }

    mutating func markers(count: UInt32) throws(AudioFileError) -> [AudioMarker] {
        guard count <= markersLeft else { throw .wrongArgument }
        markersLeft -= Int(count)
        var markers: [AudioMarker] = []
        for _ in 0..<count {
            let position: Double = try next()
            let name = try nextText()
            let id: Int32 = try next()
            let time = SMPTETime(
                hours: try next(), minutes: try next(), seconds: try next(), frames: try next(),
                subFrameSampleOffset: try next())
            let type: UInt32 = try next()
            let _: UInt16 = try next()
            let channel: UInt16 = try next()
            let _: UInt32 = try next()
            markers.append(
                AudioMarker(
                    framePosition: position, name: name, id: id, time: time, type: type,
                    channel: UInt32(channel)))
        }
        return markers
    }
}
