import Foundation
import TestSupport
import Testing

@Suite("Bad files")
struct BadFileTests {
    @Test(
        "are played or refused within a second of processor time, without a crash",
        arguments: ["empty", "truncated", "huge counts", "random", "random after a good header"])
    func refused(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("bad.wav")
        for (number, bytes) in try files(kind, folder).enumerated() {
            try folder.write(bytes, as: "bad.wav")
            for words in [["info", path], ["play", "--output", "null", "--to", "0.01", path]] {
                let result = try BuiltProgram.sori.run(words, limit: "-t 1")
                #expect([0, 3].contains(result.code), "\(kind) \(number): \(words[0])")
                #expect(result.errors.isEmpty == (result.code == 0))
            }
        }
    }

    private func files(_ kind: String, _ folder: TemporaryFolder) throws -> [[UInt8]] {
        let samples = [Float](repeating: 0.5, count: 400)
        try folder.writeWAV(samples, rate: 48_000, channelCount: 2, as: "good.wav")
        let good = try folder.data("good.wav")
        var noise = Noise(seed: 7)
        func random(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        }
        switch kind {
        case "empty": return [[]]
        case "truncated": return [1, 4, 11, 12, 20, 35, 43, 44, 45, 100].map { Array(good[..<$0]) }
        case "huge counts":
            return stride(from: 4, to: 44, by: 4).map { offset in
                Array(good[..<offset]) + [255, 255, 255, 255] + good[(offset + 4)...]
            }
        case "random": return (0..<8).map { _ in random(3_000) }
        default:
            let heads = [
                "RIFF\0\0\0\0WAVE", "FORM\0\0\0\0AIFF", "FORM\0\0\0\0AIFC", "caff\0\u{1}\0\0",
            ]
            return heads.flatMap { head in (0..<3).map { _ in Array(head.utf8) + random(3_000) } }
        }
    }
}
