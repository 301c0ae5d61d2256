import CoreMedia
import Foundation
import MediaExport

/// A part of a composition's track: a part of another track, or nothing.
struct CompositionPart: Sendable {
    /// The sound; `nil` for nothing.
    var source: FileSound?
    var sourceURL: URL?
    var sourceTrackID = kCMPersistentTrackID_Invalid
    /// The description of the sound.
    var description: CMFormatDescription?
    /// The part of the sound; invalid for nothing.
    var sourceRange: CMTimeRange
    /// Where in the track it is heard.
    var targetRange: CMTimeRange

    static func empty(_ range: CMTimeRange) -> CompositionPart {
        CompositionPart(sourceRange: .invalid, targetRange: range)
    }

    var isEmpty: Bool { source == nil }

    /// The times of the part.
    var mapping: CMTimeMapping { CMTimeMapping(source: sourceRange, target: targetRange) }

    /// Both sides of a time within the part.
    func split(at time: CMTime) -> (CompositionPart, CompositionPart) {
        var (before, after) = (self, self)
        before.targetRange = CMTimeRange(start: targetRange.start, end: time)
        after.targetRange = CMTimeRange(start: time, end: targetRange.end)
        if !isEmpty {
            let middle = CMTimeMapTimeFromRangeToRange(
                time, fromRange: targetRange, toRange: sourceRange)
            before.sourceRange = CMTimeRange(start: sourceRange.start, end: middle)
            after.sourceRange = CMTimeRange(start: middle, end: sourceRange.end)
        }
        return (before, after)
    }

    /// The part at another time.
    func moved(by time: CMTime) -> CompositionPart {
        var part = self
        part.targetRange.start = targetRange.start + time
        return part
    }
}

/// The parts of a composition's track, without gaps from time 0 on; nothing at the end is left out.
struct TrackEdits: Sendable {
    private(set) var parts: [CompositionPart] = []

    /// The most parts of a track.
    static let partsMax = 1 << 20

    /// The end of the last part.
    var end: CMTime { parts.last?.targetRange.end ?? .zero }

    /// Replaces all parts, which are in order and without gaps.
    mutating func replace(_ parts: [CompositionPart]) {
        self.parts = parts
        dropEmptyEnd()
    }

    /// Inserts parts, which begin at time 0, at a time; what was there goes on behind them.
    ///
    /// - Returns: Whether there is room for them.
    mutating func insert(_ more: [CompositionPart], lasting duration: CMTime, at time: CMTime)
        -> Bool
    {
        guard parts.count + more.count < Self.partsMax else { return false }
        if time > end {
            parts.append(.empty(CMTimeRange(start: end, end: time)))
        }
        let index = split(at: time)
        for later in index..<parts.count { parts[later] = parts[later].moved(by: duration) }
        parts.insert(contentsOf: more.map { $0.moved(by: time) }, at: index)
        dropEmptyEnd()
        return true
    }

    /// Removes a range; what is behind it moves up.
    mutating func remove(_ range: CMTimeRange) {
        guard let range = inside(range) else { return }
        let first = split(at: range.start)
        let last = split(at: range.end)
        parts.removeSubrange(first..<last)
        for later in first..<parts.count {
            parts[later] = parts[later].moved(by: .zero - range.duration)
        }
        dropEmptyEnd()
    }

    /// Lets a range last longer or shorter; what is behind it moves.
    mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
        guard let range = inside(range) else { return }
        let first = split(at: range.start)
        let last = split(at: range.end)
        let scaled = CMTimeRange(start: range.start, duration: duration)
        // Each end is the next beginning: rounding leaves no gaps.
        var start = range.start
        for index in first..<last {
            let end =
                index == last - 1
                ? scaled.end
                : CMTimeMapTimeFromRangeToRange(
                    parts[index].targetRange.end, fromRange: range, toRange: scaled)
            parts[index].targetRange = CMTimeRange(start: start, end: end)
            start = end
        }
        for later in last..<parts.count {
            parts[later] = parts[later].moved(by: duration - range.duration)
        }
        parts.removeAll { $0.targetRange.duration <= .zero }
    }

    /// The parts of a range, moved to time 0.
    func part(_ range: CMTimeRange) -> [CompositionPart] {
        var copy = self
        guard let range = copy.inside(range) else { return [] }
        let first = copy.split(at: range.start)
        let last = copy.split(at: range.end)
        return copy.parts[first..<last].map { $0.moved(by: .zero - range.start) }
    }

    /// The part of a range within the track; `nil` where there is none.
    private func inside(_ range: CMTimeRange) -> CMTimeRange? {
        let all = CMTimeRange(start: .zero, end: end)
        let inside = CMTimeRangeGetIntersection(range, otherRange: all)
        return inside.isValid && inside.duration > .zero ? inside : nil
    }

    /// Lets a part begin at a time within the track or at its end.
    ///
    /// - Returns: The part's index.
    private mutating func split(at time: CMTime) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].targetRange.end <= time { low = middle + 1 } else { high = middle }
        }
        guard low < parts.count, parts[low].targetRange.start < time else { return low }
        let (before, after) = parts[low].split(at: time)
        parts.replaceSubrange(low...low, with: [before, after])
        return low + 1
    }

    private mutating func dropEmptyEnd() {
        while parts.last?.isEmpty == true { parts.removeLast() }
    }
}
