import AudioFormats
import AudioModel
import Foundation
import MIDISynthesis

/// The zones of an instrument that audio files make.
struct SamplerZones {
    private(set) var zones: [SoundFontWriter.Zone] = []
    /// The files of the zones.
    private let urls: [URL]

    /// What is kept of the zones.
    var content: InstrumentContent { .zones(zip(zones, urls).map { SampledZone($0, $1) }) }

    /// The largest number of files.
    private static let filesMax = 1024
    /// The key of a file that has none.
    private static let firstKey = 60

    init(_ zones: [SoundFontWriter.Zone], of urls: [URL]) {
        self.zones = zones
        self.urls = urls
    }

    /// Reads audio files and spreads them over the keyboard.
    ///
    /// - Parameter error: The error for what is no audio file.
    /// - Throws: `invalidPropertyValue` for no files, and too many; `fileNotFound`.
    init(_ files: [URL], otherwise error: UnitError) throws(UnitError) {
        guard !files.isEmpty, files.count <= Self.filesMax else { throw .invalidPropertyValue }
        urls = files
        var found: [(zone: SoundFontWriter.Zone, key: UInt8?, hasRange: Bool)] = []
        var room = SoundFontWriter.samplesMax
        for url in files {
            var zone = try Self.read(url, otherwise: error, room: &room)
            let information = SampleInformation(url)
            let key = information.rootKey ?? SampleInformation.key(ofName: url)
            if let keys = information.keys { zone.keys = keys }
            if let velocities = information.velocities { zone.velocities = velocities }
            zone.tuning = information.tuning
            if let loop = information.loop, loop.upperBound <= zone.channels[0].count {
                zone.loop = loop
            }
            found.append((zone, key, information.keys != nil))
        }
        zones = Self.spread(found)
    }

    /// Gives each zone its root key and its keys.
    private static func spread(
        _ found: [(zone: SoundFontWriter.Zone, key: UInt8?, hasRange: Bool)]
    ) -> [SoundFontWriter.Zone] {
        let roots = Set(found.compactMap { $0.hasRange ? nil : $0.key }).sorted()
        var next = firstKey
        return found.map { zone, key, hasRange in
            var zone = zone
            guard let key else {
                zone.rootKey = UInt8(min(next, 127))
                if found.count > 1 { zone.keys = zone.rootKey...zone.rootKey }
                next += 1
                return zone
            }
            zone.rootKey = key
            guard !hasRange, let index = roots.firstIndex(of: key) else { return zone }
            let low = index == 0 ? 0 : (Int(roots[index - 1]) + Int(key)) / 2 + 1
            let high =
                index == roots.count - 1 ? 127 : (Int(key) + Int(roots[index + 1])) / 2
            zone.keys = UInt8(low)...UInt8(max(high, low))
            return zone
        }
    }

    /// Reads a whole audio file; of more than two channels the first two.
    static func read(
        _ url: URL, otherwise error: UnitError, room: inout Int
    ) throws(UnitError) -> SoundFontWriter.Zone {
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path) else {
            throw .fileNotFound
        }
        guard let file = try? AudioFileReader(path: url.path), let reader = try? FrameReader(file)
        else { throw error }
        let count = min(reader.channelCount, 2)
        var channels = [[Float]](repeating: [], count: count)
        var piece = [Float](repeating: 0, count: pieceFrames * reader.channelCount)
        while true {
            let frames = piece.withUnsafeMutableBufferPointer { piece in
                piece.baseAddress.flatMap { try? reader.read(into: $0, frameCount: pieceFrames) }
            }
            guard let frames, frames > 0 else { break }
            room -= count * frames
            guard room >= 0 else { throw .invalidFile }
            for channel in 0..<count {
                channels[channel] += (0..<frames).map { piece[$0 * reader.channelCount + channel] }
            }
        }
        // FluidSynth ignores sounds of a few frames.
        let missing = max(framesMin - channels[0].count, 0)
        for channel in 0..<count { channels[channel] += [Float](repeating: 0, count: missing) }
        return SoundFontWriter.Zone(
            channels: channels, sampleRate: file.format.sampleRate, rootKey: UInt8(firstKey))
    }

    private static let pieceFrames = 1 << 16
    private static let framesMin = 64
}
