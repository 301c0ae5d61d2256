import AudioModel
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing

/// Whole files through a queue, by packets, as a player reads them; what the file has before and
/// after the sound is trimmed.
@Suite("A queue that plays a coding")
struct AudioQueueCodingTests {
    /// A kind of file, and how close to the decoded file it is to be heard.
    struct Coding: Sendable, CustomTestStringConvertible {
        var name: String
        var id: AudioFormatID = 0
        var type: AudioFileTypeID = 0
        /// FFmpeg's encoder; `nil` for our own.
        var encoder: String?
        var ending = "bin"
        var isExact = false

        var testDescription: String { name }
    }

    static let own = [
        Coding(name: "PCM", id: kAudioFormatLinearPCM, type: kAudioFileCAFType, isExact: true),
        Coding(name: "µ-law", id: kAudioFormatULaw, type: kAudioFileCAFType, isExact: true),
        Coding(name: "A-law", id: kAudioFormatALaw, type: kAudioFileWAVEType, isExact: true),
        Coding(name: "IMA4", id: kAudioFormatAppleIMA4, type: kAudioFileCAFType, isExact: true),
        Coding(
            name: "IMA4 in AIFC", id: kAudioFormatAppleIMA4, type: kAudioFileAIFCType,
            isExact: true),
    ]

    #if FFmpeg
        static let codings =
            own + [
                Coding(
                    name: "ALAC", id: kAudioFormatAppleLossless, type: kAudioFileM4AType,
                    isExact: true),
                Coding(
                    name: "ALAC in CAF", id: kAudioFormatAppleLossless, type: kAudioFileCAFType,
                    isExact: true),
                Coding(name: "AAC", id: kAudioFormatMPEG4AAC, type: kAudioFileM4AType),
                Coding(name: "AAC in CAF", id: kAudioFormatMPEG4AAC, type: kAudioFileCAFType),
                Coding(name: "AAC in ADTS", id: kAudioFormatMPEG4AAC, type: kAudioFileAAC_ADTSType),
            ]

        static let codingsOfFFmpeg = [
            Coding(name: "MP3", encoder: "libmp3lame", ending: "mp3"),
            Coding(name: "FLAC", encoder: "flac", ending: "flac", isExact: true),
            Coding(name: "Opus", encoder: "libopus", ending: "opus"),
        ]
    #else
        static let codings = own
    #endif

    private let files: SoundFiles
    private let stage = StagedQueue.stage()

    init() throws {
        files = SoundFiles()
    }

    private static let frameCount = 40_000

    /// Two tones that come and go, one a side; no two pieces of it are alike.
    private static let sound: [Float] = (0..<frameCount).flatMap { frame in
        let (time, part) = (Double(frame) / 48_000, Double(frame) / Double(frameCount))
        return [
            Float(0.4 * sin(2 * .pi * (440 + 100 * time) * time)),
            Float(0.4 * part * sin(2 * .pi * 700 * time)),
        ]
    }

    private func file(_ coding: Coding) throws -> URL {
        let url = files.missing("sound." + coding.ending)
        let isOwn = coding.encoder == nil
        let source = isOwn ? url : files.missing("source.wav")
        let isPCM = !isOwn || coding.id == kAudioFormatLinearPCM
        let format: AudioStreamBasicDescription =
            isPCM ? .integers(rate: 48_000) : .coded(coding.id, rate: 48_000)
        do {
            let made = try ExtendedFile(
                creating: source, isOwn ? coding.type : kAudioFileWAVEType,
                isOwn && isPCM ? .integers(rate: 48_000) : format)
            made.setClient(.floats(48_000, channels: 2))
            let bytes = Self.sound.bytes
            try #require(made.write(bytes, bytesPerFrame: 8) == noErr)
        }
        guard let encoder = coding.encoder else { return url }
        try ExternalProgram.ffmpeg.run([
            "-v", "error", "-i", source.path, "-c:a", encoder, url.path,
        ])
        return url
    }

    /// The file decoded by other means, interleaved.
    private func decoded(_ url: URL) throws -> [Float] {
        let file = try ExtendedFile(url, client: .floats(48_000, channels: 2))
        let bytes = try file.readAll(bytesPerFrame: 8)
        return bytes.elements(Float.self)
    }

    /// Enqueues a whole file in buffers of a few packets.
    private func enqueue(_ url: URL, in queue: StagedQueue) throws {
        let file = try OpenedFile(url)
        let format = try file.format
        let packetCount = Int64(try file.packetCount)
        var table = AudioFilePacketTableInfo()
        var size = UInt32(MemoryLayout<AudioFilePacketTableInfo>.size)
        // What has no table has nothing to trim.
        _ = AudioFileGetProperty(file.id, kAudioFilePropertyPacketTableInfo, &size, &table)
        let largest = try file.packetSizeUpperBound
        let packetsPerBuffer: UInt32 = format.mFramesPerPacket == 1 ? 997 : 7
        var packet: Int64 = 0
        while packet < packetCount {
            let read = file.packets(
                at: packet, count: packetsPerBuffer, capacity: packetsPerBuffer * largest,
                describing: format.mBytesPerPacket == 0)
            try #require(read.status == noErr && read.count > 0)
            let isLast = packet + Int64(read.count) == packetCount
            try enqueue(
                read, in: queue, trimStart: packet == 0 ? UInt32(table.mPrimingFrames) : 0,
                trimEnd: isLast ? UInt32(table.mRemainderFrames) : 0)
            packet += Int64(read.count)
        }
    }

    private func enqueue(
        _ read: OpenedFile.Packets, in queue: StagedQueue, trimStart: UInt32, trimEnd: UInt32
    ) throws {
        var buffer: AudioQueueBufferRef!
        try #require(AudioQueueAllocateBuffer(queue.queue, read.byteCount, &buffer) == noErr)
        buffer.pointee.mAudioData.copyMemory(from: read.bytes, byteCount: read.bytes.count)
        buffer.pointee.mAudioDataByteSize = read.byteCount
        let descriptions = read.descriptions.map {
            AudioStreamPacketDescription(
                mStartOffset: $0[0], mVariableFramesInPacket: UInt32($0[1]),
                mDataByteSize: UInt32($0[2]))
        }
        let status = queue.app.run {
            AudioQueueEnqueueBufferWithParameters(
                queue.queue, buffer, UInt32(descriptions.count),
                descriptions.isEmpty ? nil : descriptions, trimStart, trimEnd, 0, nil, nil, nil)
        }
        try #require(status == noErr)
    }

    private func queue(for url: URL) throws -> StagedQueue {
        let file = try OpenedFile(url)
        let queue = StagedQueue(stage.open("Player"), on: stage, format: try file.format)
        var size: UInt32 = 0
        if AudioFileGetPropertyInfo(file.id, kAudioFilePropertyMagicCookieData, &size, nil) == noErr
        {
            let cookie = try file.cookie
            try #require(
                AudioQueueSetProperty(
                    queue.queue, kAudioQueueProperty_MagicCookie, cookie, UInt32(cookie.count))
                    == noErr)
        }
        return queue
    }

    /// Every frame there, once and in its place.
    private func expect(_ heard: [Float], is reference: [Float], for coding: Coding) {
        #expect(heard.count == reference.count)
        if coding.isExact {
            let farthest = zip(heard, reference).map { abs($0 - $1) }.max() ?? 1
            #expect(farthest <= 1e-6)
        } else {
            #expect(correlation(heard, reference) >= 0.9999)
        }
    }

    private func correlation(_ one: [Float], _ other: [Float]) -> Double {
        var (both, ones, others) = (0.0, 0.0, 0.0)
        for (one, other) in zip(one, other) {
            both += Double(one) * Double(other)
            ones += Double(one) * Double(one)
            others += Double(other) * Double(other)
        }
        return both / (ones * others).squareRoot()
    }

    @Test("plays exactly what the file decodes to", arguments: codings)
    func live(coding: Coding) throws {
        let url = try file(coding)
        let reference = try decoded(url)
        #expect(reference.count >= 2 * Self.frameCount)
        // Given a queue with all of a file's packets, in buffers of a few.
        let queue = try queue(for: url)
        try enqueue(url, in: queue)
        // When it is played to its end.
        queue.playToEnd(within: 1200)
        // Then it is what the file decodes to, and nothing more.
        let frames = reference.count / 2
        let heard = zip(queue.app.channel(0, 0..<57_600), queue.app.channel(1, 0..<57_600))
        let samples = heard.flatMap { [$0, $1] }
        expect(Array(samples.prefix(reference.count)), is: reference, for: coding)
        #expect(samples.dropFirst(reference.count).allSatisfy { $0 == 0 })
        #expect(queue.done.count >= frames / 48_000)
        #expect(queue.events.last == .isRunning(0))
        let end = try #require(queue.times.last)
        #expect(abs(end - Double(frames) / 48_000) <= 0.0201)
    }

    @Test("is rendered offline as the file is decoded, to the frame", arguments: codings)
    func offline(coding: Coding) throws {
        let url = try file(coding)
        let reference = try decoded(url)
        let queue = try queue(for: url)
        var format = AudioStreamBasicDescription.floats(48_000, channels: 2)
        try #require(AudioQueueSetOfflineRenderFormat(queue.queue, &format, nil) == noErr)
        var output: AudioQueueBufferRef!
        try #require(AudioQueueAllocateBuffer(queue.queue, 8 * 5_000, &output) == noErr)
        queue.start()
        var stamp = AudioTimeStamp()
        stamp.mFlags = .sampleTimeValid
        #expect(AudioQueueOfflineRender(queue.queue, &stamp, output, 0) == noErr)
        try enqueue(url, in: queue)
        queue.stop(false)
        var rendered: [Float] = []
        while rendered.count < 200_000 {
            #expect(AudioQueueOfflineRender(queue.queue, &stamp, output, 5_000) == noErr)
            let bytes = UnsafeRawBufferPointer(
                start: output.pointee.mAudioData, count: Int(output.pointee.mAudioDataByteSize))
            if bytes.isEmpty { break }
            rendered += bytes.bindMemory(to: Float.self)
            stamp.mSampleTime += Double(bytes.count / 8)
        }
        expect(rendered, is: reference, for: coding)
    }

    #if FFmpeg
        @Test(
            "plays exactly what a file of FFmpeg's decodes to",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: codingsOfFFmpeg)
        func liveOfFFmpeg(coding: Coding) throws {
            try live(coding: coding)
        }

        @Test(
            "is rendered offline as a file of FFmpeg's is decoded, to the frame",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: codingsOfFFmpeg)
        func offlineOfFFmpeg(coding: Coding) throws {
            try offline(coding: coding)
        }

        @Test("reports a packet that cannot be decoded, and plays silence for it")
        func brokenPacket() throws {
            // Given AAC of which a packet in the middle is noise.
            let url = try file(
                Coding(name: "AAC", id: kAudioFormatMPEG4AAC, type: kAudioFileM4AType))
            let queue = try queue(for: url)
            /// Ownership: the test's thread, which runs the simulated phone and its callbacks.
            final class Told: @unchecked Sendable {
                var count = 0
            }
            let told = Told()
            AudioQueueAddPropertyListener(
                queue.queue, kAudioQueueProperty_ConverterError,
                { context, _, _ in
                    Unmanaged<Told>.fromOpaque(context!).takeUnretainedValue().count += 1
                }, Unmanaged.passUnretained(told).toOpaque())
            #expect(converterError(queue) == noErr)
            let file = try OpenedFile(url)
            var read = file.packets(at: 0, count: 20, capacity: 20 * 8192, describing: true)
            let (start, size) = (Int(read.descriptions[10][0]), Int(read.descriptions[10][2]))
            for index in start..<start + size { read.bytes[index] = UInt8(index & 1) &* 0xFF }
            try enqueue(read, in: queue, trimStart: 0, trimEnd: 0)
            // When it is played.
            queue.playToEnd(within: 600)
            // Then the app is told, once, and the queue has played on to its end.
            #expect(converterError(queue) == OSStatus(kAudioConverterErr_UnspecifiedError))
            #expect(told.count == 1)
            #expect(queue.done == [-1] && queue.events.last == .isRunning(0))
            #expect(queue.heard(from: 300, to: 400).contains { abs($0) > 0.1 })
            // And a new start begins without.
            #expect(queue.start() == noErr)
            #expect(converterError(queue) == noErr)
        }

        private func converterError(_ queue: StagedQueue) -> OSStatus {
            var (value, size) = (UInt32(99), UInt32(4))
            let status = AudioQueueGetProperty(
                queue.queue, kAudioQueueProperty_ConverterError, &value, &size)
            #expect(status == noErr && size == 4)
            return OSStatus(bitPattern: value)
        }
    #endif
}
