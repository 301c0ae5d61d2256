import AudioFormats
import AudioModel
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite(
    "The padded last packet of lossless audio",
    .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"))
struct PaddedPacketTests {
    /// Apple Lossless of 5,000 frames: two packets, of which the second is filled up.
    private func coded() throws -> (
        packets: [[UInt8]], cookie: [UInt8], format: AudioStreamBasicDescription, samples: [Float]
    ) {
        var format = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless)
        format.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData
        let encoder = MadeConverter(.floats(44_100, channels: 2), format)
        try #require(encoder.status == noErr)
        let samples = (0..<10_000).map { Float(Int16(truncatingIfNeeded: $0 * 37)) / 32_768 }
        let filled = encoder.fill(9, byteCount: 1 << 17, ConverterInput(samples, channels: 2))
        var packets: [[UInt8]] = []
        var start = 0
        for size in filled.sizes {
            packets.append(Array(filled.bytes[start..<start + Int(size)]))
            start += Int(size)
        }
        #expect(packets.count == 2)
        var size: UInt32 = 0
        let property = kAudioConverterCompressionMagicCookie
        #expect(AudioConverterGetPropertyInfo(encoder.reference, property, &size, nil) == noErr)
        var cookie = [UInt8](repeating: 0, count: Int(size))
        #expect(AudioConverterGetProperty(encoder.reference, property, &size, &cookie) == noErr)
        format.mFramesPerPacket = 4096
        return (packets, cookie, format, samples)
    }

    private func decoded(
        _ packets: [[UInt8]], _ cookie: [UInt8], _ format: AudioStreamBasicDescription,
        trailing: UInt32?
    ) -> [Float] {
        let decoder = MadeConverter(format, .floats(44_100, channels: 2))
        #expect(decoder.set(kAudioConverterDecompressionMagicCookie, list: cookie) == noErr)
        if let trailing {
            var info = AudioConverterPrimeInfo(leadingFrames: 0, trailingFrames: trailing)
            #expect(
                AudioConverterSetProperty(
                    decoder.reference, kAudioConverterPrimeInfo,
                    UInt32(MemoryLayout.size(ofValue: info)), &info) == noErr)
        }
        var ranges: [Range<Int>] = []
        for packet in packets {
            let start = ranges.last?.upperBound ?? 0
            ranges.append(start..<start + packet.count)
        }
        let filled = decoder.fill(
            20_000, byteCount: 8 * 20_000,
            ConverterInput(packets.flatMap { $0 }, packets: ranges))
        #expect(filled.status == noErr)
        return filled.bytes.elements(Float.self)
    }

    @Test("is output by a converter without priming info, and trimmed with it")
    func converter() throws {
        let coded = try coded()
        let bare = decoded(coded.packets, coded.cookie, coded.format, trailing: nil)
        #expect(bare.count == 2 * 2 * 4096)
        #expect(Array(bare[..<10_000]) == coded.samples)
        #expect(bare[10_000...].allSatisfy { $0 == 0 })
        let told = decoded(coded.packets, coded.cookie, coded.format, trailing: 2 * 4096 - 5000)
        #expect(told == coded.samples)
    }

    @Test("is trimmed by an extended audio file, from the file's packet table")
    func file() throws {
        let coded = try coded()
        let files = SoundFiles()
        let made = try MadeFile(files, kAudioFileM4AType, coded.format, name: "lossless.m4a")
        #expect(made.setCookie(coded.cookie) == noErr)
        #expect(made.write(packets: coded.packets, at: 0) == noErr)
        let table = AudioFilePacketTableInfo(
            mNumberValidFrames: 5000, mPrimingFrames: 0, mRemainderFrames: 2 * 4096 - 5000)
        #expect(made.set(kAudioFilePropertyPacketTableInfo, table) == noErr)
        #expect(made.close() == noErr)
        let file = try ExtendedFile(made.url, client: .floats(44_100, channels: 2))
        let bytes = try file.read(20_000, bytesPerFrame: 8)
        #expect(bytes.elements(Float.self) == coded.samples)
    }

    @Test(
        "of FLAC gives as many frames as its packets say in full, too",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func flac() throws {
        // Given FLAC of 5,000 frames from another program, in packets of 4,096.
        let files = SoundFiles()
        let url = files.missing("a.flac")
        try ExternalProgram.ffmpeg.run([
            "-v", "error", "-f", "lavfi", "-i", "sine=440:r=44100:d=1", "-af",
            "atrim=end_sample=5000", "-c:a", "flac", "-frame_size", "4096", url.path,
        ])
        let file = try OpenedFile(url)
        let format = try file.format
        #expect(format.mFramesPerPacket == 4096)
        let read = file.packets(at: 0, count: 9, capacity: 1 << 17, describing: true)
        #expect(read.descriptions.count == 2)
        var packets: [[UInt8]] = []
        for description in read.descriptions {
            let start = Int(description[0])
            packets.append(Array(read.bytes[start..<start + Int(description[2])]))
        }
        let cookie = try file.cookie
        var mono = AudioStreamBasicDescription.floats(44_100)
        mono.mChannelsPerFrame = 1
        let decoder = MadeConverter(format, mono)
        #expect(decoder.set(kAudioConverterDecompressionMagicCookie, list: cookie) == noErr)
        let ranges = [0..<packets[0].count, packets[0].count..<read.bytes.count]
        let filled = decoder.fill(
            20_000, byteCount: 80_000, ConverterInput(read.bytes, packets: ranges))
        #expect(filled.packetCount == 8192)
        let frames = filled.bytes.elements(Float.self)
        #expect(frames[4096..<5000].contains { $0 != 0 })
        #expect(frames[5000...].allSatisfy { $0 == 0 })
    }
}
