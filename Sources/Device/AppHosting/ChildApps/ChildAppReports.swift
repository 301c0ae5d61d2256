import AudioModel
import DeviceProtocol
import SoundServer
import Synchronization

// The reports of an app in a process of its own.

extension ChildApp {
    /// Adds a part of a picture. Parts come in order.
    func takeArtwork(_ bytes: [UInt8], at offset: Int) {
        let fits = state.withLock { state in
            if offset == 0 { state.artworkBytes = [] }
            guard offset == state.artworkBytes.count,
                offset + bytes.count <= NowPlayingArtwork.bytesMax
            else { return false }
            state.artworkBytes += bytes
            return true
        }
        if !fits { fail(.unexpectedMessage) }
    }

    /// Passes a report on to the server, with its picture.
    func take(_ report: AppReport, _ reference: ArtworkReference?) {
        guard let connection else { return }
        guard case .nowPlaying(var info?) = report else {
            performSync { connection.report(report) }
            return
        }
        info.artwork = state.withLock { state in
            let arrived = NowPlayingArtwork(state.artworkBytes)
            state.artworkBytes = []
            state.artwork = [arrived, state.artwork].compactMap { $0 }.first {
                $0.hash == reference?.hash && $0.bytes.count == reference.map { Int($0.byteCount) }
            }
            return state.artwork
        }
        performSync { connection.report(.nowPlaying(info)) }
    }
}
