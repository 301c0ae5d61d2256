public import AudioModel
import SoundMixer

// Offline rendering: the app's calls drive the queue, not a device.

extension OutputQueue {
    /// Enters or leaves offline mode.
    ///
    /// - Parameter format: The output format; `nil` returns to the device.
    /// - Throws: `invalidRunState` unless stopped; `unsupportedFormat` unless linear PCM of one or two
    ///   channels at a rate of the mixer's outputs.
    public func setOffline(_ format: StreamFormat?) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { throw .invalidRunState }
            guard let format else {
                offline = nil
                return
            }
            guard format.id == .linearPCM, (1...2).contains(format.channelCount),
                Mixer.outputRates.contains(format.sampleRate)
            else { throw .unsupportedFormat }
            let checked = try checkedFormat(format)
            guard SampleWriter(checked) != nil else { throw .unsupportedFormat }
            offline = OfflineOutput(checked)
        }
    }

    /// Renders the next frames into a buffer: fewer than asked for at the end of what is enqueued,
    /// and none after it. The first call after a start renders none.
    ///
    /// - Parameters:
    ///   - address: A buffer of this queue that is not enqueued; its byte count says what was rendered.
    ///   - frameCount: The most frames to render.
    /// - Throws: `invalidOfflineMode` without an offline format, `invalidRunState` unless running,
    ///   `invalidBuffer`, `bufferInQueue`.
    public func renderOffline(
        into address: UnsafeMutableRawPointer, frameCount: Int
    ) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            let buffer = try buffers.buffer(at: address)
            guard let offline, let writer = SampleWriter(offline.format) else {
                throw .invalidOfflineMode
            }
            guard !buffer.isEnqueued else { throw .bufferInQueue }
            if offline.isDone {
                buffer.byteCount = 0
                return
            }
            guard machine.isPlaying, let run else { throw .invalidRunState }
            buffer.byteCount = 0
            guard offline.isPrimed else {
                offline.prime()
                pump()
                return
            }
            let bytesPerFrame = Int(offline.format.bytesPerFrame)
            let room = min(frameCount, buffer.capacity / bytesPerFrame)
            var written = 0
            while written < room {
                pump()
                // A tap may have stopped the queue.
                guard self.run === run else { break }
                let count = min(
                    room - written,
                    offline.readyFrames(written: run.written, isFinished: machine.isFinished),
                    Self.offlineFrames)
                guard count > 0 else { break }
                let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count)
                defer { samples.deallocate() }
                offline.render(into: samples, frameCount: count)
                writer.write(samples, frameCount: count, to: buffer.data + written * bytesPerFrame)
                written += count
            }
            buffer.byteCount = UInt32(written * bytesPerFrame)
            pump()
            if self.run === run, machine.isFinished,
                offline.readyFrames(written: run.written, isFinished: true) == 0
            {
                offline.finish()
                runEnded(run, byItself: true)
            }
        }
    }

    /// Most frames rendered at a time.
    private static let offlineFrames = 512
}
