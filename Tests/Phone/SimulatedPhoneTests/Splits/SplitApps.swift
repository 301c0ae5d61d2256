import AVFAudio
import Foundation
import Simulation
import TestSupport
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
        var format = AudioStreamBasicDescription.integers(channels: 1, rate: 48_000)
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
    private let folder: TemporaryFolder

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        urls = try [(880.0, 0.067), (1320.0, 0.064)].map { hertz, seconds in
            let url = URL(fileURLWithPath: folder.file("\(Int(hertz)).wav"))
            let samples = (0..<Int(22_050 * seconds)).map {
                Int16(8000 * sin(2 * .pi * hertz * Double($0) / 22_050))
            }
            try Data(wavFile(samples, rate: 22_050)).write(to: url)
            return url
        }
    }
}
