import AudioToolbox
import TestSupport
import Testing

@Suite("The markers of a file that is written")
struct AudioFileMarkerTests {
    let files = SoundFiles()

    private struct Marker: Equatable {
        var position: Double
        var name: String?
        var id: Int32
        var channel: UInt16 = 0
        var seconds: UInt8 = 0
        var type: UInt32 = 0
    }

    private func structure(_ marker: Marker, _ name: CFString?) -> AudioFileMarker {
        var value = AudioFileMarker()
        value.mFramePosition = marker.position
        value.mName = name.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        value.mMarkerID = marker.id
        value.mChannel = marker.channel
        value.mSMPTETime.mSeconds = marker.seconds
        value.mType = marker.type
        return value
    }

    private func marker(_ value: AudioFileMarker) -> Marker {
        let name = value.mName.map {
            Unmanaged<CFString>.fromOpaque($0).takeRetainedValue() as String
        }
        return Marker(
            position: value.mFramePosition, name: name, id: value.mMarkerID,
            channel: value.mChannel, seconds: value.mSMPTETime.mSeconds, type: value.mType)
    }

    private func set(_ made: MadeFile, _ markers: [Marker], stated: UInt32? = nil) -> OSStatus {
        let names = markers.map { $0.name.map { $0 as CFString } }
        var bytes = littleEndian(UInt32(0))
        bytes += littleEndian(stated ?? UInt32(markers.count))
        for (marker, name) in zip(markers, names) {
            withUnsafeBytes(of: structure(marker, name)) { bytes += Array($0) }
        }
        #expect(bytes.count == NumAudioFileMarkersToNumBytes(markers.count))
        return withExtendedLifetime(names) {
            made.set(kAudioFilePropertyMarkerList, bytes: bytes)
        }
    }

    private func markers(_ file: OpenedFile) throws -> [Marker] {
        let bytes = try file.bytes(kAudioFilePropertyMarkerList)
        let count = NumBytesToNumAudioFileMarkers(bytes.count)
        return bytes.withUnsafeBytes { bytes in
            #expect(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == UInt32(count))
            return (0..<count).map { index in
                marker(
                    bytes.loadUnaligned(
                        fromByteOffset: NumAudioFileMarkersToNumBytes(index),
                        as: AudioFileMarker.self))
            }
        }
    }

    @Test("are read back", arguments: [kAudioFileCAFType, kAudioFileAIFCType, kAudioFileWAVEType])
    func roundTrip(type: AudioFileTypeID) throws {
        let made = try MadeFile(
            files, type, type == kAudioFileAIFCType ? .bigEndianIntegers() : .integers())
        #expect(made.write([UInt8](0..<40), at: 0) == noErr)
        #expect(set(made, [Marker(position: 9, name: "gone", id: 9)]) == noErr)
        var list = [
            Marker(position: 1, name: "odd", id: 1), Marker(position: 2, name: "even", id: 2),
            Marker(position: 3, name: nil, id: 3), Marker(position: 4, name: "Übergang", id: 400),
        ]
        // CAF keeps all of a marker.
        if type == kAudioFileCAFType {
            list.append(Marker(position: 4.5, name: "x", id: -5, channel: 2, seconds: 59, type: 7))
        }
        #expect(set(made, list) == noErr)
        #expect(try markers(OpenedFile(sharing: made.id)) == list)
        let file = try made.reopened()
        #expect(try markers(file) == list)
        #expect(file.audio == [UInt8](0..<40))
    }

    @Test("with counts that do not go with the size are refused")
    func wrongSizes() throws {
        let made = try MadeFile(files)
        let list = [Marker(position: 1, name: nil, id: 1)]
        #expect(set(made, list, stated: 2) == kAudioFileBadPropertySizeError)
        #expect(set(made, list, stated: .max) == kAudio_ParamError)
        #expect(
            made.set(kAudioFilePropertyMarkerList, bytes: [1, 2]) == kAudioFileBadPropertySizeError)
        #expect(made.set(kAudioFilePropertyRegionList, UInt64.max) == kAudio_ParamError)
        #expect(
            made.set(kAudioFilePropertyRegionList, UInt64(1) << 32)
                == kAudioFileBadPropertySizeError)
    }

    @Test("make regions in CAF, next to markers with the same names and numbers")
    func regions() throws {
        let made = try MadeFile(files)
        #expect(made.write([UInt8](0..<40), at: 0) == noErr)
        let list = [Marker(position: 1, name: "marker", id: 1)]
        #expect(set(made, list) == noErr)
        let names = ["verse", "chorus"].map { $0 as CFString }
        var bytes = littleEndian(UInt32(0)) + littleEndian(UInt32(2))
        for (index, name) in names.enumerated() {
            var region = AudioFileRegion()
            region.mRegionID = UInt32(index + 1)
            region.mName = UnsafeRawPointer(Unmanaged.passUnretained(name).toOpaque())
            region.mFlags = [.playForward]
            region.mNumberMarkers = 1
            region.mMarkers = structure(Marker(position: 7, name: nil, id: 30), nil)
            withUnsafeBytes(of: region) { bytes += Array($0) }
        }
        withExtendedLifetime(names) {
            #expect(made.set(kAudioFilePropertyRegionList, bytes: bytes) == noErr)
        }
        let file = try made.reopened()
        #expect(try markers(file) == list)
        let read = try file.bytes(kAudioFilePropertyRegionList)
        #expect(read.count == bytes.count)
        try read.withUnsafeBytes { read in
            let start = try #require(read.baseAddress)
            let list = start.assumingMemoryBound(to: AudioFileRegionList.self)
            #expect(list.pointee.mNumberRegions == 2)
            let first = (start + 8).assumingMemoryBound(to: AudioFileRegion.self)
            let second = try #require(NextAudioFileRegion(first))
            for (region, name) in [(first.pointee, "verse"), (second.pointee, "chorus")] {
                let text = try #require(region.mName)
                #expect(Unmanaged<CFString>.fromOpaque(text).takeRetainedValue() as String == name)
                #expect(region.mFlags == [.playForward])
                #expect(region.mMarkers.mFramePosition == 7)
            }
        }
    }
}
