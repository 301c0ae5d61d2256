import AudioModel

/// A stream of HLS that a server of a simulated network makes of a file: segments of about four
/// seconds, each of whole frames, with its time in front, and a playlist.
package struct SegmentedStream {
    private let bytes: [UInt8]
    private let frames: StreamFrames
    private let segments: [Range<Int>]
    /// The playlist's address.
    private let address: NetworkAddress
    /// How often the file is repeated.
    private let times: Int

    private static let segmentSeconds = 4.0
    /// The number of segments of a live playlist.
    private static let windowCount = 3

    /// - Parameter bytes: An MP3 or ADTS file; `nil` for another one.
    package init?(_ bytes: [UInt8], at address: NetworkAddress, times: Int) {
        guard let frames = StreamFrames(bytes) else { return nil }
        let count = max(Int(Self.segmentSeconds / frames.frameSeconds), 1)
        self.bytes = bytes
        self.frames = frames
        self.address = address
        self.times = times
        segments = stride(from: 0, to: frames.frames.count, by: count).map {
            $0..<min($0 + count, frames.frames.count)
        }
    }

    /// What a server has for a stream that ends: its playlist, and its segments with their times.
    package func recorded() -> [ServedPart] {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:3"]
        lines.append("#EXT-X-TARGETDURATION:\(Int(Self.segmentSeconds))")
        lines.append("#EXT-X-PLAYLIST-TYPE:VOD")
        for pass in 0..<times {
            if pass > 0 { lines.append("#EXT-X-DISCONTINUITY") }
            for number in segments.indices { lines += self.lines(of: number) }
        }
        lines.append("#EXT-X-ENDLIST")
        var playlist = ServedResource(Array((lines.joined(separator: "\n") + "\n").utf8))
        playlist.contentType = Self.playlistType
        return [ServedPart(address: address, resource: playlist)] + served
    }

    /// What a server has for a live stream, which repeats the file without end.
    package func live() -> [ServedPart] {
        let stream = self
        var playlist = ServedResource { time in
            Array(stream.window(at: time).utf8)
        }
        playlist.contentType = Self.playlistType
        return [ServedPart(address: address, resource: playlist)] + served
    }

    private static let playlistType = "application/vnd.apple.mpegurl"

    /// The playlist of a live stream at a time: a new segment is there when it has been sent.
    private func window(at time: HostTime) -> String {
        let passSeconds = Double(frames.frames.count) * frames.frameSeconds
        let pass = Int(time.seconds / passSeconds)
        let inPass = time.seconds - Double(pass) * passSeconds
        let ends = segments.map { Double($0.upperBound) * frames.frameSeconds }
        let first = pass * segments.count + ends.count { $0 <= inPass }
        var lines = ["#EXTM3U", "#EXT-X-VERSION:3"]
        lines.append("#EXT-X-TARGETDURATION:\(Int(Self.segmentSeconds))")
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(first)")
        // The first segment of each pass but the very first follows a discontinuity.
        lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(max(first - 1, 0) / segments.count)")
        for number in first..<(first + Self.windowCount) {
            if number > 0, number.isMultiple(of: segments.count) {
                lines.append("#EXT-X-DISCONTINUITY")
            }
            lines += self.lines(of: number % segments.count)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of number: Int) -> [String] {
        let seconds = Double(segments[number].count) * frames.frameSeconds
        let (whole, rest) = Int((seconds * 1e6).rounded()).quotientAndRemainder(
            dividingBy: 1_000_000)
        let digits = String(rest)
        return [
            "#EXTINF:\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits),",
            name(of: number),
        ]
    }

    /// The name of a segment beside the playlist.
    private func name(of number: Int) -> String {
        let file = address.path.split(separator: "/").last.map(String.init) ?? "stream"
        let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        return "\(stem)-\(number).\(frames.kind == .mp3 ? "mp3" : "aac")"
    }

    private var served: [ServedPart] {
        segments.indices.compactMap { number in
            guard let target = address.redirected(to: name(of: number)) else { return nil }
            let range = segments[number]
            let first = frames.frames[range.lowerBound].lowerBound
            let last = frames.frames[range.upperBound - 1].upperBound
            let start = Double(range.lowerBound) * frames.frameSeconds
            var resource = ServedResource(Self.timestamp(start) + bytes[first..<last])
            resource.contentType = frames.kind == .mp3 ? "audio/mpeg" : "audio/aac"
            let end = Double(range.upperBound) * frames.frameSeconds
            return ServedPart(address: target, resource: resource, seconds: start..<end)
        }
    }

    /// The tag that tells the time of a segment on a clock of 90 kHz.
    private static func timestamp(_ seconds: Double) -> [UInt8] {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let time = UInt64(seconds * 90_000)
        let frame = owner + (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
        let size = UInt8(frame.count)
        let body = Array("PRIV".utf8) + [0, 0, 0, size, 0, 0] + frame
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(body.count)] + body
    }
}

/// A part of what servers have for a sound.
package struct ServedPart: Sendable {
    package var address: NetworkAddress
    package var resource: ServedResource
    /// The time within the sound; `nil` for a playlist.
    var seconds: Range<Double>?
}
