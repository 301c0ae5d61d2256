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
    return [smallWAV(), smallExtensibleWAV(), smallRF64(), open] + linear + compressed
}

guard CommandLine.arguments.count == 2 else {
    print("MakeSeeds: give the folder to write to")
    exit(2)
}
for (target, seeds) in [
    ("FuzzCAF", cafSeeds()), ("FuzzAIFF", aiffSeeds()), ("FuzzWAV", wavSeeds()),
] {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent(target)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, seed) in seeds.enumerated() {
        try Data(seed).write(to: folder.appendingPathComponent("seed-\(index)"))
    }
}
