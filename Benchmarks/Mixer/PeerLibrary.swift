import CPeer
import CommandLineTool
import Foundation
import Glibc

/// A mixer or converter of somebody else's, from a library that `scripts/bench-peers` has built.
struct PeerLibrary {
    let peer: sori_peer

    /// The peers in a folder; none when it is not there.
    static func all(in folder: String) -> [PeerLibrary] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.sorted().filter { $0.hasSuffix(".so") }.compactMap { file in
            // Never closed: the libraries are used until the end.
            guard let library = dlopen(folder + "/" + file, RTLD_NOW | RTLD_LOCAL),
                let symbol = dlsym(library, "sori_peer_get")
            else { return nil }
            typealias Get = @convention(c) () -> UnsafePointer<sori_peer>?
            let get = unsafeBitCast(symbol, to: Get.self)
            return get().map { PeerLibrary(peer: $0.pointee) }
        }
    }

    var name: String { peer.name.map { String(cString: $0) } ?? "a peer" }

    /// The work of a peer; `nil` when it has nothing of the kind.
    func makeRenderer(_ work: MixWork, voiceCount: Int, _ source: MixSource) -> PeerRenderer? {
        PeerRenderer(peer, work, voiceCount: voiceCount, source)
    }
}

/// One peer at one kind of work.
final class PeerRenderer {
    private let peer: sori_peer
    private let instance: UnsafeMutableRawPointer
    private let source: MixSource

    fileprivate init?(
        _ peer: sori_peer, _ work: MixWork, voiceCount: Int, _ source: MixSource
    ) {
        var setup = sori_peer_setup(
            work: work.peerWork, voice_count: UInt32(voiceCount),
            block_frames: UInt32(MixSource.blockFrames), source: source.frames,
            source_frames: UInt32(MixSource.frameCount))
        guard let instance = peer.make(&setup) else { return nil }
        self.peer = peer
        self.instance = instance
        self.source = source
    }

    deinit { peer.free(instance) }

    func render(into output: UnsafeMutablePointer<Float>) { peer.render(instance, output) }
}

extension MixWork {
    fileprivate var peerWork: sori_peer_work {
        switch self {
        case .steady: SORI_PEER_STEADY
        case .ramp: SORI_PEER_RAMP
        case .converted: SORI_PEER_CONVERTED
        case .ownRates: SORI_PEER_OWN_RATES
        case .stream: SORI_PEER_STREAM
        }
    }
}
