import AudioCodecs
import AudioModel
import MediaSources
import Playback
import Synchronization

// What the sources of a player's items tell.

extension MediaItemPlayer {
    /// The largest number of metadata of an item that wait until they are played.
    private static let metadataMax = 1000

    /// Follows a change of an item's source. On a work queue.
    func sourceChanged(_ item: MediaItem, _ change: MediaChange) {
        react { state in
            guard let entry = state.entries.first(where: { $0.item === item }) else { return }
            switch change {
            case .state: stateChanged(entry, in: &state)
            case .buffer: bufferChanged(entry, in: &state)
            case .metadata(let values, let seconds):
                item.state.withLock { item in
                    let time = MediaTime(seconds: seconds, timescale: 1_000_000)
                    let frame = time.frame(atSampleRate: item.sampleRate)
                    let place = item.comingMetadata.lastIndex { $0.frame <= frame } ?? -1
                    item.comingMetadata.insert((frame, values), at: place + 1)
                    if item.comingMetadata.count > Self.metadataMax {
                        item.comingMetadata.removeFirst()
                    }
                }
            case .log(let isError): state.report(item, .log(isError: isError))
            case .jumped(let frame): jumped(entry, to: frame, in: &state)
            }
        }
        schedulePump()
    }

    private func stateChanged(_ entry: MediaEntry, in state: inout State) {
        guard entry.item.status == .unknown else { return }
        switch entry.item.source.state {
        case .unopened, .opening: break
        case .ready(let contents):
            guard StreamFormat.playableSampleRates.contains(contents.format.sampleRate) else {
                return fail(entry, MediaFailure(FormatError(.badField("sample rate"))), in: &state)
            }
            ready(entry, contents, in: &state)
        case .failed(let failure): fail(entry, failure, in: &state)
        }
    }

    private func ready(_ entry: MediaEntry, _ contents: MediaContents, in state: inout State) {
        let item = entry.item
        let (seek, hasDuration) = item.state.withLock { state in
            state.contents = contents
            state.status = .ready
            state.duration = contents.frameCount.map {
                MediaTime(frame: $0, sampleRate: contents.format.sampleRate)
            }
            // Without a wish of the app's it begins where the media does.
            if state.seek == nil, state.position == .zero, contents.startFrame > 0 {
                state.position = MediaTime(
                    frame: contents.startFrame, sampleRate: contents.format.sampleRate)
            }
            return (state.seek, state.duration != nil)
        }
        if hasDuration { state.report(item, .duration) }
        if entry === state.current { beginTime(of: item, in: &state) }
        if let seek { perform(seek, of: entry, in: &state) }
        refreshBuffer(of: entry, in: &state)
        state.report(item, .status)
        noteReady(&state)
        if entry === state.current {
            settle(&state)
        } else {
            followersChanged(&state)
        }
    }

    /// An item cannot be played.
    func fail(_ entry: MediaEntry, _ failure: MediaFailure, in state: inout State) {
        let item = entry.item
        let seek = item.state.withLock { state in
            state.status = .failed
            state.failure = failure
            defer { state.seek = nil }
            return state.seek
        }
        if let completion = seek?.completion { state.reports.append(.call { completion(false) }) }
        state.report(item, .status)
        endPrerolls(false, in: &state)
        guard entry === state.current else { return }
        if state.endAction == .advance {
            state.report(item, .failedToPlayToEnd(failure))
            removeCurrent(&state)
        } else {
            settle(&state)
        }
    }

    private func bufferChanged(_ entry: MediaEntry, in state: inout State) {
        guard entry.item.status == .ready else { return }
        if case .ready(let contents) = entry.item.source.state {
            let hasChanged = entry.item.state.withLock { item in
                let former = item.contents?.frameCount
                item.contents = contents
                guard contents.frameCount != former else { return false }
                item.duration = contents.frameCount.map {
                    MediaTime(frame: $0, sampleRate: contents.format.sampleRate)
                }
                return true
            }
            if hasChanged { state.report(entry.item, .duration) }
        }
        refreshBuffer(of: entry, in: &state)
        if entry === state.current, !state.isSounding { settle(&state) }
    }

    /// The source reads from another frame on: a live window has passed the former one.
    private func jumped(_ entry: MediaEntry, to frame: Int64, in state: inout State) {
        entry.item.state.withLock { item in
            item.position = MediaTime(frame: frame, sampleRate: item.sampleRate)
        }
        guard entry === state.current else { return }
        moved(&state)
        settle(&state)
    }
}
