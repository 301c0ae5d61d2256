import AudioCodecs
import AudioFormats
import AudioModel
import ScenarioLanguage
import SoundMixer

// What servers have in a story.

extension ServedSound {
    /// What the servers of a story have for an action.
    ///
    /// - Throws: An error when the sound cannot be opened, or not be sent as the story says.
    func parts(_ sounds: StorySounds) throws(ServedSoundError) -> [ServedPart] {
        guard let address = NetworkAddress(url) else {
            throw ServedSoundError("'\(url)' is no address of a server")
        }
        if let redirect {
            var resource = ServedResource([])
            resource.answer = .redirect(to: redirect)
            return [ServedPart(address: address, resource: resource)]
        }
        guard let sound else { throw ServedSoundError("there is nothing to serve") }
        let file = try sounds.servedFile(sound)
        sounds.servedSounds[url] = sound
        var parts: [ServedPart]
        switch form {
        case .file, .radio:
            // A station sends sound alone, without a length.
            let bytes = form == .radio ? file.station : file.bytes
            var resource = ServedResource(try repeated(bytes))
            resource.contentType = file.contentType
            resource.isEndless = form == .radio
            resource.introCount = file.headerCount
            let seconds = file.seconds.map { 0..<($0 * Double(times)) }
            parts = [ServedPart(address: address, resource: resource, seconds: seconds)]
        case .hls, .live:
            guard let stream = SegmentedStream(file.bytes, at: address, times: times) else {
                throw ServedSoundError(
                    "'as \(form.rawValue)' cuts MP3 and ADTS files, and \(sound) is none")
            }
            parts = form == .hls ? stream.recorded() : stream.live()
        }
        for rule in rules { try obey(rule, &parts) }
        return parts
    }

    /// Lets the servers of the parts do what a rule says.
    private func obey(
        _ rule: Rule, _ parts: inout [ServedPart]
    ) throws(ServedSoundError) {
        switch rule {
        case .stall(let length, let after):
            let (index, position) = try place(after, in: parts)
            parts[index].resource.stalls.append(
                (position: position, length: .seconds(length)))
            parts[index].resource.stalls.sort { $0.position < $1.position }
        case .cut(let after):
            let (index, position) = try place(after, in: parts)
            parts[index].resource.bytesUntilBreak = position
        case .status(let status): parts[0].resource.answer = .status(status)
        case .withoutRanges:
            for index in parts.indices { parts[index].resource.acceptsRanges = false }
        case .times: break
        }
    }

    /// The part that sounds after some seconds, and the position in it, as if its bytes were evenly
    /// distributed.
    private func place(
        _ seconds: Double, in parts: [ServedPart]
    ) throws(ServedSoundError) -> (index: Int, position: Int64) {
        for (index, part) in parts.enumerated() {
            guard let span = part.seconds, span.contains(seconds) else { continue }
            let share = (seconds - span.lowerBound) / (span.upperBound - span.lowerBound)
            return (index, Int64(share * Double(part.resource.body(.zero).count)))
        }
        throw ServedSoundError("nothing sounds after \(seconds) seconds")
    }

    private var times: Int {
        for case .times(let count) in rules { return count }
        return 1
    }

    private func repeated(_ bytes: [UInt8]) throws(ServedSoundError) -> [UInt8] {
        guard times > 1 else { return bytes }
        guard StreamFrames(bytes) != nil else {
            throw ServedSoundError("'times' repeats MP3 and ADTS files only")
        }
        guard bytes.count <= ServedFile.bytesMax / times else {
            throw ServedSoundError("more than \(ServedFile.bytesMax) bytes")
        }
        return (0..<times).flatMap { _ in bytes }
    }
}

/// Why a sound of a story cannot be served.
struct ServedSoundError: Error {
    var words: String

    init(_ words: String) { self.words = words }
}

/// A file that a server of a story has.
struct ServedFile {
    var bytes: [UInt8]
    var contentType: String?
    /// The length of its sound; `nil` for a file that is no sound.
    var seconds: Double?
    /// The length of the header of a generated sound.
    var headerCount = 0

    /// The bytes as a radio station sends them.
    var station: [UInt8] {
        if let frames = StreamFrames(bytes) { return frames.sound(of: bytes) }
        guard headerCount > 0 else { return bytes }
        // The sizes of a file of unknown length.
        var bytes = bytes
        bytes.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        bytes.replaceSubrange((headerCount - 4)..<headerCount, with: [0xFF, 0xFF, 0xFF, 0xFF])
        return bytes
    }

    /// Limit of a served file.
    static let bytesMax = 256 << 20
}

extension StorySounds {
    /// The bytes that a server sends for a sound: a file as it is, and a generated sound as a WAV
    /// file of 16 bits.
    func servedFile(_ spec: SoundSpec) throws(ServedSoundError) -> ServedFile {
        do throws(FormatError) {
            guard case .file(let path) = spec else { return try generatedFile(spec) }
            let source = try FileBytes(path: resolved(path))
            guard source.byteCount <= ServedFile.bytesMax else {
                throw FormatError(.badField("size"))
            }
            var bytes = [UInt8](repeating: 0, count: Int(source.byteCount))
            let read = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(FormatError) in try source.read(into: buffer, at: 0) }
            }
            var file = ServedFile(bytes: Array(bytes.prefix(try read.get())))
            file.contentType = Self.contentType(path)
            if let reader = try? AudioFileReader(path: resolved(path)),
                let frames = try? reader.frameCount()
            {
                file.seconds = Double(frames) / reader.format.sampleRate
            }
            return file
        } catch {
            throw ServedSoundError("\(error)")
        }
    }

    private static func contentType(_ path: String) -> String? {
        switch path.lowercased().split(separator: ".").last {
        case "mp3": "audio/mpeg"
        case "m4a", "mp4", "m4s": "audio/mp4"
        case "aac": "audio/aac"
        case "wav": "audio/wav"
        case "aiff", "aif": "audio/aiff"
        case "caf": "audio/x-caf"
        case "flac": "audio/flac"
        case "ogg", "opus": "audio/ogg"
        case "ts": "video/mp2t"
        case "m3u8": "application/vnd.apple.mpegurl"
        case "m3u": "audio/x-mpegurl"
        case "pls": "audio/x-scpls"
        default: nil
        }
    }

    private func generatedFile(_ spec: SoundSpec) throws(FormatError) -> ServedFile {
        let limit = Double(ServedFile.bytesMax) / (2 * GeneratedSound.sampleRate) - 1
        guard let seconds = spec.seconds, seconds <= limit else {
            throw FormatError(.badField("length of the sound"))
        }
        var generator = try sound(for: spec, seed: "server").makeGenerator()
        let count = GeneratedSound.frameCount(seconds: seconds)
        var samples = [Float](repeating: 0, count: count)
        let made = samples.withUnsafeMutableBufferPointer { samples in
            samples.baseAddress.map { generator.generate(into: $0, frameCount: count) } ?? 0
        }
        let data = samples.prefix(made).flatMap { sample -> [UInt8] in
            let value = UInt16(bitPattern: Int16((max(-1, min(1, sample)) * 32_767).rounded()))
            return [UInt8(value & 0xFF), UInt8(value >> 8)]
        }
        let header = Self.wavHeader(dataCount: data.count)
        return ServedFile(
            bytes: header + data, contentType: "audio/wav",
            seconds: Double(made) / GeneratedSound.sampleRate, headerCount: header.count)
    }

    private static func wavHeader(dataCount: Int) -> [UInt8] {
        var header: [UInt8] = []
        func add(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { header += $0 }
        }
        let rate = UInt32(GeneratedSound.sampleRate)
        header += "RIFF".utf8
        add(UInt32(dataCount + 36))
        header += "WAVEfmt ".utf8
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(1))
        add(rate)
        add(2 * rate)
        add(UInt16(2))
        add(UInt16(16))
        header += "data".utf8
        add(UInt32(dataCount))
        return header
    }
}

extension SoundSpec {
    /// The length of a generated sound; `nil` for an endless one and for others.
    fileprivate var seconds: Double? {
        switch self {
        case .tone(_, let seconds), .noise(let seconds): seconds
        case .silence(let seconds): seconds
        case .file, .address: nil
        }
    }
}
