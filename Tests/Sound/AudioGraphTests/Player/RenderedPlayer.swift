import AudioGraph
import AudioModel
import Synchronization

/// A player that a test renders, of one channel unless said.
final class RenderedPlayer {
    let source = PlayerSource()
    let channelCount: Int
    private let sampleRate: Double
    private(set) var nodeTime: Int64 = 0
    /// The host time of the next frame; `nil` in manual rendering.
    var hostTime: HostTime?
    /// The completions called so far.
    let log = CompletionLog()
    private static let maximumFrameCount = 4096

    init(sampleRate: Double = 44_100, channelCount: Int = 1) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        source.prepare(
            sampleRate: sampleRate, channelCount: channelCount,
            maximumFrameCount: Self.maximumFrameCount)
    }

    /// Schedules a buffer, and logs its completion under `name`.
    func schedule(
        _ samples: [Float], name: Int, at start: PlayerItemStart = .next,
        options: PlayerItemOptions = [], callbackType: PlayerCallbackType = .dataConsumed
    ) {
        let log = log
        source.schedule(
            PlayerBuffer(SampleMemory([samples])), at: start, options: options,
            callbackType: callbackType
        ) { log.add(name, $0) }
    }

    /// Schedules a file, and logs its completion under `name`.
    func schedule(
        _ file: any PlayerFile, name: Int, at start: PlayerItemStart = .next,
        callbackType: PlayerCallbackType = .dataConsumed
    ) {
        let log = log
        source.schedule(file, at: start, callbackType: callbackType) { log.add(name, $0) }
    }

    /// Renders one block.
    func block(_ frameCount: Int) -> [[Float]] {
        var output = [[Float]](
            repeating: [Float](repeating: .nan, count: frameCount), count: channelCount)
        let memory = (0..<channelCount).map { _ in
            UnsafeMutablePointer<Float>.allocate(capacity: max(frameCount, 1))
        }
        defer { for channel in memory { channel.deallocate() } }
        for channel in memory { channel.initialize(repeating: .nan, count: frameCount) }
        let time = RenderTime(sampleTime: nodeTime, hostTime: hostTime)
        memory.withUnsafeBufferPointer { channels in
            guard let start = channels.baseAddress else { return }
            _ = source.render(start, frameCount: frameCount, at: time)
        }
        nodeTime += Int64(frameCount)
        hostTime = hostTime.map { $0 + .seconds(Double(frameCount) / sampleRate) }
        for channel in 0..<channelCount {
            output[channel] = Array(UnsafeBufferPointer(start: memory[channel], count: frameCount))
        }
        return output
    }

    /// Renders the first channel in blocks, with the control side's work after each.
    func rendered(_ frameCount: Int, blockFrames: Int = 64) -> [Float] {
        var samples: [Float] = []
        while samples.count < frameCount {
            samples += block(min(blockFrames, frameCount - samples.count))[0]
            complete()
        }
        return samples
    }

    /// Does the control side's work, and calls the completions that are due.
    func complete() {
        _ = source.service()
        while let completion = source.nextCompletion() {
            completion.handler(completion.callbackType)
        }
    }
}

/// The completions of a test, in the order of their calls.
final class CompletionLog: Sendable {
    private let entries = Mutex<[(name: Int, type: PlayerCallbackType)]>([])

    func add(_ name: Int, _ type: PlayerCallbackType) {
        entries.withLock { $0.append((name, type)) }
    }

    var names: [Int] { entries.withLock { $0.map(\.name) } }
    var types: [PlayerCallbackType] { entries.withLock { $0.map(\.type) } }
}

/// Samples that stay where they are, a channel after the other.
final class SampleMemory {
    let samples: UnsafeMutablePointer<Float>
    let frameCount: Int
    let channelCount: Int

    init(_ channels: [[Float]]) {
        frameCount = channels.first?.count ?? 0
        channelCount = channels.count
        samples = .allocate(capacity: max(frameCount * channelCount, 1))
        for (index, channel) in channels.enumerated() {
            for (frame, sample) in channel.enumerated() {
                (samples + index * frameCount + frame).initialize(to: sample)
            }
        }
    }

    deinit { samples.deallocate() }
}

extension PlayerBuffer {
    init(_ memory: SampleMemory) {
        self.init(
            channels: (0..<memory.channelCount).map {
                UnsafeRawPointer(memory.samples + $0 * memory.frameCount)
            },
            sampleType: .float32, stride: 1, frameCount: memory.frameCount, owner: memory)
    }
}

/// A file that is in memory, with the same samples on all channels.
struct MemoryFile: PlayerFile {
    let samples: [Float]
    /// Counts the readers that exist.
    let openReaders: OpenReaders

    init(_ samples: [Float], openReaders: OpenReaders = OpenReaders()) {
        self.samples = samples
        self.openReaders = openReaders
    }

    final class OpenReaders: Sendable {
        let count = Atomic(0)
        let most = Atomic(0)
        /// The samples read so far.
        let framesRead = Atomic(0)
    }

    func makeReader(
        sampleRate: Double, channelCount: Int, firstFrame: Int
    ) -> (any PlayerFileReader)? {
        Reader(self, channelCount: channelCount, position: firstFrame)
    }

    private final class Reader: PlayerFileReader {
        private let file: MemoryFile
        private let channelCount: Int
        private var position: Int

        init(_ file: MemoryFile, channelCount: Int, position: Int) {
            self.file = file
            self.channelCount = channelCount
            self.position = position
            let open = file.openReaders.count.add(1, ordering: .relaxed).newValue
            if open > file.openReaders.most.load(ordering: .relaxed) {
                file.openReaders.most.store(open, ordering: .relaxed)
            }
        }

        deinit { file.openReaders.count.subtract(1, ordering: .relaxed) }

        func read(
            _ output: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
        ) -> Int {
            let count = max(min(frameCount, file.samples.count - position), 0)
            for channel in 0..<channelCount {
                for frame in 0..<count { output[channel][frame] = file.samples[position + frame] }
            }
            position += count
            file.openReaders.framesRead.add(count, ordering: .relaxed)
            return count
        }
    }
}

/// Numbers that tell items and frames apart, exact as floats.
func numbered(_ item: Int, count: Int) -> [Float] {
    (0..<count).map { Float((item + 1) * 8192 + $0) }
}

func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }
