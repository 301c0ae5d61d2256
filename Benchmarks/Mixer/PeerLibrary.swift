import CPeer
import CommandLineTool
import Foundation
import Glibc

/// The peers that `scripts/bench-peers` has put into a folder.
struct PeerFolder {
    private(set) var peers: [PeerLibrary] = []
    /// The peers that could not be had, with the reason.
    private(set) var missing: [(name: String, reason: String)] = []

    /// - Parameter path: There are no peers when it is not there.
    init(_ path: String) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for file in files.sorted() where file.hasSuffix(".so") {
            if let peer = PeerLibrary(loading: path + "/" + file) {
                peers.append(peer)
            } else {
                let reason = dlerror().map { String(cString: $0) }
                missing.append((String(file.dropLast(3)), reason ?? "it is no peer"))
            }
        }
        // A line for each: its name, a colon and the reason.
        let leftOut = (try? String(contentsOfFile: path + "/left-out", encoding: .utf8)) ?? ""
        for line in leftOut.split(separator: "\n") {
            let name = line.prefix { $0 != ":" }
            missing.append((String(name), String(line.dropFirst(name.count + 2))))
        }
    }
}

/// A mixer or converter of somebody else's, in a library of our own.
struct PeerLibrary {
    private let peer: sori_peer

    /// - Returns: `nil` if the file is no peer's, or a library that it needs is missing.
    fileprivate init?(loading path: String) {
        typealias Get = @convention(c) () -> UnsafePointer<sori_peer>?
        // Never closed: the libraries are used until the end.
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(library, "sori_peer_get"),
            let peer = unsafeBitCast(symbol, to: Get.self)()
        else { return nil }
        self.peer = peer.pointee
    }

    var name: String { peer.name.map { String(cString: $0) } ?? "a peer" }

    /// The name, with what a reader of a figure has to know.
    func label(_ work: MixWork) -> String {
        remark(work).map { "\(name) (\($0))" } ?? name
    }

    /// What a reader of a figure has to know, or why there is none.
    func remark(_ work: MixWork) -> String? {
        peer.remark?(work.peerWork).map { String(cString: $0) }
    }

    /// Whether the peer does this kind of work.
    func does(_ work: MixWork, _ source: MixSource) -> Bool {
        makeRenderer(work, voiceCount: 1, source) != nil
    }

    /// The work of a peer, some of which have one at a time; `nil` when it has nothing of the kind.
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
