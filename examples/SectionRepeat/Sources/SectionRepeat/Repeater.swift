package import AudioToolbox
import Foundation

/// Plays a section of a sound file once for each of its rates, without a gap, through an audio queue.
///
/// The queue calls back on the run loop of the thread that made the repeater.
///
/// Ownership: the thread that made the repeater.
package final class Repeater: @unchecked Sendable {
    /// A call of Audio Toolbox that failed, or what is wrong with the section.
    package struct Failure: Error, Equatable {
        package var call: String
        package var status: OSStatus
    }

    /// Whether something is still to be read.
    package private(set) var isPlaying = true
    /// Whether everything has been played.
    package private(set) var isOver = false

    private static let bufferCount = 3
    private static let buffersPerSecond = 4.0
    private static let bufferBytesMax: UInt32 = 1 << 20

    private var file: AudioFileID?
    private var queue: AudioQueueRef?
    private var format = AudioStreamBasicDescription()
    private var section: Section
    private let rates: [Float]
    private var descriptions: [AudioStreamPacketDescription] = []
    private var packetsPerRead: UInt32 = 1
    private var bufferBytes: UInt32 = 0
    /// Which pass is read, from zero, and its next packet.
    private var pass = 0
    private var nextPacket: Int64 = 0
    private let log: (String) -> Void

    /// Opens the file and fills the buffers.
    ///
    /// - Parameters:
    ///   - seconds: Of the section, in the file; what is beyond the file's end is left out.
    ///   - rates: Times as fast, one a pass: 0.5…2.
    ///   - log: Gets a line for everything that happens.
    package init(
        playing path: String, seconds: ClosedRange<Double>, rates: [Float],
        log: @escaping (String) -> Void
    ) throws {
        self.log = log
        self.rates = rates
        let opened = try openSection(path, seconds, log)
        (file, format, section) = (opened.file, opened.format, opened.section)
        nextPacket = section.packets.lowerBound
        isPlaying = !rates.isEmpty
        try makeQueue()
        try decideSize()
        copyCookie()
        if rates.contains(where: { $0 != 1 }) {
            try set(kAudioQueueProperty_EnableTimePitch, UInt32(1))
        }
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                "AudioQueueAllocateBuffer", AudioQueueAllocateBuffer(queue, bufferBytes, &buffer))
            if let buffer { fill(buffer) }
        }
    }

    deinit {
        close()
    }

    package func play() throws {
        try check("AudioQueueStart", AudioQueueStart(queue, nil))
        if !isPlaying { AudioQueueStop(queue, false) }
    }

    package func close() {
        if let queue { AudioQueueDispose(queue, true) }
        queue = nil
        if let file { AudioFileClose(file) }
        file = nil
        isPlaying = false
    }

    // MARK: Getting ready

    private func makeQueue() throws {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(
            "AudioQueueNewOutput",
            AudioQueueNewOutput(
                &format,
                { context, _, buffer in
                    guard let context else { return }
                    Unmanaged<Repeater>.fromOpaque(context).takeUnretainedValue().fill(buffer)
                }, context, CFRunLoopGetCurrent(), nil, 0, &queue))
        guard let queue else { return }
        try check(
            "AudioQueueAddPropertyListener",
            AudioQueueAddPropertyListener(
                queue, kAudioQueueProperty_IsRunning,
                { context, _, _ in
                    guard let context else { return }
                    Unmanaged<Repeater>.fromOpaque(context).takeUnretainedValue().noteRunning()
                }, context))
    }

    /// Buffers of a quarter of a second, where packets are not large.
    private func decideSize() throws {
        var largestPacket: UInt32 = 0
        try get(file, kAudioFilePropertyPacketSizeUpperBound, &largestPacket)
        let packet = max(largestPacket, 1)
        let wanted =
            format.mSampleRate / Double(format.mFramesPerPacket) / Self.buffersPerSecond
        let most = max(Self.bufferBytesMax / packet, 1)
        let limited = wanted < Double(most) ? UInt32(max(wanted, 0)) : most
        // All that is trimmed at a pass's start must be in its first buffer.
        packetsPerRead = max(limited, UInt32(Section.rollPacketCount) + 2)
        let (bytes, overflows) = packetsPerRead.multipliedReportingOverflow(by: packet)
        guard !overflows else { throw Failure(call: "a buffer's size", status: kAudio_ParamError) }
        bufferBytes = bytes
        if format.mBytesPerPacket == 0 {
            descriptions = Array(
                repeating: AudioStreamPacketDescription(), count: Int(packetsPerRead))
        }
    }

    /// A decoder's settings, which only some files have.
    private func copyCookie() {
        var byteCount: UInt32 = 0
        guard
            AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &byteCount, nil)
                == noErr, byteCount > 0
        else { return }
        var cookie = [UInt8](repeating: 0, count: Int(byteCount))
        guard
            AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &byteCount, &cookie)
                == noErr
        else { return }
        AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, byteCount)
    }

    // MARK: What the queue calls

    private func fill(_ buffer: AudioQueueBufferRef) {
        guard isPlaying else { return }
        let left = section.packets.upperBound - nextPacket
        var packets = UInt32(min(Int64(packetsPerRead), left))
        var bytes = bufferBytes
        let status = descriptions.withUnsafeMutableBufferPointer {
            AudioFileReadPacketData(
                file, false, &bytes, $0.isEmpty ? nil : $0.baseAddress, nextPacket, &packets,
                buffer.pointee.mAudioData)
        }
        guard status == noErr, packets > 0 else {
            log("AudioFileReadPacketData failed with \(status)")
            return end()
        }
        buffer.pointee.mAudioDataByteSize = bytes
        enqueue(buffer, packets: packets)
        nextPacket += Int64(packets)
        guard nextPacket == section.packets.upperBound else { return }
        // What is decoded next does not follow from what was decoded last.
        AudioQueueFlush(queue)
        pass += 1
        nextPacket = section.packets.lowerBound
        if pass == rates.count { end() }
    }

    /// What is in line is still played.
    private func end() {
        isPlaying = false
        AudioQueueStop(queue, false)
    }

    private func enqueue(_ buffer: AudioQueueBufferRef, packets: UInt32) {
        let isFirst = nextPacket == section.packets.lowerBound
        let isLast = nextPacket + Int64(packets) == section.packets.upperBound
        var rate = AudioQueueParameterEvent(mID: kAudioQueueParam_PlayRate, mValue: rates[pass])
        var start = AudioTimeStamp()
        let status = AudioQueueEnqueueBufferWithParameters(
            queue, buffer, descriptions.isEmpty ? 0 : packets,
            descriptions.isEmpty ? nil : descriptions,
            isFirst ? UInt32(section.trimStart) : 0, isLast ? UInt32(section.trimEnd) : 0,
            isFirst ? 1 : 0, &rate, nil, &start)
        if status != noErr {
            log("AudioQueueEnqueueBufferWithParameters failed with \(status)")
        } else if isFirst {
            let frame = Int64(start.mSampleTime)
            log("pass \(pass + 1) at rate \(rates[pass]) begins at frame \(frame)")
        }
    }

    private func noteRunning() {
        guard let queue else { return }
        var runs: UInt32 = 0
        var byteCount = UInt32(MemoryLayout<UInt32>.size)
        AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &runs, &byteCount)
        isOver = runs == 0
        log(isOver ? "stopped" : "running")
    }

    private func set(_ property: AudioQueuePropertyID, _ value: UInt32) throws {
        var value = value
        try check(
            "AudioQueueSetProperty",
            AudioQueueSetProperty(queue, property, &value, UInt32(MemoryLayout<UInt32>.size)))
    }
}

/// Opens a file, and finds a section of it.
private func openSection(
    _ path: String, _ seconds: ClosedRange<Double>, _ log: (String) -> Void
) throws -> (file: AudioFileID?, format: AudioStreamBasicDescription, section: Section) {
    var file: AudioFileID?
    try check(
        "AudioFileOpenURL",
        AudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, .readPermission, 0, &file))
    do {
        var format = AudioStreamBasicDescription()
        try get(file, kAudioFilePropertyDataFormat, &format)
        var packetCount: UInt64 = 0
        try get(file, kAudioFilePropertyAudioDataPacketCount, &packetCount)
        let framesPerPacket = Int64(format.mFramesPerPacket)
        let (allFrames, overflows) = Int64(clamping: packetCount)
            .multipliedReportingOverflow(by: framesPerPacket)
        // Only files of packets that hold more than a frame say what is theirs of them.
        var table = AudioFilePacketTableInfo(
            mNumberValidFrames: overflows ? 0 : allFrames, mPrimingFrames: 0, mRemainderFrames: 0)
        var byteCount = UInt32(MemoryLayout<AudioFilePacketTableInfo>.size)
        _ = AudioFileGetProperty(file, kAudioFilePropertyPacketTableInfo, &byteCount, &table)
        let start = frame(at: seconds.lowerBound, format, table)
        let end = frame(at: seconds.upperBound, format, table)
        guard start < end,
            let section = Section(
                start..<end, framesPerPacket: framesPerPacket,
                primingFrames: Int64(table.mPrimingFrames), packetCount: Int64(packetCount))
        else { throw Repeater.Failure(call: "a section", status: kAudio_ParamError) }
        log("frames \(start) to \(end) of \(table.mNumberValidFrames)")
        return (file, format, section)
    } catch {
        if let file { AudioFileClose(file) }
        throw error
    }
}

/// The file's frame at a time, or its last one's end.
private func frame(
    at seconds: Double, _ format: AudioStreamBasicDescription, _ table: AudioFilePacketTableInfo
) -> Int64 {
    let frame = (seconds * format.mSampleRate).rounded()
    guard frame > 0 else { return 0 }
    return frame < Double(table.mNumberValidFrames) ? Int64(frame) : table.mNumberValidFrames
}

private func get<Value: BitwiseCopyable>(
    _ file: AudioFileID?, _ property: AudioFilePropertyID, _ value: inout Value
) throws {
    var byteCount = UInt32(MemoryLayout<Value>.size)
    try check("AudioFileGetProperty", AudioFileGetProperty(file, property, &byteCount, &value))
}

private func check(_ call: String, _ status: OSStatus) throws {
    guard status == noErr else { throw Repeater.Failure(call: call, status: status) }
}
