import AudioModel
import Foundation
import MediaSources
import SoundClient

/// A source that a test loads and reads, and what it has told.
///
/// Ownership: the changes are used under the condition's lock.
final class OpenMedia: @unchecked Sendable {
    let source: any MediaSource
    private let condition = NSCondition()
    private var changes: [MediaChange] = []

    init(
        _ location: MediaLocation, _ app: AppSound, _ prepare: (any MediaSource) -> Void = { _ in }
    ) {
        source = makeMediaSource(location, for: app)
        source.setObserver { [weak self] in self?.take($0) }
        prepare(source)
        source.load()
    }

    convenience init(_ url: String, _ app: AppSound) {
        self.init(MediaLocation(url: url), app)
    }

    deinit { source.close() }

    private func take(_ change: MediaChange) {
        condition.withLock {
            changes.append(change)
            condition.broadcast()
        }
    }

    private var changeCount: Int { condition.withLock { changes.count } }

    /// Waits until something is true, which a change tells.
    @discardableResult
    func wait(seconds: Double = 30, until isTrue: (any MediaSource) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while true {
            let count = changeCount
            if isTrue(source) { return true }
            let hasChanged = condition.withLock {
                while changes.count == count {
                    guard condition.wait(until: end) else { return changes.count != count }
                }
                return true
            }
            if !hasChanged { return isTrue(source) }
        }
    }

    /// What the source has; `nil` when it fails.
    func contents() -> MediaContents? {
        wait { $0.state.isDecided }
        if case .ready(let contents) = source.state { return contents }
        return nil
    }

    /// Why it fails; `nil` when it is ready.
    func failure() -> MediaFailure? {
        wait { $0.state.isDecided }
        if case .failed(let failure) = source.state { return failure }
        return nil
    }

    /// Reads frames to the end, or as many.
    func read(
        _ reader: any MediaReader, frames wanted: Int = .max
    ) throws -> (samples: [Float], end: MediaRead?) {
        let channels = reader.channelCount
        var samples: [Float] = []
        var piece = [Float](repeating: 0, count: 4096 * channels)
        while samples.count / channels < wanted {
            let count = changeCount
            let room = min(4096, wanted - samples.count / channels)
            let result = try piece.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: room)
            }
            switch result {
            case .frames(let given): samples += piece[..<(given * channels)]
            case .waiting:
                let end = Date(timeIntervalSinceNow: 30)
                let hasChanged = condition.withLock {
                    while changes.count == count {
                        guard condition.wait(until: end) else { return false }
                    }
                    return true
                }
                if !hasChanged { return (samples, .waiting) }
            case .ended, .failed: return (samples, result)
            }
        }
        return (samples, nil)
    }

    /// The titles so far, and their times.
    var titles: [(title: String, time: Double)] {
        condition.withLock {
            changes.compactMap { change in
                guard case .metadata(let items, let time) = change,
                    let item = items.first(where: { $0.key == "StreamTitle" }),
                    case .text(let text) = item.value
                else { return nil }
                return (text, time)
            }
        }
    }
}

extension MediaState {
    var isDecided: Bool {
        switch self {
        case .ready, .failed: true
        case .unopened, .opening: false
        }
    }
}
