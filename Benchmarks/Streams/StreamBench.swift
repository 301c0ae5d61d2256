import AudioCodecs
import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import TestHTTPServer

/// Measures media of servers: how soon it sounds, and what a long stream takes.
enum StreamBench {
    private static let startName = "start of a stream of a server, a program to its first sample"
    private static let memoryName = "memory that a radio of 10 hours takes after its first hour"
    private static let growthMax = 4.0
    private static let rate = 22_050.0

    static func steps() -> [BenchStep] {
        #if PipeWire && FFmpeg
            [startStep(), memoryStep()]
        #else
            [
                BenchStep(skipping: startName, because: "built without PipeWire or FFmpeg"),
                BenchStep(skipping: memoryName, because: "built without PipeWire or FFmpeg"),
            ]
        #endif
    }

    #if PipeWire && FFmpeg
        /// Opens media, and ends when the first frame has been decoded.
        static func open(_ url: String, _ console: Console) throws(ProgramError) -> ExitCode {
            try StreamApp().read(url) { _ in false }
            console.print("sound\n")
            return .done
        }

        private static func startStep() -> BenchStep {
            guard let mpv = programPath("mpv") else {
                return BenchStep(skipping: startName, because: "mpv is not installed")
            }
            return BenchStep(name: startName) { timing throws(ProgramError) in
                let server = try server()
                defer { server.stop() }
                let url = server.url("/sound.mp3")
                let own = ownPath()
                return try timing.measure(
                    Benchmark(
                        name: startName, peer: "mpv", unit: "start", unitCount: 1,
                        goal: .time(atMost: 1.5),
                        ours: Benchmark.Side { () throws(ProgramError) in
                            try finish([own, "--open", url])
                        },
                        theirs: Benchmark.Side { () throws(ProgramError) in
                            try finish([
                                mpv, "--no-config", "--no-terminal", "--no-video", "--ao=null",
                                "--length=0.02", url,
                            ])
                        })
                ).outcome
            }
        }

        private static func server() throws(ProgramError) -> TestHTTPServer {
            let sound = try making(startName) { () throws(FormatError) in
                try encoded(seconds: 20, keepsHeader: true)
            }
            guard let server = try? TestHTTPServer() else {
                throw ProgramError(.deviceMissing, "no port is free", in: "Benchmarks")
            }
            server.serve("/sound.mp3", sound, type: "audio/mpeg")
            return server
        }

        /// Runs a program to its end.
        private static func finish(_ words: [String]) throws(ProgramError) {
            let child = try BenchChildProcess(words)
            while child.nextLine(within: 30) != nil {}
        }

        private static func memoryStep() -> BenchStep {
            BenchStep(name: memoryName) { timing throws(ProgramError) in
                let frames = try making(memoryName) { () throws(FormatError) in
                    try encoded(seconds: 4, keepsHeader: false)
                }
                var before: Int?
                let (first, last) = (Int64(3600 * rate), Int64(36_000 * rate))
                try StreamApp().read("http://radio.example/", through: EndlessService(frames)) {
                    if $0 >= first, before == nil { before = ProcessMemory.residentBytes() }
                    return $0 < last && !timing.isEndWanted()
                }
                try timing.checkEnd()
                guard let before, let after = ProcessMemory.residentBytes() else {
                    return .skipped(reason: "/proc does not tell the size of memory")
                }
                return .found(.growth(from: before, to: after, most: growthMax))
            }
        }

        /// MP3 of noise that changes slowly, 32 kbit/s.
        ///
        /// - Parameter keepsHeader: Whether it is a file; otherwise its frames alone.
        private static func encoded(
            seconds: Int, keepsHeader: Bool
        ) throws(FormatError) -> [UInt8] {
            let format = StreamFormat(
                sampleRate: rate, id: .mpegLayer3, flags: FormatFlags(rawValue: 0),
                bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0, channelCount: 1,
                bitsPerChannel: 0)
            let encoder = try makePacketEncoder(format, bitRate: 32_000)
            let count = seconds * Int(rate)
            let samples = (0..<count).map { Float(sin(Double($0) * 0.06)) * 0.4 }
            var packets = try samples.withUnsafeBufferPointer { samples throws(FormatError) in
                // Never null: there is a second at least.
                try encoder.encode(samples.baseAddress!, frameCount: count)
            }
            packets += try encoder.finish()
            guard keepsHeader else { return Array(packets.joined()) }
            let sink = MemorySink()
            let writer = try AudioFileWriter(sink, kind: .mp3, format: encoder.format)
            writer.properties.primingFrames = Int64(encoder.primingFrames)
            for packet in packets {
                let description = [PacketDescription(byteCount: UInt32(packet.count))]
                try packet.withUnsafeBufferPointer { bytes throws(FormatError) in
                    try description.withUnsafeBufferPointer { description throws(FormatError) in
                        try writer.writePackets(
                            startingAt: writer.packetCount, count: 1,
                            from: UnsafeRawBufferPointer(bytes), descriptions: description)
                    }
                }
            }
            try writer.close()
            return sink.bytes
        }
    #endif
}
