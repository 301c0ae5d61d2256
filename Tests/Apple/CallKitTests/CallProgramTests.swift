import TestSupport
import Testing

@Suite("A program with a provider of calls")
struct CallProgramTests {
    // `examples/VoiceChat` calls, and hangs up at the end of its input.
    @Test func `starts and ends its call without a phone`() throws {
        let result = try BuiltProgram(name: "TalkOver").run(
            [], environment: ["SORI_DEVICE_SOCKET": ""])
        #expect(result.code == 0)
        #expect(result.output.contains("Talk; Return ends."))
    }
}
