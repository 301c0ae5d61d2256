/// A queue of interleaved frames.
struct SampleQueue {
    private let channelCount: Int
    private var samples: [Float] = []
    /// The number of samples at the front that have been taken.
    private var takenCount = 0

    init(channelCount: Int) {
        self.channelCount = channelCount
    }

    var frameCount: Int { (samples.count - takenCount) / channelCount }

    /// Allocates memory for frames.
    mutating func reserve(frameCount: Int) {
        samples.reserveCapacity(frameCount * channelCount)
    }

    /// - Parameter change: May change the frames as they are appended.
    mutating func append(
        _ new: UnsafePointer<Float>, frameCount: Int,
        change: (UnsafeMutablePointer<Float>, Int) -> Void = { _, _ in }
    ) {
        if takenCount > samples.count / 2 {
            samples.removeFirst(takenCount)
            takenCount = 0
        }
        let start = samples.count
        samples += UnsafeBufferPointer(start: new, count: frameCount * channelCount)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let first = samples.baseAddress else { return }
            change(first + start, frameCount)
        }
    }

    /// - Returns: The number of frames taken: fewer than requested when the queue is empty.
    mutating func take(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let count = min(frameCount, self.frameCount)
        guard count > 0 else { return 0 }
        samples.withUnsafeBufferPointer { samples in
            guard let first = samples.baseAddress else { return }
            output.update(from: first + takenCount, count: count * channelCount)
        }
        takenCount += count * channelCount
        if takenCount == samples.count { removeAll() }
        return count
    }

    mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        takenCount = 0
    }
}
