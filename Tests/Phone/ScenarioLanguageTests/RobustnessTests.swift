import AudioModel
import Testing

import ScenarioLanguage

@Suite("Any bytes given as a scenario")
struct RobustnessTests {
    @Test("are read or refused with places that exist", arguments: 0..<20 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var maker = StoryMaker(seed: seed)
        let valid = Array(maker.story().description.utf8)
        var refusals = 0
        for _ in 0..<30 {
            // Given a valid scenario with some of its bytes changed, removed, doubled or moved.
            let bytes = mutated(valid, using: &maker.random)
            // Then it is a scenario that survives printing and parsing, or has errors with
            // locations in it.
            do throws(ScenarioErrors) {
                let story = try parseScenario(bytes: bytes, path: "a")
                #expect((try? parseScenario(story.description, path: "a")) == story)
            } catch {
                refusals += 1
                #expect((1...ScenarioErrors.countMax).contains(error.errors.count))
                let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
                for error in error.errors {
                    #expect((1...lines.count).contains(error.line))
                    #expect((1...lines[error.line - 1].count + 1).contains(error.column))
                    #expect(error.message.hasPrefix("expected "))
                }
                #expect(error.errors.map(\.line) == error.errors.map(\.line).sorted())
                #expect(Set(error.errors.map(\.line)).count == error.errors.count)
            }
        }
        #expect(refusals > 0)
    }

    @Test("cut at every length are read or refused")
    func cuts() {
        var maker = StoryMaker(seed: 7)
        let valid = Array(maker.story().description.utf8)
        let readable = valid.indices.filter { errors(in: Array(valid[..<$0])).isEmpty }
        // Only cuts after the whole of `end` leave a scenario.
        let text = String(decoding: valid, as: UTF8.self)
        let end = text.utf8.distance(
            from: text.startIndex, to: text.firstRange(of: " end\n")?.upperBound ?? text.startIndex)
        #expect(!readable.isEmpty)
        #expect(readable.allSatisfy { $0 >= end - 1 })
    }

    @Test("without any sense are refused", arguments: 0..<20 as Range<UInt64>)
    func noise(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        #expect(!errors(in: bytes).isEmpty)
        let ascii = bytes.map { $0 & 0x7F }
        #expect(!errors(in: ascii).isEmpty)
    }

    private func mutated(
        _ bytes: [UInt8], using random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        let marks = Array(" \n\t;#\"'\\.,:+-0179eaxXA${\r\u{0}".utf8) + [0x80, 0xC3, 0xFF]
        for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 40 {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let other = Int.random(in: 0..<bytes.count, using: &random)
            let length = Int.random(in: 1...20, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = marks.randomElement(using: &random) ?? 0
            case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 2: bytes.removeSubrange(place..<min(place + length, bytes.count))
            case 3: bytes.insert(contentsOf: bytes[other...].prefix(length), at: place)
            default: bytes.swapAt(place, other)
            }
        }
        return bytes
    }
}
