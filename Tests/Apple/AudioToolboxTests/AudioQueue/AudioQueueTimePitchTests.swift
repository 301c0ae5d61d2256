import Simulation
import AudioToolbox
import Foundation
import Testing
import TimePitch

@Suite(
    "A queue's time-pitch effect", .enabled(if: TimePitch.isAvailable, "built without SoundTouch"))
struct AudioQueueTimePitchTests {
    private let stage = StagedQueue.stage()

    enum Algorithm: CaseIterable {
        case spectral, timeDomain, varispeed, lowQuality

        var number: UInt32 {
            switch self {
            case .spectral: kAudioQueueTimePitchAlgorithm_Spectral
            case .timeDomain: kAudioQueueTimePitchAlgorithm_TimeDomain
            case .varispeed: kAudioQueueTimePitchAlgorithm_Varispeed
            case .lowQuality: kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency
            }
        }
    }

    /// A queue with the effect on; `nil` leaves the algorithm as it is.
    private func queue(_ algorithm: Algorithm? = nil, channels: Int = 1) -> StagedQueue {
        let queue = StagedQueue(stage.open("Player"), on: stage, channels: channels)
        #expect(queue.set(kAudioQueueProperty_EnableTimePitch, 1) == noErr)
        if let algorithm {
            #expect(queue.set(kAudioQueueProperty_TimePitchAlgorithm, algorithm.number) == noErr)
        }
        return queue
    }

    private func tone(seconds: Double, channels: Int = 1) -> [Float] {
        (0..<Int(seconds * 48_000)).flatMap { frame in
            let sample = Float(0.5 * sin(2 * .pi * 440 * Double(frame) / 48_000))
            return repeatElement(sample, count: channels)
        }
    }

    /// When the queue stopped, by which its length is known to a block; what it holds at the end
    /// fades into silence.
    private func expectStop(
        _ queue: StagedQueue, after seconds: Double, within tolerance: Double = 0.0101
    ) {
        #expect(queue.events.last == .isRunning(0))
        #expect(abs((queue.times.last ?? 0) - seconds) <= tolerance)
    }

    /// Seconds and hertz of what was heard.
    private func heard(_ queue: StagedQueue, within milliseconds: Int) throws
        -> (seconds: Double, frequency: Double)
    {
        let samples = queue.heard(from: 0, to: milliseconds)
        let first = try #require(samples.firstIndex { $0 != 0 })
        let last = try #require(samples.lastIndex { $0 != 0 })
        return (Double(last - first + 1) / 48_000, frequency(of: samples[first...last]))
    }

    /// Measures the frequency by zero crossings in the middle, away from the edges.
    private func frequency(of samples: ArraySlice<Float>) -> Double {
        let quarter = samples.count / 4
        let middle = Array(samples.dropFirst(quarter).dropLast(quarter))
        var crossings: [Double] = []
        for index in 1..<middle.count where middle[index - 1] < 0 && middle[index] >= 0 {
            let (before, after) = (Double(middle[index - 1]), Double(middle[index]))
            crossings.append(Double(index) - after / (after - before))
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else {
            return 0
        }
        return Double(crossings.count - 1) * 48_000 / (last - first)
    }

    @Test(
        "keeps the pitch at any speed, and the length is right within 10 ms",
        arguments: [0.5, 1, 1.5, 2] as [Float], [1, 2])
    func speed(rate: Float, channels: Int) throws {
        // Given two seconds of 440 Hz in two buffers.
        let queue = queue(channels: channels)
        queue.setParameter(kAudioQueueParam_PlayRate, rate)
        queue.add(tone(seconds: 1, channels: channels))
        queue.add(tone(seconds: 1, channels: channels))
        // When they are played to their end.
        queue.playToEnd(within: 4500)
        let heard = try heard(queue, within: 4500)
        expectStop(queue, after: 2 / Double(rate))
        #expect(abs(heard.seconds - 2 / Double(rate)) <= 0.010)
        #expect(abs(heard.frequency - 440) <= 1)
        #expect(queue.events == [.isRunning(1), .done(0), .done(1), .isRunning(0)])
    }

    @Test(
        "changes the pitch by itself only with the spectral algorithm",
        arguments: zip(Algorithm.allCases, [880.0, 440, 440, 440]))
    func pitch(algorithm: Algorithm, expected: Double) throws {
        let queue = queue(algorithm)
        queue.setParameter(kAudioQueueParam_Pitch, 1200)
        queue.add(tone(seconds: 2))
        queue.playToEnd(within: 2500)
        let heard = try heard(queue, within: 2500)
        expectStop(queue, after: 2)
        #expect(abs(heard.frequency - expected) <= 1)
    }

    @Test("as varispeed, takes the pitch along")
    func tape() throws {
        let queue = queue(.varispeed)
        queue.setParameter(kAudioQueueParam_PlayRate, 2)
        queue.add(tone(seconds: 2))
        queue.playToEnd(within: 1500)
        let heard = try heard(queue, within: 1500)
        #expect(abs(heard.seconds - 1) <= 0.010)
        #expect(abs(heard.frequency - 880) <= 1)
    }

    @Test("leaves every sample as it is while it is bypassed")
    func bypass() {
        let queue = queue()
        queue.setParameter(kAudioQueueParam_PlayRate, 2)
        #expect(queue.set(kAudioQueueProperty_TimePitchBypass, 1) == noErr)
        let sound = tone(seconds: 1)
        queue.add(sound)
        queue.playToEnd(within: 1200)
        #expect(queue.heard(from: 0, to: 1000) == sound)
    }

    /// Enqueues a buffer with a speed of its own, and returns when it is to start.
    private func add(_ samples: [Float], at rate: Float, to queue: StagedQueue) -> Double {
        let buffer = queue.buffer(samples)
        var change = AudioQueueParameterEvent(mID: kAudioQueueParam_PlayRate, mValue: rate)
        var start = AudioTimeStamp()
        let status = queue.app.run {
            AudioQueueEnqueueBufferWithParameters(
                queue.queue, buffer, 0, nil, 0, 0, 1, &change, nil, &start)
        }
        #expect(status == noErr)
        return start.mSampleTime
    }

    @Test("begins a buffer's own speed with the buffer, to the frame", arguments: [false, true])
    func bufferSpeed(whileRunning: Bool) {
        // Given a second at normal speed, then one at twice that, one at half, and so on.
        let queue = queue()
        if whileRunning { queue.start() }
        let sound = (0..<48_000).map { Float(($0 * 37) % 20_011 - 10_000) / 32_768 }
        let rates: [Float] = [1, 2, 1, 0.5, 1]
        let starts = rates.map { add(sound, at: $0, to: queue) }
        #expect(starts == [0, 48_000, 72_000, 120_000, 216_000])
        // When they are played to their end.
        queue.playToEnd(within: 6000)
        // Then what is at normal speed is there frame by frame, but for 5 ms in which the speed
        // before fades out; and it ends with the last frame.
        for start in [0, 72_000, 216_000] {
            #expect(queue.app.channel(0, start + 240..<start + 48_000) == Array(sound[240...]))
        }
        #expect(queue.app.channel(0, 264_000..<280_000).allSatisfy { $0 == 0 })
        expectStop(queue, after: 5.5)
        // And each buffer comes back when it has been played.
        #expect(queue.done == [0, 1, 2, 3, 4])
        for (time, end) in zip(queue.times.dropFirst(), [1, 1.5, 2.5, 4.5, 5.5]) {
            #expect(abs(time - end) <= 0.0101)
        }
    }

    @Test("changes the speed on the way without losing a frame")
    func liveChange() {
        // Given three seconds, of which the first is decoded when the speed doubles.
        let queue = queue()
        queue.add(tone(seconds: 3))
        queue.play(for: 800)
        // What is decoded ahead of the device, up to a fifth of a second, keeps its speed.
        queue.setParameter(kAudioQueueParam_PlayRate, 2)
        queue.stop(false)
        queue.pass(2000)
        expectStop(queue, after: 0.95 + (3 - 0.95) / 2, within: 0.0301)
        #expect(queue.heard(from: 0, to: 900) == Array(tone(seconds: 0.9)))
        #expect(abs(frequency(of: queue.heard(from: 1000, to: 1900)[...]) - 440) <= 1)
    }

    @Test("holds nothing back when a queue runs dry, and goes on when more comes")
    func runningDry() {
        // Given a tenth of a second at half speed, less than the effect holds.
        let queue = queue()
        queue.setParameter(kAudioQueueParam_PlayRate, 0.5)
        queue.add(tone(seconds: 0.1))
        queue.play(for: 400)
        // Then it has been played, and the app has its buffer back.
        #expect(queue.done == [0])
        #expect(queue.heard(from: 0, to: 200).filter { $0 == 0 }.count < 20)
        // And what comes then is played as well.
        queue.add(tone(seconds: 0.1))
        queue.pass(400)
        #expect(queue.done == [0, 1])
    }

    @Test("plays what it held when it is bypassed on the way")
    func bypassOnTheWay() {
        let queue = queue()
        queue.setParameter(kAudioQueueParam_PlayRate, 2)
        queue.add(tone(seconds: 1))
        queue.play(for: 100)
        #expect(queue.set(kAudioQueueProperty_TimePitchBypass, 1) == noErr)
        queue.stop(false)
        queue.pass(1200)
        // 0.2 s to 0.3 s of it were ready, and a little more was held: twice that of the sound.
        expectStop(queue, after: 0.7, within: 0.1101)
        let heard = queue.heard(from: 0, to: 1000)
        let end = (heard.lastIndex { $0 != 0 } ?? 0) + 1
        #expect(Array(heard[..<end].suffix(9_600)) == Array(tone(seconds: 1).suffix(9_600)))
    }

    @Test("takes speeds and pitches out of range for the nearest")
    func range() {
        let queue = queue(.spectral)
        for (id, asked, got) in [
            (kAudioQueueParam_PlayRate, 5, 2), (kAudioQueueParam_PlayRate, 0, 0.5),
            (kAudioQueueParam_Pitch, 9999, 2400), (kAudioQueueParam_Pitch, -9999, -2400),
        ] as [(AudioQueueParameterID, Float, Float)] {
            queue.setParameter(id, asked)
            var value: Float = 99
            #expect(AudioQueueGetParameter(queue.queue, id, &value) == noErr)
            #expect(value == got)
        }
    }
}

@Suite(
    "A queue's time-pitch effect without an engine",
    .enabled(if: !TimePitch.isAvailable, "built with SoundTouch"))
struct AudioQueueNoTimePitchTests {
    @Test("cannot be enabled, and the queue plays on without")
    func refused() {
        let stage = StagedQueue.stage()
        let queue = StagedQueue(stage.open("Player"), on: stage)
        #expect(queue.set(kAudioQueueProperty_EnableTimePitch, 1) == kAudio_UnimplementedError)
        #expect(queue.set(kAudioQueueProperty_EnableTimePitch, 0) == noErr)
        queue.add(0.5, frames: 4800)
        queue.play(for: 50)
        #expect(queue.heard(from: 10, to: 40).allSatisfy { $0 == 0.5 })
    }
}
