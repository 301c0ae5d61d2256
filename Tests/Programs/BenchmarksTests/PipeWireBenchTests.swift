#if PipeWire
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "A bench of queues beside a PipeWire of its own", .serialized,
        .enabled(
            if: ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1",
            "needs sound servers: run scripts/test-pipewire"))
    struct PipeWireBenchTests {
        // Removes the mark of a private server, so that the benchmark starts one.
        private static let outside = ["SORI_TEST_PIPEWIRE": ""]

        @Test(
            "measures all that it says it does",
            arguments: ["cold start", "of it PipeWire's", "processor time", "granted", "denied"])
        func measures(name: String) throws {
            let result = try BuiltProgram.benchmarks.run(
                ["queue", "--rounds", "1", "--only", name, "--json"],
                environment: Self.outside)
            #expect(result.code == 0)
            let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            let measures = try #require((report as? [String: Any])?["measures"] as? [[String: Any]])
            let measure = try #require(measures.first)
            #expect(measures.count == 1)
            // Only root can deny real-time scheduling to a player, or be sure to have it.
            if geteuid() == 0 { #expect(measure["reason"] == nil) }
            if measure["reason"] == nil { #expect(measure["ours"] is NSNumber) }
        }

        @Test(
            "measures the latency of each path",
            arguments: ["a bare stream", "off its time stamp", "pw-loopback", "voice unit"])
        func latency(name: String) throws {
            let result = try BuiltProgram.benchmarks.run(
                ["latency", "--rounds", "1", "--only", name, "--json"], environment: Self.outside)
            #expect(result.code == 0)
            let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            let measures = try #require((report as? [String: Any])?["measures"] as? [[String: Any]])
            #expect(measures.count == 1)
            let nanoseconds = try #require(measures.first?["ours"] as? NSNumber).doubleValue
            // In time with the click, and within a fifth of a second of it.
            #expect((-6e6...200e6).contains(nanoseconds))
        }
    }
#endif
