import ChannelLayouts
import SoundClient
import AudioModel
import SoundMixer

// The pump: returns played buffers to the app and fills the feed. With the lock held.

extension OutputQueue {
    func pump() {
        guard let run else { return }
        completePlayed()
        fill()
        if run.hasSounded { apply(.active) }
        setRefillThreshold(run)
    }

    // MARK: Played buffers

    func completePlayed() {
        guard let run else { return }
        let taken = run.feed.takenFrames
        while let first = run.playing.first, first.endFrame <= taken {
            run.playing.removeFirst()
            returnToApp(first)
        }
        while let first = run.comingChanges.first, first.frame < taken {
            run.comingChanges.removeFirst()
            parameters[first.change.parameter] = first.change.value
            if first.change.parameter == .volume, let stream {
                // Only tells the server: the feed has changed the gain already.
                try? app.reportVolume(first.change.value, ofStream: stream)
            }
        }
    }

    private func setRefillThreshold(_ run: OutputRun) {
        var mark = Int.max
        if let first = run.playing.first { mark = min(mark, first.endFrame) }
        if let first = run.comingChanges.first { mark = min(mark, first.frame + 1) }
        if hasMore(run) { mark = min(mark, run.written - run.aheadFrames / 2) }
        if machine.isPlaying, !machine.isActive { mark = 0 }
        run.feed.setRefillThreshold(atFrame: mark)
    }

    private func hasMore(_ run: OutputRun) -> Bool {
        !machine.isFinished && (current != nil || !waiting.isEmpty || chain.pendingFrameCount > 0)
    }

    // MARK: Filling the feed

    /// Frames written to the feed at a time (10 ms); also the block of a level meter.
    var pieceFrames: Int { max(Int(format.sampleRate / 100), 1) }

    /// Fills the feed to its target level.
    ///
    /// - Parameter ahead: Target level in frames; `nil` for the usual one.
    func fill(ahead: Int? = nil) {
        guard let run, decoder != nil else { return }
        let ahead = ahead ?? run.aheadFrames
        let piece = UnsafeMutablePointer<Float>.allocate(capacity: pieceFrames * channelCount)
        defer { piece.deallocate() }
        while !machine.isFinished, run.room(ahead) > 0 {
            let limit = min(run.room(ahead), pieceFrames)
            guard let wrote = writeNext(run, piece, limit: limit), wrote else { return }
            // A tap may have stopped or reset the queue.
            guard self.run === run else { return }
        }
    }

    /// - Returns: Whether more can be written; `nil` when nothing can be done until the device goes
    ///   on.
    private func writeNext(
        _ run: OutputRun, _ piece: UnsafeMutablePointer<Float>, limit: Int
    ) -> Bool? {
        let delayLeft = run.delayFrames - run.written
        if delayLeft > 0 { return writeSilence(run, piece, min(delayLeft, limit)) }
        guard scheduleChanges(run) else { return nil }
        if current == nil {
            if chain.readyFrameCount > 0 { return writePiece(run, piece, limit) }
            return beginNext(run, piece, limit)
        }
        return writePiece(run, piece, limit)
    }

    private func writeSilence(
        _ run: OutputRun, _ piece: UnsafeMutablePointer<Float>, _ frameCount: Int
    ) -> Bool {
        piece.update(repeating: 0, count: frameCount * channelCount)
        write(run, piece, frameCount)
        return true
    }

    private func writePiece(
        _ run: OutputRun, _ piece: UnsafeMutablePointer<Float>, _ limit: Int
    ) -> Bool? {
        guard let decoder else { return nil }
        let (item, remaining) = (current, decoder.remainingFrames)
        let brokenBefore = decoder.brokenPacketCount
        chain.isLastBuffer = machine.isEnding && waiting.isEmpty
        let count = chain.produce(into: piece, frameCount: limit, from: decoder, at: run.writeTime)
        guard self.run === run else { return nil }
        if decoder.brokenPacketCount != brokenBefore { noteFirst(.brokenPacket) }
        write(run, piece, count)
        if let current, decoder.remainingFrames == 0 { finish(current, run) }
        // A tap that neither reads nor returns frames is called again when the device has gone on.
        let resumed = count > 0 || decoder.remainingFrames < remaining || current !== item
        return resumed ? true : nil
    }

    private func write(_ run: OutputRun, _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int)
    {
        guard frameCount > 0 else { return }
        if settings.isMetering {
            meters.add(
                samples, frameCount: frameCount, channelCount: channelCount,
                endFrame: run.written + frameCount)
        }
        if let assignments = settings.channelAssignments {
            let assigned = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frameCount)
            defer { assigned.deallocate() }
            assign(samples, frameCount: frameCount, to: assignments, into: assigned)
            run.write(assigned, frameCount: frameCount)
        } else if channelCount > 2 {
            let downmixed = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frameCount)
            defer { downmixed.deallocate() }
            settings.downmix(channelCount, coded: decoder?.layout)
                .apply(samples, frameCount: frameCount, into: downmixed)
            run.write(downmixed, frameCount: frameCount)
        } else {
            run.write(samples, frameCount: frameCount)
        }
    }

    /// - Parameter assignments: For each of the queue's channels, the device's channel from 1;
    ///   channels beyond the list are left out.
    private func assign(
        _ samples: UnsafePointer<Float>, frameCount: Int, to assignments: [Int],
        into output: UnsafeMutablePointer<Float>
    ) {
        output.update(repeating: 0, count: 2 * frameCount)
        for (channel, place) in assignments.prefix(channelCount).enumerated() {
            for frame in 0..<frameCount {
                output[2 * frame + place - 1] += samples[frame * channelCount + channel]
            }
        }
    }

    /// Handles the end of a buffer's decoding.
    private func finish(_ item: EnqueuedBuffer, _ run: OutputRun) {
        current = nil
        item.endFrame = run.written + chain.pendingFrameCount
        run.playing.append(item)
        if item.isFlushedAfter {
            decoder?.flush()
            chain.flush()
        }
    }

    private func beginNext(
        _ run: OutputRun, _ piece: UnsafeMutablePointer<Float>, _ limit: Int
    ) -> Bool {
        guard let item = waiting.first else {
            // Drains the effect before the feed ends or runs dry.
            if machine.isEnding {
                apply(.drained)
                if chain.readyFrameCount == 0 { apply(.finished) }
            } else if offline == nil, run.isBelowLowWatermark {
                chain.flush()
            }
            return chain.readyFrameCount > 0
        }
        if let start = item.startTime {
            let gap = start - run.writeTime
            if gap > chain.pendingFrameCount, chain.pendingFrameCount > 0 {
                chain.flush()
                return true
            }
            if gap > 0 { return writeSilence(run, piece, min(gap, limit)) }
        }
        waiting.removeFirst()
        current = item
        decoder?.begin(item)
        run.waitingChanges = item.changes
        if item.frameCount == 0 {
            if scheduleChanges(run) { finish(item, run) } else { return true }
        }
        return true
    }

    /// Schedules the parameter changes of the buffer that begins, to take effect with its first
    /// frame.
    ///
    /// - Returns: Whether all of them could be scheduled.
    private func scheduleChanges(_ run: OutputRun) -> Bool {
        while let change = run.waitingChanges.first {
            var frame: Int { run.written + chain.readyFrameCount }
            var isScheduled = true
            switch change.parameter {
            case .playRate: chain.setRate(Double(change.value))
            case .pitch: chain.setPitch(cents: Double(change.value))
            case .volumeRampTime: settings.rampSeconds = change.value
            case .volume:
                let ramp = Int(Double(settings.rampSeconds) * format.sampleRate)
                isScheduled = run.feed.schedule(
                    FeedChange(frame: frame, stage: .appGain, value: change.value, rampFrames: ramp)
                )
            case .pan:
                isScheduled = run.feed.schedule(
                    FeedChange(frame: frame, stage: .pan, value: change.value, rampFrames: 0))
            }
            guard isScheduled else { return false }
            run.waitingChanges.removeFirst()
            run.comingChanges.append((frame, change))
        }
        return true
    }
}
