import AVFAudio
import Foundation
import Simulation
import UIKit

/// An app with a background task and timers, which it logs.
@MainActor
final class BusyBackgroundApp {
    private var task = UIBackgroundTaskIdentifier.invalid

    /// - Parameter timers: Times in seconds from now.
    init(_ log: CallLog, timers: [Double]) {
        task = UIApplication.shared.beginBackgroundTask { [weak self] in
            log.note("expires")
            guard let self else { return }
            UIApplication.shared.endBackgroundTask(task)
        }
        for seconds in timers {
            DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { log.note("timer") }
        }
    }
}

/// A queue with buffers of 10 ms, so that its callback runs in every block.
@MainActor
final class BlockQueue {
    nonisolated(unsafe) private var queue: AudioQueueRef!
    private let log: CallLog
    private static let byteCount: UInt32 = 2 * 480

    init(_ log: CallLog) {
        self.log = log
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
            mBitsPerChannel: 16, mReserved: 0)
        AudioQueueNewOutput(
            &format,
            { context, _, buffer in
                let blocks = Unmanaged<BlockQueue>.fromOpaque(context!).takeUnretainedValue()
                nonisolated(unsafe) let buffer = buffer
                MainActor.assumeIsolated {
                    blocks.log.note("filled")
                    blocks.enqueue(buffer)
                }
            }, Unmanaged.passUnretained(self).toOpaque(), nil, nil, 0, &queue)
        for _ in 0..<4 {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, Self.byteCount, &buffer)
            if let buffer { enqueue(buffer) }
        }
    }

    deinit {
        AudioQueueDispose(queue, true)
    }

    func start() { AudioQueueStart(queue, nil) }

    private func enqueue(_ buffer: AudioQueueBufferRef) {
        buffer.pointee.mAudioDataByteSize = Self.byteCount
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }
}

/// Schedules itself on the main queue again and again.
///
/// Ownership: the main queue of the simulated app, on which all of it runs.
final class EndlessCode: @unchecked Sendable {
    private(set) var count = 0

    func run() {
        count += 1
        DispatchQueue.main.async { [weak self] in self?.run() }
    }
}

/// Two short sounds, of 67 ms and 64 ms.
struct SoundFiles {
    let urls: [URL]

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sori-splits-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        urls = try [(880.0, 0.067), (1320.0, 0.064)].map { hertz, seconds in
            let url = folder.appendingPathComponent("\(Int(hertz)).wav")
            try Self.wav(hertz: hertz, seconds: seconds).write(to: url)
            return url
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: urls[0].deletingLastPathComponent())
    }

    private static func wav(hertz: Double, seconds: Double) -> Data {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        let samples = (0..<Int(22_050 * seconds)).flatMap {
            bytes(Int16(8000 * sin(2 * .pi * hertz * Double($0) / 22_050)))
        }
        let format =
            Array("fmt ".utf8) + bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1))
            + bytes(UInt32(22_050)) + bytes(UInt32(44_100)) + bytes(UInt16(2)) + bytes(UInt16(16))
        let content =
            Array("WAVE".utf8) + format + Array("data".utf8) + bytes(UInt32(samples.count))
            + samples
        return Data(Array("RIFF".utf8) + bytes(UInt32(content.count)) + content)
    }
}
