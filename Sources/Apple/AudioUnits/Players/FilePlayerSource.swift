import AudioEffects
import AudioGraph
import AudioModel
import SoundClient
import Synchronization

/// Plays regions of files, which are decoded ahead on a queue of their own.
///
/// Ownership: the player synchronises itself; an atomic says whether work is queued.
final class FilePlayerSource: GraphSource {
    let player = PlayerSource()
    private let decoding: any WorkQueue
    private let isDecodingQueued = Atomic<Bool>(false)

    init(_ environment: any AppEnvironment) {
        decoding = environment.makeWorkQueue(label: "sori.audiofileplayer.decoding")
    }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        player.prepare(
            sampleRate: sampleRate, channelCount: channelCount,
            maximumFrameCount: maximumFrameCount)
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        let isSilent = player.render(output, frameCount: frameCount, at: time)
        serve()
        return isSilent
    }

    /// Drops all regions; their completions are called.
    func reset() {
        player.reset()
        player.applyWhileIdle()
        serve()
    }

    /// Calls the completions that are due, and decodes ahead what has been played.
    func serve() {
        if player.service() {
            while let completion = player.nextCompletion() {
                completion.handler(completion.callbackType)
            }
        }
        guard player.hasFilesToDecode,
            !isDecodingQueued.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        decoding.async { [self] in
            isDecodingQueued.store(false, ordering: .releasing)
            player.decodeAhead()
        }
    }
}
