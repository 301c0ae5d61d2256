import AudioModel
import CoreAudioTypes
import Foundation
import SoundClient
import SpeechSynthesis
import Synchronization

/// Synthesizes utterances into buffers, one utterance after the other, on a work queue.
///
/// Ownership: the mutex guards the list of jobs; a job's callbacks are called by one block of the
/// work queue at a time.
final class SpeechWriter: @unchecked Sendable {
    /// The format of all buffers.
    static let format = AVAudioFormat(
        StreamFormat(
            .pcmFormatFloat32, sampleRate: SpeechVoice.sampleRate, channelCount: 1,
            isInterleaved: false), layout: nil)
    /// The largest number of frames of a buffer.
    private static let framesMax = 8192

    /// An utterance to be written.
    ///
    /// Ownership: one block of the work queue at a time uses it, once it has been added.
    final class Job: @unchecked Sendable {
        var reader: SpeechReader?
        let bufferCallback: (AVAudioBuffer) -> Void
        let markerCallback: (([AVSpeechSynthesisMarker]) -> Void)?
        let isStopped = Atomic<Bool>(false)
        /// The number of frames delivered so far.
        var frameCount = 0

        init(
            _ reader: SpeechReader?, _ bufferCallback: @escaping (AVAudioBuffer) -> Void,
            _ markerCallback: (([AVSpeechSynthesisMarker]) -> Void)?
        ) {
            self.reader = reader
            self.bufferCallback = bufferCallback
            self.markerCallback = markerCallback
        }
    }

    private let work: any WorkQueue
    private let jobs = Mutex<[Job]>([])

    init(_ work: any WorkQueue) {
        self.work = work
    }

    var isWriting: Bool { jobs.withLock { !$0.isEmpty } }

    func add(_ job: Job) {
        let isFirst = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        if isFirst { scheduleStep() }
    }

    /// Ends the present utterance early and forgets the others; each gets its last, empty buffer.
    ///
    /// - Returns: Whether there was one.
    func stop() -> Bool {
        jobs.withLock { jobs in
            // The next step of each finds its end.
            for job in jobs { job.isStopped.store(true, ordering: .relaxed) }
            return !jobs.isEmpty
        }
    }

    private func scheduleStep() {
        work.async { [weak self] in self?.step() }
    }

    /// Writes one piece of the first job.
    private func step() {
        guard let job = jobs.withLock({ $0.first }) else { return }
        let isStopped = job.isStopped.load(ordering: .relaxed)
        if !isStopped, let chunk = job.reader?.next() {
            deliver(chunk, of: job)
        } else {
            if let last = AVAudioPCMBuffer(pcmFormat: Self.format, frameCapacity: 0) {
                job.bufferCallback(last)
            }
            _ = jobs.withLock { $0.removeFirst() }
        }
        if isWriting { scheduleStep() }
    }

    private func deliver(_ chunk: SpeechReader.Chunk, of job: Job) {
        if let markerCallback = job.markerCallback, !chunk.events.isEmpty {
            markerCallback(
                chunk.events.map { event in
                    AVSpeechSynthesisMarker(event.kind, frame: job.frameCount + event.frame)
                })
        }
        var start = 0
        while start < chunk.samples.count, !job.isStopped.load(ordering: .relaxed) {
            let count = min(chunk.samples.count - start, Self.framesMax)
            guard
                let buffer = AVAudioPCMBuffer(
                    pcmFormat: Self.format, frameCapacity: AVAudioFrameCount(count))
            else { return }
            buffer.frameLength = AVAudioFrameCount(count)
            chunk.samples.withUnsafeBufferPointer { samples in
                guard let source = samples.baseAddress,
                    let target = buffer.floatChannelData?[0]
                else { return }
                target.update(from: source + start, count: count)
            }
            job.bufferCallback(buffer)
            start += count
        }
        job.frameCount += chunk.samples.count
    }
}
