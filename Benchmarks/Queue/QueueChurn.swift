import AudioToolbox
import CommandLineTool
import CoreAudioTypes
import SoundClient
import SoundRuntime

/// Checks that queues free their memory: many are made, given a buffer and disposed of, some of
/// them while they play.
enum QueueChurn {
    private static let queueCount = 100_000
    private static let warmUpCount = 4_000
    private static let megabytesMax = 8.0
    /// Every `startedEvery`th output queue is disposed of while it plays.
    private static let startedEvery = 50

    static func steps() -> [BenchStep] {
        [
            step("100,000 output queues made and disposed of", churnOutputs),
            step("100,000 input queues made and disposed of", churnInputs),
        ]
    }

    private static func step(
        _ name: String, _ churn: @escaping (Int, BenchmarkTimer) throws(ProgramError) -> Void
    ) -> BenchStep {
        BenchStep(name: name) { timing throws(ProgramError) in
            try churn(warmUpCount, timing)
            guard let before = ProcessMemory.residentBytes() else {
                return .skipped(reason: "/proc does not tell how much memory is held")
            }
            try churn(queueCount, timing)
            let after = ProcessMemory.residentBytes() ?? before
            return .found(.growth(from: before, to: after, most: megabytesMax))
        }
    }

    private static func churnOutputs(
        _ count: Int, _ timing: BenchmarkTimer
    ) throws(ProgramError) {
        let phone = EmbeddedPhone(outputRate: 48_000)
        let tone = Array(BenchSound(toneOfSeconds: 1).integers(isBigEndian: false).prefix(4 * 1024))
        var block = [Float](repeating: 0, count: 512)
        for index in 0..<count {
            try timing.checkEnd()
            let queue = try BenchQueue(phone.app, repeating: tone)
            if index % startedEvery == 0 {
                try queue.start()
                for _ in 0..<2 { render(phone.app, &block) }
            }
            queue.dispose()
            if index % startedEvery == 0 { for _ in 0..<4 { render(phone.app, &block) } }
        }
    }

    private static func render(_ app: AppSound, _ block: inout [Float]) {
        let hasEvents = block.withUnsafeMutableBufferPointer {
            app.output.render(into: $0.baseAddress!, frameCount: $0.count / 2)
        }
        if hasEvents { app.output.service() }
    }

    private static func churnInputs(
        _ count: Int, _ timing: BenchmarkTimer
    ) throws(ProgramError) {
        let phone = EmbeddedPhone(outputRate: 48_000)
        for _ in 0..<count {
            try timing.checkEnd()
            let status = CurrentApp.run(as: phone.app) { makeInput() }
            guard status == noErr else {
                throw ProgramError(
                    .deviceMissing, "an input queue cannot be made: \(status)",
                    in: "Benchmarks")
            }
        }
    }

    /// Makes an input queue with an enqueued buffer, and disposes of it.
    private static func makeInput() -> OSStatus {
        var format = BenchQueue.format
        var queue: AudioQueueRef?
        var status = AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 0, &queue)
        guard status == noErr else { return status }
        var buffer: AudioQueueBufferRef?
        status = AudioQueueAllocateBuffer(queue, 4 * 1024, &buffer)
        if let buffer, status == noErr {
            status = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        }
        let disposed = AudioQueueDispose(queue, true)
        return status == noErr ? disposed : status
    }
}
