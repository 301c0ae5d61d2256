import AudioModel
import AudioToolbox
import Simulation
import TestSupport
import Testing

@Suite("Offline rendering")
struct AudioQueueOfflineTests {
    private let stage = StagedQueue.stage()

    private struct Offline {
        let queue: StagedQueue
        let output: AudioQueueBufferRef
        let bytesPerFrame: UInt32

        /// Renders, and gives what came.
        func render(_ frames: UInt32, at time: Double = 0) -> (status: OSStatus, samples: [Float]) {
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = time
            stamp.mFlags = .sampleTimeValid
            let status = AudioQueueOfflineRender(queue.queue, &stamp, output, frames)
            let count = Int(output.pointee.mAudioDataByteSize / 4)
            let samples = output.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            return (status, Array(UnsafeBufferPointer(start: samples, count: count)))
        }
    }

    private func offline(_ sampleRate: Double = 48_000, output rate: Double = 48_000) -> Offline {
        let queue = StagedQueue(stage.open("Renderer"), on: stage, sampleRate: sampleRate)
        var format = AudioStreamBasicDescription.floats(rate, channels: 1)
        let status = AudioQueueSetOfflineRenderFormat(queue.queue, &format, nil)
        #expect(status == noErr)
        var output: AudioQueueBufferRef!
        AudioQueueAllocateBuffer(queue.queue, 4 * 100_000, &output)
        return Offline(queue: queue, output: output, bytesPerFrame: 4)
    }

    @Test("gives what was enqueued, frame by frame, after a first call that gives nothing")
    func renders() {
        // Given a queue that is rendered offline, with a line of samples.
        let offline = offline()
        let samples = (1...30_000).map { Float($0) / 32_768 }
        offline.queue.start()
        #expect(offline.render(0).status == noErr)
        offline.queue.add(Array(samples[..<20_000]))
        offline.queue.add(Array(samples[20_000...]))
        // When it is rendered in pieces, and more is asked for than there is.
        var rendered: [Float] = []
        for _ in 0..<4 {
            let piece = offline.render(8_000, at: Double(rendered.count))
            #expect(piece.status == noErr)
            rendered += piece.samples
        }
        // Then it is all of it, and then nothing.
        #expect(rendered == samples)
        #expect(offline.render(8_000).samples == [])
        stage.advance(by: .milliseconds(10))
        #expect(offline.queue.done == [0, 1])
        // And nothing was heard.
        #expect(offline.queue.app.samples.allSatisfy { $0 == 0 })
    }

    @Test("without the call for no frames, gives none to the first call")
    func needsPriming() {
        let offline = offline()
        offline.queue.start()
        offline.queue.add(0.5, frames: 1000)
        #expect(offline.render(500).samples == [])
        #expect(offline.render(500).samples.count == 500)
    }

    @Test("brings another rate to the output's, and all of it after a stop")
    func resamples() {
        let offline = offline(24_000, output: 48_000)
        offline.queue.start()
        _ = offline.render(0)
        offline.queue.add(0.5, frames: 24_000)
        offline.queue.stop(false)
        var rendered: [Float] = []
        while rendered.count < 100_000 {
            let piece = offline.render(10_000).samples
            if piece.isEmpty { break }
            rendered += piece
        }
        #expect(rendered.count == 48_000)
        #expect(rendered[1000..<47_000].allSatisfy { abs($0 - 0.5) < 0.001 })
        stage.advance(by: .milliseconds(10))
        #expect(offline.queue.events.suffix(2) == [.done(0), .isRunning(0)])
    }

    @Test("starts again after its end, when it was started while it played out")
    func startsAgain() {
        let offline = offline()
        offline.queue.start()
        _ = offline.render(0)
        offline.queue.add(0.5, frames: 1000)
        offline.queue.stop(false)
        offline.queue.start()
        offline.queue.add(0.25, frames: 1000)
        #expect(offline.render(2000).samples == [Float](repeating: 0.5, count: 1000))
        _ = offline.render(0)
        #expect(offline.render(1000).samples == [Float](repeating: 0.25, count: 1000))
    }

    @Test("is refused in the wrong mode, while running, and for other formats")
    func refusals() {
        let queue = StagedQueue(stage.open("Player"), on: stage)
        let buffer = queue.buffer([0, 0, 0])
        var stamp = AudioTimeStamp()
        stamp.mFlags = .sampleTimeValid
        #expect(
            AudioQueueOfflineRender(queue.queue, &stamp, buffer, 1)
                == kAudioQueueErr_InvalidOfflineMode)
        var format = AudioStreamBasicDescription.floats(48_000, channels: 6)
        #expect(
            AudioQueueSetOfflineRenderFormat(queue.queue, &format, nil)
                == kAudioFileUnsupportedDataFormatError)
        format = AudioStreamBasicDescription.floats(48_000, channels: 2)
        queue.start()
        #expect(
            AudioQueueSetOfflineRenderFormat(queue.queue, &format, nil)
                == kAudioQueueErr_InvalidRunState)
        queue.stop(true)
        #expect(AudioQueueSetOfflineRenderFormat(queue.queue, &format, nil) == noErr)
        #expect(
            AudioQueueOfflineRender(queue.queue, &stamp, buffer, 1)
                == kAudioQueueErr_InvalidRunState)
        #expect(AudioQueueSetOfflineRenderFormat(queue.queue, nil, nil) == noErr)
        // And the queue is heard again.
        queue.add(0.5, frames: 4800)
        queue.play(for: 100)
        #expect(queue.heard(from: 20, to: 100).allSatisfy { $0 == 0.5 })
    }
}
