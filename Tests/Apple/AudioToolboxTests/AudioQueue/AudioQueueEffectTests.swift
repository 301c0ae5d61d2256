import AudioModel
import AudioToolbox
import Simulation
import Testing

@Suite("An audio queue's volume, balance, speed and levels")
struct AudioQueueEffectTests {
    private let stage = StagedQueue.stage()

    private func queue(channels: Int = 1) -> StagedQueue {
        StagedQueue(stage.open("Player"), on: stage, channels: channels)
    }

    private func parameter(_ queue: StagedQueue, _ id: AudioQueueParameterID) -> Float {
        var value: Float = -99
        #expect(AudioQueueGetParameter(queue.queue, id, &value) == noErr)
        return value
    }

    @Test("begin at 1, 1, 0, 0 and 0, and take the nearest value in range")
    func ranges() {
        let queue = queue()
        let ids = [
            kAudioQueueParam_Volume, kAudioQueueParam_PlayRate, kAudioQueueParam_Pitch,
            kAudioQueueParam_VolumeRampTime, kAudioQueueParam_Pan,
        ]
        #expect(ids.map { parameter(queue, $0) } == [1, 1, 0, 0, 0])
        for id in ids { queue.setParameter(id, 1e9) }
        #expect(ids.map { parameter(queue, $0) } == [1, 2, 2400, 3600, 1])
        for id in ids { queue.setParameter(id, -1e9) }
        #expect(ids.map { parameter(queue, $0) } == [0, 0.5, -2400, 0, -1])
        for id in ids { queue.setParameter(id, .nan) }
        #expect(ids.map { parameter(queue, $0) } == [1, 1, 0, 0, 0])
    }

    @Test("fade in a straight line over the volume's ramp time")
    func volumeRamp() {
        // Given a second's ramp time.
        let queue = queue()
        queue.add(0.5, frames: 96_000)
        queue.setParameter(kAudioQueueParam_VolumeRampTime, 1)
        queue.play(for: 500)
        // When the volume is set to nothing.
        queue.setParameter(kAudioQueueParam_Volume, 0)
        queue.pass(500)
        // Then it is half way after half a second, and there after one.
        #expect(abs(parameter(queue, kAudioQueueParam_Volume) - 0.5) < 0.001)
        queue.pass(1000)
        #expect(parameter(queue, kAudioQueueParam_Volume) == 0)
        let heard = queue.heard(from: 500, to: 1500)
        for (frame, sample) in heard.enumerated() {
            #expect(abs(sample - 0.5 * (1 - Float(frame) / 48_000)) < 0.001)
        }
        #expect(queue.heard(from: 1500, to: 1900).allSatisfy { $0 == 0 })
    }

    @Test("change with a buffer's first frame, and stay so")
    func scheduledVolume() {
        // Given three buffers, of which the second brings a volume and a balance with it.
        let queue = queue()
        _ = queue.add(0.8, frames: 10_001)
        _ = queue.add(
            0.8, frames: 10_000,
            parameters: [
                AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: 0.25),
                AudioQueueParameterEvent(mID: kAudioQueueParam_Pan, mValue: 1),
            ])
        _ = queue.add(0.8, frames: 10_000)
        queue.play(for: 100)
        #expect(parameter(queue, kAudioQueueParam_Volume) == 1)
        queue.pass(700)
        // Then the frame before it is as it was, and it moves at once from its first frame on,
        let left = queue.app.channel(0, 0..<30_001)
        let right = queue.app.channel(1, 0..<30_001)
        #expect(left[0...10_001].allSatisfy { $0 == 0.8 })
        #expect(left[10_002] < 0.8)
        // to what it stays at.
        #expect(left[10_600...].allSatisfy { $0 == 0 })
        #expect(right[10_600..<30_001].allSatisfy { abs($0 - 0.2) < 1e-6 })
        #expect(parameter(queue, kAudioQueueParam_Volume) == 0.25)
        #expect(parameter(queue, kAudioQueueParam_Pan) == 1)
    }

    @Test("place a sound to one side", arguments: [-1, -0.5, 0, 1] as [Float])
    func pan(pan: Float) {
        let queue = queue()
        queue.setParameter(kAudioQueueParam_Pan, pan)
        queue.add(0.5, frames: 24_000)
        queue.play(for: 300)
        let (left, right) = (
            queue.heard(from: 100, to: 300), queue.heard(from: 100, to: 300, side: 1)
        )
        #expect(left.allSatisfy { abs($0 - 0.5 * min(1, 1 - pan)) < 1e-6 })
        #expect(right.allSatisfy { abs($0 - 0.5 * min(1, 1 + pan)) < 1e-6 })
    }

    @Test("show a full-scale square on the left, and nothing on the right")
    func levels() {
        // Given metering, and a square wave on one side.
        let queue = queue(channels: 2)
        #expect(queue.set(kAudioQueueProperty_EnableLevelMetering, 1) == noErr)
        queue.add((0..<48_000).flatMap { [$0 / 50 % 2 == 0 ? 1 : -1, 0] })
        func states(_ id: AudioQueuePropertyID) -> [Float] {
            var states = [AudioQueueLevelMeterState](repeating: .init(), count: 2)
            var size: UInt32 = 0
            #expect(AudioQueueGetPropertySize(queue.queue, id, &size) == noErr && size == 16)
            #expect(AudioQueueGetProperty(queue.queue, id, &states, &size) == noErr)
            return states.flatMap { [$0.mAveragePower, $0.mPeakPower] }
        }
        #expect(states(kAudioQueueProperty_CurrentLevelMeter) == [0, 0, 0, 0])
        queue.play(for: 500)
        #expect(states(kAudioQueueProperty_CurrentLevelMeter) == [1, 1, 0, 0])
        #expect(states(kAudioQueueProperty_CurrentLevelMeterDB) == [0, 0, -120, -120])
        queue.pass(700)
        #expect(states(kAudioQueueProperty_CurrentLevelMeter) == [0, 0, 0, 0])
    }

    @Test("exchange the sides by channel assignments")
    func assignments() {
        let queue = queue(channels: 2)
        let swapped = [
            AudioQueueChannelAssignment(mDeviceUID: nil, mChannelNumber: 2),
            AudioQueueChannelAssignment(mDeviceUID: nil, mChannelNumber: 1),
        ]
        let uid: CFString = "none" as CFString
        let other = AudioQueueChannelAssignment(
            mDeviceUID: Unmanaged.passUnretained(uid), mChannelNumber: 1)
        let found: Unmanaged<CFString>! = other.mDeviceUID
        #expect(found?.takeUnretainedValue() === uid && swapped[0].mDeviceUID == nil)
        let id = kAudioQueueProperty_ChannelAssignments
        #expect(AudioQueueSetProperty(queue.queue, id, swapped, 32) == noErr)
        #expect(
            AudioQueueSetProperty(queue.queue, id, swapped, 15)
                == kAudioQueueErr_InvalidPropertySize)
        queue.add((0..<9600).map { $0 % 2 == 0 ? 0.25 : 0.5 })
        queue.play(for: 100)
        #expect(queue.heard(from: 0, to: 100).allSatisfy { $0 == 0.5 })
        #expect(queue.heard(from: 0, to: 100, side: 1).allSatisfy { $0 == 0.25 })
    }
}
