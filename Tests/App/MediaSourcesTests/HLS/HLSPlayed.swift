import AudioCodecs
import AudioModel
import Foundation
import HTTPTransfers
import MediaSources
import Synchronization
import Testing

/// A stream under test: its source, what it has told, and what was read of it.
final class HLSPlayed {
    let clock = HLSClock()
    let server: HLSServer
    private(set) var media: HLSMedia
    private let changes = Changes()

    init() {
        server = HLSServer(clock)
        media = HLSMedia(
            playlist: [], at: HLSServer.base, location: MediaLocation(url: HLSServer.base),
            service: server, environment: clock)
    }

    /// Opens a playlist, and waits until it is ready or has failed.
    func open(
        _ playlist: String, name: String = "list.m3u8", preferences: MediaPreferences? = nil,
        location: MediaLocation? = nil
    ) {
        let location = location ?? MediaLocation(url: HLSServer.base + name)
        media = HLSMedia(
            playlist: Array(playlist.utf8), at: location.url, location: location,
            service: server, environment: clock)
        media.setObserver { [changes] in changes.add($0) }
        if let preferences { media.setPreferences(preferences) }
        media.load()
        for _ in 0..<100 {
            clock.run(0.1)
            switch media.state {
            case .unopened, .opening: continue
            case .ready, .failed: return
            }
        }
    }

    var contents: MediaContents? {
        if case .ready(let contents) = media.state { contents } else { nil }
    }

    var failure: MediaFailure? {
        if case .failed(let failure) = media.state { failure } else { nil }
    }

    var told: [MediaChange] { changes.all }

    var metadata: [(values: [MediaMetadata], time: Double)] {
        told.compactMap {
            if case .metadata(let values, let time) = $0 { (values, time) } else { nil }
        }
    }

    var jumps: [Int64] {
        told.compactMap { if case .jumped(let frame) = $0 { frame } else { nil } }
    }

    /// Reads frames; the clock moves while it waits.
    ///
    /// - Returns: The samples, and how it ended.
    func read(
        _ reader: any MediaReader, frameCount: Int = .max, waits: Double = 60
    ) throws -> (samples: [Float], end: MediaRead) {
        var samples: [Float] = []
        var piece = [Float](repeating: .nan, count: 4096 * reader.channelCount)
        var waited = 0.0
        while samples.count / reader.channelCount < frameCount {
            let wanted = min(4096, frameCount - samples.count / reader.channelCount)
            let read = try piece.withUnsafeMutableBufferPointer {
                try reader.read(into: $0.baseAddress!, frameCount: wanted)
            }
            switch read {
            case .frames(let count):
                samples += piece[..<(count * reader.channelCount)]
                waited = 0
            case .waiting:
                guard waited < waits else { return (samples, read) }
                clock.run(0.1)
                waited += 0.1
            case .ended, .failed: return (samples, read)
            }
        }
        return (samples, .frames(0))
    }

    private final class Changes: Sendable {
        private let held = Mutex<[MediaChange]>([])
        var all: [MediaChange] { held.withLock { $0 } }
        func add(_ change: MediaChange) { held.withLock { $0.append(change) } }
    }

    /// The text of a playlist of segments.
    static func playlist(
        _ segments: [(name: String, seconds: Double)], target: Int = 4, sequence: Int = 0,
        head: String = "", isEnded: Bool = true
    ) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:\(target)"]
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(sequence)")
        if !head.isEmpty { lines.append(head) }
        for (name, seconds) in segments {
            lines.append("#EXTINF:\(String(format: "%.9f", seconds)),\n\(name)")
        }
        if isEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The largest jump in the phase of a tone between blocks of a tenth of a second, in radians.
func phaseJump(
    _ samples: [Float], frequency: Double = 440, rate: Double = 44_100, blockFrames: Int = 4410
) -> Double {
    var last: Double?
    var largest = 0.0
    for start in stride(from: 0, to: samples.count - blockFrames, by: blockFrames) {
        var (real, imaginary) = (0.0, 0.0)
        for index in start..<start + blockFrames {
            let angle = 2 * .pi * frequency * Double(index) / rate
            real += Double(samples[index]) * cos(angle)
            imaginary -= Double(samples[index]) * sin(angle)
        }
        let phase = atan2(imaginary, real)
        if let last {
            largest = max(largest, abs((phase - last).remainder(dividingBy: 2 * .pi)))
        }
        last = phase
    }
    return largest
}
