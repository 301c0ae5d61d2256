import AppHosting
import AudioModel
import Foundation
import SoundServer
import Testing

@Suite("Programs that know nothing of a phone", .serialized)
struct ExampleProgramTests {
    @Test(
        "play under it",
        arguments: [
            ("QueuePlayer", [], "closed"),
            ("SectionRepeat", ["0", "0.1", "1"], ""),
        ] as [(String, [String], String)])
    func play(program: String, arguments: [String], lastWords: String) throws {
        // Given a tone of a fifth of a second.
        let path = NSTemporaryDirectory() + "tone-\(UUID().uuidString).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try tone(frames: 4410).write(to: URL(fileURLWithPath: path))
        // When the program plays it on a phone.
        let host = Host()
        let child = try host.launch([path] + arguments, program: program)
        host.server.open(child.app)
        let end = host.end(of: child)
        // Then the phone's policy decided, and the program came to its end.
        #expect(end == ChildEnd(termination: .quit, words: "quit by itself"))
        #expect(
            host.awaitRequest(of: child) {
                if case .startStream(_, .queue, _) = $0 { true } else { false }
            })
        if !lastWords.isEmpty { #expect(printed(by: child).last == lastWords) }
    }

    /// A WAV file of one channel, 16 bits, 22,050 frames a second.
    private func tone(frames: Int) -> Data {
        var file = Data("RIFF".utf8)
        func add(_ number: Int, _ size: Int) {
            for place in 0..<size { file.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        add(36 + 2 * frames, 4)
        file.append(contentsOf: Array("WAVEfmt ".utf8))
        for (number, size) in [
            (16, 4), (1, 2), (1, 2), (22_050, 4), (44_100, 4), (2, 2), (16, 2),
        ] { add(number, size) }
        file.append(contentsOf: Array("data".utf8))
        add(2 * frames, 4)
        for frame in 0..<frames { add(frame % 50 * 200, 2) }
        return file
    }
}
