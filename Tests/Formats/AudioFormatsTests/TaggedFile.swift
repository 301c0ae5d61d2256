#if FFmpeg
    import AudioCodecs
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    /// A short file of a kind, with a coding that it can have.
    struct TaggedFile: CustomTestStringConvertible {
        let kind: ContainerKind
        /// `nil` is linear PCM.
        var id: FormatID?

        var testDescription: String { kind.rawValue }

        private static let frameCount = 4_800

        private var format: StreamFormat {
            StreamFormat(
                sampleRate: 48_000, id: id ?? .linearPCM,
                flags: FormatFlags(rawValue: id == .flac || id == .appleLossless ? 1 : 0),
                bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0, channelCount: 2,
                bitsPerChannel: 0)
        }

        var isEncodable: Bool { id == nil || (try? makePacketEncoder(format)) != nil }

        /// The file with these tags.
        func bytes(_ tags: FileTags) throws -> [UInt8] {
            let sink = MemorySink()
            guard id != nil else {
                let isBig = kind == .aiff || kind == .au
                let format = StreamFormat(
                    linearPCM: 48_000, channelCount: 2, bits: 16, bytesPerSample: 2,
                    isFloat: false, isBigEndian: isBig)
                let writer = try AudioFileWriter(sink, kind: kind, format: format)
                writer.properties.setTags(tags)
                try [UInt8](repeating: 0, count: 4 * Self.frameCount).withUnsafeBytes {
                    try writer.writePackets(startingAt: 0, count: Self.frameCount, from: $0)
                }
                try writer.close()
                return sink.bytes
            }
            let encoder = try makePacketEncoder(format)
            var packets = try [Float](repeating: 0.25, count: 2 * Self.frameCount)
                .withUnsafeBufferPointer {
                    try encoder.encode($0.baseAddress!, frameCount: Self.frameCount)
                }
            packets += try encoder.finish()
            let writer = try AudioFileWriter(sink, kind: kind, format: encoder.format)
            writer.properties.setTags(tags)
            writer.properties.magicCookie = encoder.magicCookie
            for packet in packets {
                let description = [PacketDescription(byteCount: UInt32(packet.count))]
                try packet.withUnsafeBytes { bytes in
                    try description.withUnsafeBufferPointer {
                        try writer.writePackets(
                            startingAt: writer.packetCount, count: 1, from: bytes,
                            descriptions: $0)
                    }
                }
            }
            try writer.close()
            return sink.bytes
        }
    }

    struct TagPair: CustomTestStringConvertible {
        let from: TaggedFile
        let to: TaggedFile

        var testDescription: String { "\(from.kind.rawValue) to \(to.kind.rawValue)" }
    }

    /// The tag library of Python, where it is installed.
    enum Mutagen {
        static let isInstalled = (try? run("import mutagen")) != nil

        /// All values of a file's tags, as text.
        static func values(_ path: String) throws -> [String] {
            let script = """
                import sys, mutagen
                def show(v):
                    if isinstance(v, (list, tuple)):
                        for item in v: show(item)
                    elif isinstance(v, bytes): print(v.decode('utf-8', 'replace'))
                    else: print(str(v).replace('\\0', '\\n'))
                tags = mutagen.File(sys.argv[1]).tags
                for key in tags.keys():
                    value = tags[key]
                    for name in ('text', 'people', 'url', 'data'):
                        if name != 'data' or key.startswith('UFID'):
                            show(getattr(value, name, []))
                    if not hasattr(value, 'FrameID'): show(value)
                """
            return try run(script, path).split(whereSeparator: \.isNewline).map(String.init)
        }

        /// Whether a tag's value has another form than a text.
        static func isOwnForm(_ key: String) -> Bool {
            [
                "compilation", "podcast", "show movement", "gapless playback", "play count",
                "rating:Her",
            ].contains(key)
        }

        private static func run(_ arguments: String...) throws -> String {
            let process = TestProcess()
            // The system's own, which has the library of Debian's package.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = ["-c"] + arguments
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw CocoaError(.executableLoad)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
