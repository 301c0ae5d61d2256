import AVFAudio
import TestSupport
import Testing

/// Tests samplers that play audio files and presets of them.
@Suite("A sampler of audio files", .enabled(if: BuildTraits.hasMIDI))
struct SamplerFileTests {
    private let folder: TemporaryFolder
    private let band: OfflineBand

    init() throws {
        folder = try TemporaryFolder()
        band = try OfflineBand(loadsBank: false)
    }

    // MARK: Files

    /// A sine as a WAVE file of 16 bits.
    ///
    /// - Parameters:
    ///   - chunks: What follows the sound.
    ///   - right: The amplitude of a second channel.
    private func wave(
        _ name: String, hertz: Double, seconds: Double = 1, rate: Double = 44_100,
        right: Double? = nil, chunks: [(String, [UInt8])] = []
    ) throws -> URL {
        var samples: [UInt8] = []
        for frame in 0..<Int(seconds * rate) {
            let value = sin(2 * .pi * hertz * Double(frame) / rate)
            for amplitude in [0.5, right].compactMap({ $0 }) {
                samples += little(UInt16(bitPattern: Int16(value * amplitude * 32_767)), 2)
            }
        }
        let channels = right == nil ? 1 : 2
        let format =
            little(1, 2) + little(channels, 2) + little(Int(rate), 4)
            + little(Int(rate) * 2 * channels, 4) + little(2 * channels, 2) + little(16, 2)
        var body = Array("WAVE".utf8)
        for (tag, bytes) in [("fmt ", format), ("data", samples)] + chunks {
            body += Array(tag.utf8) + little(bytes.count, 4) + bytes
        }
        let url = URL(fileURLWithPath: folder.file(name))
        try Data(Array("RIFF".utf8) + little(body.count, 4) + body).write(to: url)
        return url
    }

    private func little<Number: FixedWidthInteger>(_ number: Number, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
    }

    /// The chunk `smpl` with a key and perhaps a loop.
    private func sampleChunk(key: Int, loop: (Int, Int)? = nil) -> (String, [UInt8]) {
        var bytes = [0, 0, 0, key, 0, 0, 0, loop == nil ? 0 : 1, 0].flatMap { little($0, 4) }
        if let loop { bytes += [0, 0, loop.0, loop.1, 0, 0].flatMap { little($0, 4) } }
        return ("smpl", bytes)
    }

    // MARK: Sound

    /// The frequency and the peaks of both channels of a key.
    private func sound(
        _ key: UInt8, velocity: UInt8 = 127
    ) throws -> (hertz: Double, left: Float, right: Float) {
        band.sampler.startNote(key, withVelocity: velocity, onChannel: 0)
        _ = try band.render(frameCount: 4410)
        let samples = try band.render(frameCount: 13_230)
        band.sampler.stopNote(key, onChannel: 0)
        _ = try band.render(1)
        let peaks = samples.map { $0.map(abs).max() ?? 0 }
        let hertz = peaks[0] > 1e-3 ? OfflineBand.frequency(samples[0][...]) : 0
        return (hertz, peaks[0], peaks[1])
    }

    private func isNear(_ value: Double, _ expected: Double) -> Bool {
        abs(value - expected) <= 0.02 * expected
    }

    @Test("plays one file on all keys, with its own pitch at 60, whatever its rate")
    func single() throws {
        for rate in [22_050.0, 44_100, 96_000] {
            let url = try wave("beep.wav", hertz: 500, seconds: 3, rate: rate)
            try band.sampler.loadAudioFiles(at: [url])
            #expect(isNear(try sound(60).hertz, 500))
            #expect(isNear(try sound(72).hertz, 1000))
            #expect(isNear(try sound(48).hertz, 250))
        }
    }

    @Test("gives files without a key one key each")
    func chromatic() throws {
        let urls = try [300.0, 500, 700].enumerated().map {
            try wave("drum\($0.offset)x.wav", hertz: $0.element)
        }
        try band.sampler.loadAudioFiles(at: urls)
        #expect(isNear(try sound(60).hertz, 300))
        #expect(isNear(try sound(61).hertz, 500))
        #expect(isNear(try sound(62).hertz, 700))
        #expect(try sound(59).hertz == 0)
        #expect(try sound(63).hertz == 0)
    }

    @Test("spreads files with keys, from their chunks or their names")
    func keys() throws {
        let low = try wave("Low C2.wav", hertz: 200)
        let high = try wave("high.wav", hertz: 800, chunks: [sampleChunk(key: 72)])
        try band.sampler.loadAudioFiles(at: [high, low])
        #expect(isNear(try sound(48).hertz, 200))
        #expect(isNear(try sound(72).hertz, 800))
        // Key 60 lies halfway and belongs to the lower one.
        #expect(
            isNear(try sound(60).hertz, 400))
        #expect(isNear(try sound(61).hertz, 800 / exp2(11 / 12)))
        // Ranges of keys and velocities.
        let soft = try wave(
            "soft.wav", hertz: 300, chunks: [("inst", [60, 0, 0, 60, 62, 1, 63, 0])])
        let loud = try wave(
            "loud.wav", hertz: 900, chunks: [("inst", [60, 0, 0, 60, 62, 64, 127, 0])])
        try band.sampler.loadAudioFiles(at: [soft, loud])
        #expect(isNear(try sound(60, velocity: 60).hertz, 300))
        #expect(isNear(try sound(60, velocity: 120).hertz, 900))
        #expect(try sound(63).hertz == 0)
    }

    @Test("knows the names of notes")
    func names() throws {
        for (name, key) in [
            ("A3", 69), ("Piano-C#3", 61), ("Bass_Eb1", 39), ("kit-G-1", 19), ("x C-2", 0),
        ] as [(String, UInt8)] {
            let url = try wave(name + ".wav", hertz: 440)
            try band.sampler.loadAudioFiles(at: [url])
            let other = min(key + 12, 100)
            let expected = 440 * exp2(Double(Int(other) - Int(key)) / 12)
            #expect(isNear(try sound(other).hertz, expected), "\(name)")
        }
    }

    @Test("plays both channels, and repeats a loop for as long as the note lasts")
    func channels() throws {
        let stereo = try wave("stereo.wav", hertz: 440, right: 0.125)
        try band.sampler.loadAudioFiles(at: [stereo])
        let sound = try sound(60)
        #expect(sound.left > 0.05 && abs(sound.right / sound.left - 0.25) < 0.01)
        let loop = try wave(
            "loop.wav", hertz: 441, seconds: 0.2,
            chunks: [sampleChunk(key: 60, loop: (1000, 1000 + 7999 - 3000))])
        try band.sampler.loadInstrument(at: loop)
        band.sampler.startNote(60, withVelocity: 127, onChannel: 0)
        _ = try band.render(2)
        #expect(isNear(OfflineBand.frequency(try band.render(0.5)[...]), 441))
        band.sampler.stopNote(60, onChannel: 0)
        _ = try band.render(1)
        #expect(try band.render(0.1).allSatisfy { abs($0) < 1e-4 })
    }

    @Test("a preset plays the zones of its files, also of files that lie beside it")
    func preset() throws {
        _ = try wave("a.wav", hertz: 300)
        let second = try wave("b.wav", hertz: 700)
        func zone(_ file: Int, _ low: Int, _ high: Int) -> [String: Any] {
            ["waveform": file, "root key": low, "min key": low, "max key": high, "enabled": true]
        }
        let preset: [String: Any] = [
            "file-references": [
                "Sample:268435457": "/Users/else/Sounds/a.wav", "Sample:268435458": second.path,
            ],
            "Instrument": [
                "Layers": [["Zones": [zone(268_435_457, 50, 59), zone(268_435_458, 60, 70)]]]
            ],
        ]
        let url = URL(fileURLWithPath: folder.file("kit.aupreset"))
        let data = try PropertyListSerialization.data(
            fromPropertyList: preset, format: .xml, options: 0)
        try data.write(to: url)
        try band.sampler.loadInstrument(at: url)
        #expect(isNear(try sound(50).hertz, 300))
        #expect(isNear(try sound(60).hertz, 700))
        #expect(try sound(49).hertz == 0)
        try FileManager.default.removeItem(at: second)
        #expect(code { try band.sampler.loadInstrument(at: url) } == -43)
        try Data("no list".utf8).write(to: url)
        #expect(code { try band.sampler.loadInstrument(at: url) } == -10_871)
    }

    @Test("refuses what it cannot read, and keeps what it has")
    func errors() throws {
        let good = try wave("good.wav", hertz: 500)
        try band.sampler.loadAudioFiles(at: [good])
        let text = URL(fileURLWithPath: folder.file("text.wav"))
        try Data("This is no sound".utf8).write(to: text)
        let missing = URL(fileURLWithPath: folder.file("missing.wav"))
        let exs = URL(fileURLWithPath: folder.file("piano.exs"))
        try Data("exs".utf8).write(to: exs)
        #expect(code { try band.sampler.loadAudioFiles(at: [good, text]) } == -10_871)
        #expect(code { try band.sampler.loadAudioFiles(at: [good, missing]) } == -43)
        #expect(code { try band.sampler.loadAudioFiles(at: []) } == -10_851)
        #expect(code { try band.sampler.loadInstrument(at: exs) } == -10_870)
        #expect(code { try band.sampler.loadInstrument(at: text) } == -10_870)
        #expect(isNear(try sound(60).hertz, 500))
    }

    @Test("takes files with any byte of their chunks changed")
    func changedChunks() throws {
        let url = try wave(
            "c.wav", hertz: 500, seconds: 0.01,
            chunks: [sampleChunk(key: 60, loop: (10, 200)), ("inst", [60, 0, 0, 1, 9, 1, 9, 0])])
        let bytes = try Array(Data(contentsOf: url))
        for index in bytes.count - 90..<bytes.count {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var changed = bytes
                changed[index] = value
                try Data(changed).write(to: url)
                _ = code { try band.sampler.loadAudioFiles(at: [url]) }
            }
        }
        try Data(bytes).write(to: url)
        #expect(code { try band.sampler.loadAudioFiles(at: [url]) } == nil)
    }

    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            #expect(error.domain == "com.apple.coreaudio.avfaudio")
            return error.code
        }
    }
}
