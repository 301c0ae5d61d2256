import AudioModel
import MediaPlaylists

/// What is at a frame of a stream.
enum HLSLookup: Sendable {
    case sound(HLSSlot)
    /// Nothing until a frame.
    case silence(until: Int64)
    case waiting
    case ended
    case failed(MediaFailure)
}

extension HLSMachine {
    /// Finds what is at a frame; what is missing there is wanted from now on.
    mutating func lookup(_ frame: Int64) -> HLSLookup {
        guard let timeline, let list, !isClosed else { return .ended }
        if let slot = timeline.slot(atFrame: frame) {
            want(slot.serial)
            return slot.content == nil ? .silence(until: slot.frames.upperBound) : .sound(slot)
        }
        var serial = self.serial(at: frame, timeline, list)
        // Segments that end before the frame do not have it.
        while let slot = timeline.slot(serial), slot.frames.upperBound <= frame { serial += 1 }
        if let slot = timeline.slot(serial), slot.frames.lowerBound > frame {
            want(serial)
            return .silence(until: slot.frames.lowerBound)
        }
        if let failure, serial >= failure.serial { return .failed(failure.failure) }
        if serial >= list.endSerial {
            want(list.endSerial)
            return list.isLive ? .waiting : .ended
        }
        if serial < list.firstSerial {
            want(serial)
            jumpToWindow()
            return .waiting
        }
        want(serial)
        return .waiting
    }

    /// The number of the segment in which a frame is expected that none has which is there.
    private func serial(at frame: Int64, _ timeline: HLSTimeline, _ list: HLSList) -> Int64 {
        let reachSeconds = 0.5
        let before = timeline.slots.last { $0.frames.upperBound <= frame }
        if let before, frame - before.frames.upperBound < timeline.frame(at: reachSeconds) {
            return before.serial + 1
        }
        var serial = list.serial(at: Double(frame) / timeline.rate)
        if let slot = timeline.slot(serial), slot.frames.lowerBound > frame {
            // It is in the segment before, unless there is a gap between them.
            let isGap = timeline.slot(serial - 1) != nil || serial == list.firstSerial
            serial -= isGap ? 0 : 1
        }
        return serial
    }

    private mutating func want(_ serial: Int64) {
        guard serial != wanted else { return }
        wanted = serial
        let needed = preroll ?? serial
        // Nothing delays what the reader waits for.
        if let fetched = fetchedSerial, fetched != needed, timeline?.slot(needed) == nil {
            stopMedia()
        }
        dropBehind()
    }

    /// The segment before one, as far as its end continues into it.
    func predecessor(of slot: HLSSlot) -> HLSSlot? {
        guard let before = timeline?.slot(slot.serial - 1), let content = before.content,
            let own = slot.content, content.period == own.period,
            content.nativeEnd == own.nativeStart, own.sound.continues(content.sound)
        else { return nil }
        return before
    }

    /// Asks for the segment before one, so that a decoder can begin there.
    ///
    /// - Returns: Whether it will come.
    mutating func wantPredecessor(of slot: HLSSlot) -> Bool {
        let serial = slot.serial - 1
        guard isActive, let list, let segment = list.segment(serial), !segment.isGap,
            timeline?.slot(serial) == nil,
            segment.discontinuity == slot.content?.period.discontinuity
        else { return false }
        preroll = serial
        if let fetched = fetchedSerial, fetched != serial { stopMedia() }
        return true
    }

    /// The frame at which a seek ends: the frame itself, or the beginning of its segment.
    mutating func target(of frame: Int64, exactly: Bool) -> Int64 {
        guard let timeline, let list else { return 0 }
        jump = nil
        preroll = nil
        if isMixed {
            isMixed = false
            self.timeline?.removeAll { $0.choice != list.choice }
        }
        var first: Int64 = 0
        var last = max(timeline.frame(at: list.end), timeline.slots.last?.frames.upperBound ?? 0)
        if list.isLive {
            first = timeline.frame(at: list.origin)
            last = max(timeline.frame(at: list.end - 3 * list.playlist.targetDuration), first)
        } else if case .ready(let contents) = state, let count = contents.frameCount {
            last = count
        }
        let frame = min(max(frame, first), last)
        guard !exactly else { return frame }
        if let slot = timeline.slot(atFrame: frame) { return max(slot.frames.lowerBound, 0) }
        let serial = list.serial(at: Double(frame) / timeline.rate)
        return serial >= list.endSerial ? frame : timeline.frame(at: list.start(of: serial))
    }

    mutating func takeJump() -> Int64? {
        defer { jump = nil }
        return jump
    }
}
