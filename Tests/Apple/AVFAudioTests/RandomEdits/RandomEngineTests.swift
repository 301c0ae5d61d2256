import Testing

@Suite("Random edits of a running engine") @MainActor struct RandomEngineTests {
    @Test(
        "give the sound of plain arithmetic, to the last bit",
        arguments: 1...24 as ClosedRange<UInt64>)
    func exactSound(seed: UInt64) throws {
        let engine = try RandomEngine(seed: seed)
        for step in 0..<240 {
            try engine.edit()
            if step % 3 == 2 { try engine.render() }
            if step % 80 == 79 { try engine.checkTaps() }
        }
    }
}
