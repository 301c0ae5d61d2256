import AudioCodecs
import AudioFormats
import AudioModel
import SimulatedDevice
import Synchronization

/// A story's sound as the bytes of a CAF file with samples in floating point, made as they are read.
struct SoundBytes: ByteSource {
    let byteCount: Int64
    private let header: [UInt8]
    private let frameBytes: Int
    private let samples: SampleReader

    /// The frames of an endless sound: nine months of it.
    private static let endlessFrames = 1 << 40

    init(_ sound: StorySound) throws(FormatError) {
        samples = try SampleReader(sound)
        frameBytes = 4 * samples.channelCount
        let dataBytes = Int64(samples.frameCount ?? Self.endlessFrames) * Int64(frameBytes)
        header = Self.header(samples, dataBytes: dataBytes)
        byteCount = Int64(header.count) + dataBytes
    }

    /// A sound without frames.
    static var none: SoundBytes {
        get throws(FormatError) {
            try SoundBytes(.stream({ () throws(FormatError) in NoFrames() }, isEndless: false))
        }
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        var done = 0
        while done < buffer.count, offset + Int64(done) < byteCount {
            let position = offset + Int64(done)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            if position < header.count {
                let bytes = header[Int(position)...].prefix(rest.count)
                rest.copyBytes(from: bytes)
                done += bytes.count
                continue
            }
            let (frame, byte) = (position - Int64(header.count))
                .quotientAndRemainder(dividingBy: Int64(frameBytes))
            let frames = min(
                (rest.count + Int(byte) + frameBytes - 1) / frameBytes, SampleReader.framesMax)
            if byte == 0, frames * frameBytes <= rest.count,
                let room = rest.room(forFloats: frames * samples.channelCount)
            {
                let made = samples.read(into: room, fromFrame: Int(frame), frameCount: frames)
                guard made > 0 else { break }
                done += made * frameBytes
                continue
            }
            let bytes = samples.bytes(fromFrame: Int(frame), frameCount: frames)
                .dropFirst(Int(byte)).prefix(rest.count)
            guard !bytes.isEmpty else { break }
            rest.copyBytes(from: bytes)
            done += bytes.count
        }
        return done
    }

    private static func header(_ samples: SampleReader, dataBytes: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
        }
        bytes += "caff".utf8
        add(UInt16(1))
        add(UInt16(0))
        bytes += "desc".utf8
        add(Int64(32))
        add(samples.sampleRate.bitPattern)
        bytes += "lpcm".utf8
        // Floating point, little endian.
        add(UInt32(3))
        add(UInt32(4 * samples.channelCount))
        add(UInt32(1))
        add(UInt32(samples.channelCount))
        add(UInt32(32))
        bytes += "data".utf8
        add(dataBytes + 4)
        // The edit count.
        add(UInt32(0))
        return bytes
    }
}

/// Samples of a sound at any frame. Reading on is fast; reading back begins at the start.
private final class SampleReader: Sendable {
    /// What reads the sound, and the frame at which it is.
    ///
    /// Ownership: the mutex around it.
    private struct State: @unchecked Sendable {
        var generator: any SampleGenerator
        var frame = 0
    }

    let channelCount: Int
    let sampleRate: Double
    /// `nil` for an endless sound.
    let frameCount: Int?
    private let sound: StorySound
    private let state: Mutex<State>

    /// Limit of frames that are read at a time.
    static let framesMax = 4096

    init(_ sound: StorySound) throws(FormatError) {
        self.sound = sound
        let generator = try sound.makeGenerator()
        frameCount =
            switch sound {
            case .buffer(let buffer): buffer.frameCount
            case .stream(_, isEndless: true): nil
            case .stream: Self.count(generator)
            }
        channelCount = generator.channelCount
        sampleRate = generator.sampleRate
        state = Mutex(State(generator: try sound.makeGenerator()))
    }

    private static func count(_ generator: any SampleGenerator) -> Int {
        var generator = generator
        var piece = [Float](repeating: 0, count: framesMax * generator.channelCount)
        var count = 0
        while true {
            let made = generator.take(&piece, framesMax)
            count += made
            if made < framesMax { return count }
        }
    }

    /// - Returns: The bytes of up to `frameCount` frames; fewer at the sound's end.
    func bytes(fromFrame frame: Int, frameCount: Int) -> [UInt8] {
        var piece = [Float](repeating: 0, count: frameCount * channelCount)
        let made = piece.withUnsafeMutableBufferPointer { piece in
            piece.baseAddress.map { read(into: $0, fromFrame: frame, frameCount: frameCount) } ?? 0
        }
        return piece[..<(made * channelCount)].withUnsafeBytes { Array($0) }
    }

    /// - Returns: Frames read; fewer than `frameCount` only at the sound's end.
    func read(
        into samples: UnsafeMutablePointer<Float>, fromFrame frame: Int, frameCount: Int
    ) -> Int {
        state.withLock { state in
            guard seek(&state, toFrame: frame) else { return 0 }
            let made = state.generator.generate(into: samples, frameCount: frameCount)
            state.frame += made
            return made
        }
    }

    /// - Returns: Whether the sound has the frame.
    private func seek(_ state: inout State, toFrame frame: Int) -> Bool {
        if frame < state.frame, let restarted = try? sound.makeGenerator() {
            state = State(generator: restarted)
        }
        guard state.frame < frame else { return true }
        var piece = [Float](repeating: 0, count: Self.framesMax * channelCount)
        while state.frame < frame {
            let made = state.generator.take(&piece, min(frame - state.frame, Self.framesMax))
            if made == 0 { return false }
            state.frame += made
        }
        return true
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The start of the buffer as floats; `nil` when they would not be aligned.
    fileprivate func room(forFloats count: Int) -> UnsafeMutablePointer<Float>? {
        guard let start = baseAddress,
            Int(bitPattern: start) % MemoryLayout<Float>.alignment == 0
        else { return nil }
        return start.bindMemory(to: Float.self, capacity: count)
    }
}

extension SampleGenerator {
    mutating func take(_ piece: inout [Float], _ frameCount: Int) -> Int {
        piece.withUnsafeMutableBufferPointer { piece in
            piece.baseAddress.map { generate(into: $0, frameCount: frameCount) } ?? 0
        }
    }
}

private struct NoFrames: SampleGenerator {
    let channelCount = 1
    let sampleRate = 48_000.0

    func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int { 0 }
}
