import Foundation

// Writes small files of every shape the parsers know into a folder a target: where the fuzzers
// start from.

/// Every shape of linear PCM: bits, file flags of CAF, compression type of AIFF-C.
private let shapes: [(bits: UInt32, cafFlags: UInt32, coding: String)] = [
    (8, 0, "raw "), (16, 2, "sowt"), (16, 0, "twos"), (24, 2, "in24"), (32, 0, "in32"),
    (32, 3, "fl32"), (64, 1, "fl64"),
]

private let someBytes = (0..<96).map { UInt8($0 * 29 & 0xFF) }

private func cafSeeds() -> [[UInt8]] {
    [smallCAF(), smallIMA4CAF(), smallAACCAF()]
        + shapes.map { shape in
            cafFile(
                cafDescription(
                    flags: shape.cafFlags, bytesPerPacket: shape.bits / 4, channels: 2,
                    bits: shape.bits),
                cafPacketTable(packets: 0, valid: 3, priming: 1, remainder: 2),
                cafChunk("free", [0, 0, 0]), cafData(someBytes, statedByteCount: -1))
        }
}

private func aiffSeeds() -> [[UInt8]] {
    [smallAIFF(), smallAIFC()]
        + (shapes.map(\.coding) + ["ulaw", "MAC3"]).map { coding in
            aiffFile(
                iffChunk("FLLR", [0, 0, 0]),
                iffChunk("COMM", aiffCommon(channels: 3, frames: 0, coding: coding)),
                iffChunk("ANNO", Array("words".utf8)), soundData(someBytes, skipping: 5),
                type: "AIFC")
        }
}

private func wavSeeds() -> [[UInt8]] {
    let linear = shapes.map { shape in
        let tag: UInt16 = shape.coding.hasPrefix("fl") ? 3 : 1
        let block = UInt16(shape.bits / 8)
        return wavFile(
            riffChunk("fmt ", wavFormat(tag: tag, block: block, bits: UInt16(shape.bits))),
            riffChunk("JUNK", [0, 0, 0]), riffChunk("data", someBytes))
    }
    let compressed = [0x02, 0x06, 0x07, 0x11, 0x31, 0x55].map { (tag: UInt16) in
        wavFile(
            riffChunk("fmt ", wavFormat(tag: tag, block: 32, bits: 4, extra: [2, 0, 41, 0])),
            riffChunk("fact", [90, 0, 0, 0]), riffChunk("data", someBytes))
    }
    let open = wavFile(
        riffChunk("fmt ", wavFormat()), Array("data".utf8) + [0, 0, 0, 0] + someBytes)
    let blocks = [smallADPCMWAV(tag: 2), smallADPCMWAV(tag: 0x11, channels: 1)]
    return blocks + [smallWAV(), smallExtensibleWAV(), smallRF64(), open] + linear + compressed
}

private func auSeeds() -> [[UInt8]] {
    [1, 2, 3, 4, 5, 6, 7, 23, 27].map { auFile(someBytes, encoding: $0, channels: 2, words: "w") }
}

/// Playlists of streams, a block of radio, a tag and a transport stream.
private func streamedSeeds() -> [[UInt8]] {
    let media = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-DISCONTINUITY-SEQUENCE:1
        #EXT-X-PLAYLIST-TYPE:EVENT
        #EXT-X-START:TIME-OFFSET=-8.5
        #EXT-X-DEFINE:NAME="a",VALUE="b"
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x12
        #EXT-X-MAP:URI="i",BYTERANGE="7@1"
        #EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00.5+01:00
        #EXTINF:3.5,t
        {$a}.ts
        #EXT-X-BYTERANGE:9@2
        #EXT-X-DISCONTINUITY
        #EXT-X-GAP
        #EXTINF:4
        ../b.ts
        #EXT-X-DATERANGE:ID="d",START-DATE="2026-03-01T12:00:00Z",DURATION=1
        #EXT-X-ENDLIST
        """
    let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",LANGUAGE="de",AUTOSELECT=YES,URI="d"
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
        a
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.4d401e, mp4a.40.2",AUDIO="g"
        b
        """
    let texts = [
        media, master, "#EXTM3U\n#EXTINF:12,a\nhttp://b/c d\n",
        "[playlist]\nFile1=http://a\nTitle1=b\nLength1=-1\n",
        "x\u{2}StreamTitle='It's';StreamUrl='u';",
    ]
    let tag =
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 15] + Array("TIT2".utf8) + [
            0, 0, 0, 5, 0, 0, 3, 65, 66, 67, 68,
        ]
    func packet(_ head: [UInt8], _ content: [UInt8]) -> [UInt8] {
        head + content + [UInt8](repeating: 0xFF, count: 188 - head.count - content.count)
    }
    let stream =
        packet(
            [0x47, 0x40, 0, 0x10], [0, 0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xF0, 0, 1, 2, 3, 4])
        + packet(
            [0x47, 0x50, 0, 0x10],
            [
                0, 2, 0xB0, 18, 0, 1, 0xC1, 0, 0, 0xE1, 1, 0xF0, 0, 0x0F, 0xE1, 1, 0xF0, 0, 1, 2, 3,
                4,
            ])
        + packet(
            [0x47, 0x41, 1, 0x10],
            [0, 0, 1, 0xC0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1, 0xFF, 0xF1, 0x50, 0x80])
    return texts.map { Array($0.utf8) } + [tag, stream]
}

/// A message of every kind, cut off or not.
private func wireSeeds() -> [[UInt8]] {
    (0..<32).map { [$0 % 10, 1, 0, 0, 0, $0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0] }
}

private func mp3Seeds() -> [[UInt8]] {
    let plain = (1...3).flatMap { mp3Frame($0) }
    return [smallMP3(), plain, mp3Table(packets: 9, bytes: 9999, id: "Info") + plain]
}

private func mp4Seeds() -> [[UInt8]] {
    let gapless = " 00000000 00000840 00000010 00000000000003B0 00000000 00000000"
    let edit = fullBox("elst", words(1, 4000, 100, 0x10000))
    return [
        SmallMP4(), SmallMP4(edit: edit, has64BitOffsets: true), SmallMP4(compactSizeBits: 4),
        SmallMP4(configuration: [0xEB, 0x8A, 0x08, 0x00], compactSizeBits: 8, moovFirst: true),
        SmallMP4(userData: iTunesTags(title: "a name", gapless: gapless)),
    ].map(\.bytes) + fragmentSeeds()
}

/// Every way in which fragments say where their packets are.
private func fragmentSeeds() -> [[UInt8]] {
    let edit = fullBox("elst", words(1, 0, 100, 0x10000))
    return SmallFragmentedMP4.Base.allCases.flatMap { base in
        [
            SmallFragmentedMP4(base: base), SmallFragmentedMP4(base: base, hasOtherTrack: true),
            SmallFragmentedMP4(
                base: base, hasOtherTrack: true, hasManyParts: true, hasLongEntries: true),
            SmallFragmentedMP4(base: base, isOpen: true, listed: [3, 1, 4], edit: edit),
        ].map(\.bytes)
    }
}

/// The first byte says how the rest is parted.
private func streamSeeds() -> [[UInt8]] {
    let tagged: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + [0, 0, 0, 0, 0]
    let files =
        cafSeeds() + aiffSeeds() + wavSeeds() + auSeeds() + [smallADTS(), tagged + smallADTS()]
        + mp3Seeds() + mp4Seeds() + [SmallMP4(moovFirst: true).bytes]
    return files.enumerated().map { [UInt8($0 & 0xFF)] + $1 }
}

/// The first byte says what is done with the rest.
private func continuedSeeds() -> [[UInt8]] {
    let files = cafSeeds() + aiffSeeds() + wavSeeds() + auSeeds()
    return files.enumerated().map { [UInt8(($0 * 37 + 3) & 0xFF)] + $1 }
}

/// What FFmpeg writes, where it is installed: without it, its formats are fuzzed from nothing.
private func ffmpegSeeds() -> [[UInt8]] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let encoders = [
        ("flac", "flac"), ("ogg", "libvorbis"), ("ogg", "libopus"), ("ogg", "flac"),
        ("ogg", "libspeex"), ("matroska", "aac"), ("matroska", "pcm_s16le"), ("webm", "libopus"),
        ("wv", "wavpack"), ("ac3", "ac3"), ("mp2", "mp2"), ("w64", "pcm_s16le"),
    ]
    let files = encoders.compactMap { format, encoder -> [UInt8]? in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-v", "quiet", "-y", "-f", "lavfi", "-i", "sine=1000:r=16000:d=0.1", "-c:a",
            encoder, "-f", format, file.path,
        ]
        try? process.run()
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: file) }
        return (try? Data(contentsOf: file)).map(Array.init)
    }
    // Ogg files of two parts.
    return files + files.filter { $0.starts(with: "OggS".utf8) }.map { $0 + $0 }
}

/// Packets of nothing in particular, of every coding.
private func decoderSeeds() -> [[UInt8]] {
    (0..<16).map { coding in
        let packet = someBytes.map { $0 &+ UInt8(coding) }
        return [UInt8(coding), 0, 0] + (0..<9).flatMap { _ in [0, 96] + packet }
    }
}

/// Standard MIDI Files with running status, tempos, system exclusive data and time code.
private func midiSeeds() -> [[UInt8]] {
    let tracks: [[UInt8]] = [
        [0, 0x90, 60, 100, 0x81, 0, 60, 0, 0, 0xFF, 0x2F, 0],
        [
            0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xF0, 3, 0x7E, 9, 0xF7, 0, 0xC0, 5, 8, 0xE0, 1, 64,
            0, 0xFF, 0x2F, 0,
        ],
    ]
    let divisions: [[UInt8]] = [[0, 96], [0xE7, 40]]
    return divisions.map { division in
        Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 2] + division
            + tracks.flatMap { Array("MTrk".utf8) + [0, 0, 0, UInt8($0.count)] + $0 }
    }
}

/// A playlist in each format, behind the byte that chooses it.
private func playlistSeeds() -> [[UInt8]] {
    let m3u = "#EXTM3U\n#PLAYLIST:P\n#EXTINF:12,A - B\na/b%20c.mp3\r\nC:\\d.mp3\nfile:///e\n"
    let pls = "[playlist]\nFile1=a.mp3\nTitle1=A - B\nLength1=12\nFile3=../c.mp3\nVersion=2\n"
    let xspf = """
        <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="/m/">
        <title>A &amp; B</title><trackList><track><location>a%20b.mp3</location>
        <location>http://h/c</location><title><![CDATA[x]]></title><duration>12</duration></track>
        </trackList></playlist>
        """
    return [m3u, m3u, pls, xspf].enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
}

guard CommandLine.arguments.count == 2 else {
    print("MakeSeeds: give the folder to write to")
    exit(2)
}
for (target, seeds) in [
    ("FuzzCAF", cafSeeds()), ("FuzzAIFF", aiffSeeds()), ("FuzzWAV", wavSeeds()),
    ("FuzzAU", auSeeds()), ("FuzzWire", wireSeeds()), ("FuzzADTS", [smallADTS()]),
    ("FuzzMP3", mp3Seeds()), ("FuzzMIDI", midiSeeds()),
    ("FuzzMP4", mp4Seeds()), ("FuzzStream", streamSeeds()), ("FuzzDemuxed", ffmpegSeeds()),
    ("FuzzDecoders", decoderSeeds()), ("FuzzContinuing", continuedSeeds()),
    ("FuzzPlaylists", playlistSeeds()), ("FuzzMediaPlaylists", streamedSeeds()),
    ("FuzzTags", mp3Seeds() + mp4Seeds() + wavSeeds() + aiffSeeds() + ffmpegSeeds()),
] {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent(target)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, seed) in seeds.enumerated() {
        try Data(seed).write(to: folder.appendingPathComponent("seed-\(index)"))
    }
}
