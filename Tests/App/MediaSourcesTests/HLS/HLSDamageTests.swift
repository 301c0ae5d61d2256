import AudioCodecs
import AudioModel
import MediaSources
import Testing

/// Nothing in a segment, an initialisation section or a playlist traps, hangs or gives no end.
@Suite(.enabled(if: HLSSound.hasAAC)) struct HLSDamageTests {
    /// Plays two segments to the end.
    private static func play(_ segments: [[UInt8]], initialisation: [UInt8]? = nil) throws {
        let played = HLSPlayed()
        for (index, segment) in segments.enumerated() { played.server.serve("s\(index)", segment) }
        if let initialisation { played.server.serve("init", initialisation) }
        played.open(
            HLSPlayed.playlist(
                segments.indices.map { ("s\($0)", 0.5) }, target: 1,
                head: initialisation == nil ? "" : "#EXT-X-MAP:URI=\"init\""))
        guard played.contents != nil else {
            #expect(played.failure != nil)
            return
        }
        let reader = try played.media.makeReader()
        // A gap between timestamps is silence, of two target durations at most.
        let (samples, end) = try played.read(reader, frameCount: 10 * 384_000, waits: 5)
        #expect(end == .ended)
        #expect(samples.allSatisfy { $0.isFinite })
        _ = reader.seek(toFrame: 10_000, exactly: true)
        _ = try played.read(reader, frameCount: 100, waits: 5)
    }

    private static func damaged(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        if number % 5 == 0 { return Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)))) }
        var changed = bytes
        // The heads of files and boxes are where most can go wrong.
        let reach = number % 2 == 0 ? min(bytes.count, 300) : bytes.count
        for _ in 0..<(1 + number % 4) {
            changed[Int(random.next() % UInt64(reach))] = UInt8(truncatingIfNeeded: random.next())
        }
        return changed
    }

    @Test(arguments: ["packed", "transport stream", "fragments", "initialisation"])
    func `damaged segments are played to an end`(kind: String) throws {
        let sound = try HLSSound(.mpeg4AAC, seconds: 1)
        let parts = [0..<20, 20..<40]
        let (initialisation, fragments) = try sound.fragments(parts)
        for number in 0..<120 {
            switch kind {
            case "packed":
                try Self.play([
                    Self.damaged(sound.packed(parts[0]), number), sound.packed(parts[1]),
                ])
            case "transport stream":
                try Self.play([
                    sound.transportStream(parts[0]),
                    Self.damaged(sound.transportStream(parts[1]), number),
                ])
            case "fragments":
                try Self.play(
                    [Self.damaged(fragments[0], number), fragments[1]],
                    initialisation: initialisation)
            default:
                try Self.play(fragments, initialisation: Self.damaged(initialisation, number))
            }
        }
    }
}
