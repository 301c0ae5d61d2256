import AudioModel
import AudioToolbox
import Foundation
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization
import Testing

import HostLinux

@Suite("Audio queues on the machine's threads", .serialized)
struct QueueThreadsTests {
    @Test("one whose callback blocks keeps no other from playing, and goes on afterwards")
    func slowCallback() throws {
        // Given two queues of one app, the callback of one of which waits.
        let app = MachineApp(NullOutput())
        let mayGoOn = DispatchSemaphore(value: 0)
        let slow = try LoopingQueue(app, bufferCount: 3, framesPerBuffer: 960) {
            if $0 == 1 { mayGoOn.wait() }
        }
        let other = try LoopingQueue(app, bufferCount: 3, framesPerBuffer: 960)
        // When both are started, then the other plays on while the slow one waits,
        slow.start()
        other.start()
        #expect(slow.awaitCallbacks(1))
        #expect(other.awaitCallbacks(20))
        #expect(slow.callbackCount == 1)
        // and the slow one goes on when it may.
        mayGoOn.signal()
        #expect(slow.awaitCallbacks(10))
        // No callback came on the main thread.
        #expect(!slow.sawMainThread && !other.sawMainThread)
        slow.dispose()
        other.dispose()
    }

    @Test("one whose tap blocks tells its time and state meanwhile, and goes on afterwards")
    func slowTap() throws {
        let queue = try LoopingQueue(MachineApp(NullOutput()), bufferCount: 2, framesPerBuffer: 960)
        let tap = SlowTap()
        var framesMax: UInt32 = 0
        var format = AudioStreamBasicDescription()
        var reference: AudioQueueProcessingTapRef?
        let status = AudioQueueProcessingTapNew(
            queue.queue,
            { context, _, _, _, _, _, _ in
                Unmanaged<SlowTap>.fromOpaque(context!).takeUnretainedValue().wait()
            }, Unmanaged.passUnretained(tap).toOpaque(), [.preEffects, .siphon], &framesMax,
            &format, &reference)
        try #require(status == noErr)
        // When its start is inside the tap, then other threads can ask.
        DispatchQueue.global().async { queue.start() }
        #expect(tap.isEntered.wait(timeout: .now() + 20) == .success)
        let asked = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            var (stamp, isRunning, size) = (AudioTimeStamp(), UInt32(1), UInt32(4))
            #expect(
                AudioQueueGetCurrentTime(queue.queue, nil, &stamp, nil)
                    == kAudioQueueErr_InvalidRunState)
            AudioQueueGetProperty(queue.queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
            #expect(isRunning == 0)
            asked.signal()
        }
        #expect(asked.wait(timeout: .now() + 20) == .success)
        // And the queue plays when the tap has returned.
        tap.mayGoOn.signal()
        #expect(queue.awaitCallbacks(3))
        queue.dispose()
    }

    @Test("two hundred at once all play, and are disposed of while they do")
    func crowd() throws {
        let app = MachineApp(NullOutput())
        let queues = try (0..<200).map { _ in
            try LoopingQueue(app, bufferCount: 2, framesPerBuffer: 4800)
        }
        for queue in queues { queue.start() }
        for queue in queues { #expect(queue.awaitCallbacks(3)) }
        DispatchQueue.concurrentPerform(iterations: queues.count) { queues[$0].dispose() }
        let counts = queues.map(\.callbackCount)
        // No callback comes after the return.
        let witness = try LoopingQueue(app, bufferCount: 2, framesPerBuffer: 960)
        witness.start()
        #expect(witness.awaitCallbacks(10))
        #expect(queues.map(\.callbackCount) == counts)
        witness.dispose()
    }

    @Test("are disposed of while the device takes from them, by whoever is first")
    func race() throws {
        // Given a device that renders without a rest, on a thread of its own.
        let device = RestlessOutput()
        let app = MachineApp(device)
        // When queues are started, fed, stopped and disposed of on two threads, each queue by both.
        let rounds = 40
        for round in 0..<rounds {
            let queue = try LoopingQueue(app, bufferCount: 2, framesPerBuffer: 256)
            queue.start()
            #expect(queue.awaitCallbacks(2))
            let statuses = Mutex<[OSStatus]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if (round + thread).isMultiple(of: 2) {
                    AudioQueueSetParameter(queue.queue, kAudioQueueParam_Volume, 0.5)
                    AudioQueueStop(queue.queue, false)
                }
                let status = AudioQueueDispose(queue.queue, round.isMultiple(of: 3))
                statuses.withLock { $0.append(status) }
            }
            // Then one of them did it, and the other was told so.
            #expect(statuses.withLock { $0.contains(noErr) })
            try waitUntil {
                AudioQueueDispose(queue.queue, true) == kAudioQueueErr_QueueInvalidated
            }
        }
        device.stop()
        #expect(device.blockCount > rounds)
    }

    @Test("leave no memory behind, however many are made")
    func leaks() throws {
        let app = MachineApp(NullOutput())
        func make(_ count: Int) throws {
            for _ in 0..<count {
                let queue = try LoopingQueue(app, bufferCount: 2, framesPerBuffer: 8)
                queue.dispose()
            }
        }
        try make(500)
        // Tests that run beside this one take memory at times; a leak takes it each time.
        var growth = Int.max
        for _ in 0..<10 where growth >= 2_000 {
            let before = residentKilobytes()
            try make(Self.leakCount)
            growth = residentKilobytes() - before
        }
        #expect(growth < 2_000, "\(growth) kB more after \(Self.leakCount) queues")
    }

    private static let leakCount = 5_000

    private func residentKilobytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
    }
}

/// An app on a device of the machine's, with full volume.
final class MachineApp: Sendable {
    let sound: AppSound
    private let server: Server

    /// - Parameter input: For an app that records; its category is then one that may.
    init(_ device: some OutputDevice, input: (any InputDevice)? = nil) {
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        let environment = LinuxEnvironment()
        let server = Server(
            configuration: configuration, clock: LinuxClock(queue: environment.queue))
        let sound = AppSound(
            mixer: Mixer(outputRate: device.sampleRate), environment: environment, device: device,
            inputDevice: input,
            connect: { server.connect(AppDescription(name: "Queues"), $0) })
        server.open(sound.connection.app)
        if input != nil {
            try? sound.request(.setCategory(.playAndRecord, .default, [], .default))
        }
        self.sound = sound
        self.server = server
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CurrentApp.run(as: sound, body)
    }
}

/// A queue of 16-bit stereo at 48 kHz on a thread of its own that plays given samples over and
/// over.
///
/// Ownership: `state` guards what the callbacks write; `queue` is set once, in `init`.
final class LoopingQueue: @unchecked Sendable {
    let samples: [Int16]
    private(set) var queue: AudioQueueRef!
    private let app: MachineApp
    private let framesPerBuffer: Int
    private let reaction: @Sendable (Int) -> Void
    private let state = Mutex(State())
    private let called = DispatchSemaphore(value: 0)
    private let stopped = DispatchSemaphore(value: 0)

    private struct State {
        var nextFrame = 0
        var callbackCount = 0
        var awaitedCount = 0
        var sawMainThread = false
        var endsAfter = Int.max
        var lastCall: HostTime?
        var longestWait = HostInterval.zero
    }

    /// - Parameters:
    ///   - frameCount: Frames to play before the queue is stopped; `nil` never stops it.
    ///   - reaction: Runs in each callback with its number, from one.
    init(
        _ app: MachineApp, samples: [Int16] = [0, 0], bufferCount: Int, framesPerBuffer: Int,
        frameCount: Int? = nil, _ reaction: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        self.app = app
        self.samples = samples
        self.framesPerBuffer = framesPerBuffer
        self.reaction = reaction
        if let frameCount { state.withLock { $0.endsAfter = frameCount } }
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 0x0C,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
            mBitsPerChannel: 16, mReserved: 0)
        let context = Unmanaged.passUnretained(self).toOpaque()
        let status = app.run {
            AudioQueueNewOutput(
                &format,
                { context, _, buffer in
                    Unmanaged<LoopingQueue>.fromOpaque(context!).takeUnretainedValue()
                        .played(buffer)
                }, context, nil, nil, 0, &queue)
        }
        try #require(status == noErr)
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { context, queue, _ in
                var value: UInt32 = 1
                var size: UInt32 = 4
                AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size)
                guard value == 0 else { return }
                Unmanaged<LoopingQueue>.fromOpaque(context!).takeUnretainedValue().stopped.signal()
            }, context)
        for _ in 0..<bufferCount {
            var buffer: AudioQueueBufferRef!
            try #require(
                AudioQueueAllocateBuffer(queue, UInt32(4 * framesPerBuffer), &buffer) == noErr)
            fill(buffer)
        }
    }

    private func played(_ buffer: AudioQueueBufferRef) {
        let count = state.withLock { state in
            state.callbackCount += 1
            let now = LinuxClock.now
            if let last = state.lastCall {
                state.longestWait = max(state.longestWait, now - last)
            }
            state.lastCall = now
            if Thread.isMainThread { state.sawMainThread = true }
            return state.callbackCount
        }
        called.signal()
        reaction(count)
        fill(buffer)
    }

    private func fill(_ buffer: AudioQueueBufferRef) {
        let (first, count) = state.withLock { state in
            defer { state.nextFrame += framesPerBuffer }
            return (state.nextFrame, min(framesPerBuffer, state.endsAfter - state.nextFrame))
        }
        guard count > 0 else {
            AudioQueueStop(queue, false)
            return
        }
        let data = buffer.pointee.mAudioData.assumingMemoryBound(to: Int16.self)
        for index in 0..<2 * count { data[index] = samples[(2 * first + index) % samples.count] }
        buffer.pointee.mAudioDataByteSize = UInt32(4 * count)
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    func start() {
        let status = app.run { AudioQueueStart(queue, nil) }
        #expect(status == noErr)
    }

    func dispose() {
        #expect(AudioQueueDispose(queue, true) == noErr)
    }

    var callbackCount: Int { state.withLock { $0.callbackCount } }
    /// The longest time from one callback to the next.
    var longestWait: HostInterval { state.withLock { $0.longestWait } }
    var sawMainThread: Bool { state.withLock { $0.sawMainThread } }

    /// Waits until `count` callbacks have come in all; at most 20 seconds for each.
    func awaitCallbacks(_ count: Int) -> Bool {
        while state.withLock({ $0.awaitedCount }) < count {
            guard called.wait(timeout: .now() + 20) == .success else { return false }
            state.withLock { $0.awaitedCount += 1 }
        }
        return true
    }

    func awaitStop() -> Bool {
        stopped.wait(timeout: .now() + 20) == .success
    }
}

/// A tap that waits in its first call.
private final class SlowTap: Sendable {
    let isEntered = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    private let hasWaited = Atomic(false)

    func wait() {
        guard !hasWaited.exchange(true, ordering: .relaxed) else { return }
        isEntered.signal()
        mayGoOn.wait()
    }
}

/// A device that asks for block after block, as fast as they come.
///
/// Ownership: atomics, a mutex and a semaphore hold all mutable state.
final class RestlessOutput: OutputDevice, @unchecked Sendable {
    let sampleRate = 48_000.0
    private let isWanted = Atomic(false)
    private let blocks = Atomic(0)
    private let thread = Mutex<Thread?>(nil)
    private let left = DispatchSemaphore(value: 0)

    var blockCount: Int { blocks.load(ordering: .relaxed) }

    func start(_ source: OutputSource) throws(DeviceError) {
        thread.withLock { thread in
            guard thread == nil else { return }
            isWanted.store(true, ordering: .releasing)
            let new = Thread { [self] in
                var block = [Float](repeating: 0, count: 512)
                while isWanted.load(ordering: .acquiring) {
                    let hasEvents = block.withUnsafeMutableBufferPointer {
                        source.render(into: $0.baseAddress!, frameCount: 256)
                    }
                    if hasEvents { source.service() }
                    blocks.add(1, ordering: .relaxed)
                }
                left.signal()
            }
            thread = new
            new.start()
        }
    }

    func stop() {
        thread.withLock { thread in
            guard thread != nil else { return }
            isWanted.store(false, ordering: .releasing)
            left.wait()
            thread = nil
        }
    }
}
