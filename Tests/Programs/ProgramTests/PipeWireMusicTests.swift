#if PipeWire && DBus
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "The music service through PipeWire", .serialized,
        .enabled(
            if: ProcessInfo.processInfo.environment["SORI_TEST_PIPEWIRE"] == "1",
            "needs sound servers: run scripts/test-pipewire"))
    struct PipeWireMusicTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Ends the service that the command has started.
        private static let quit = """
            dbus-send --session --print-reply --dest=org.mpris.MediaPlayer2.SoriMusic \\
                /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Quit >/dev/null
            """
        private static let home = """
            export HOME=$PWD XDG_STATE_HOME=$PWD/state XDG_DATA_HOME=$PWD/data
            """

        private func writeNoise(frameCount: Int) throws {
            try folder.writeStereo(frameCount: frameCount, rate: 48_000, as: "played.wav") {
                frame in
                // From −0.5 to 0.5, and never silent.
                Double((frame &* 7919 &+ 1) % 16_001 + 1) / 16_002 - 0.5 + 1 / 32768
            }
        }

        @Test("sounds, and plays on when the command that has started it is over")
        func sounds() throws {
            try writeNoise(frameCount: 96_000)
            try folder.runOnPrivateServer(
                """
                \(Self.home)
                record speaker
                "$SORI" music play played.wav >said.txt
                until "$SORI" music status | grep -q ^stopped; do sleep 0.1; done
                \(Self.quit)
                stop_recording
                """)
            #expect(try folder.text("said.txt").hasPrefix("playing  played.wav"))
            let played = try folder.leftChannel("played.wav")
            let heard = try folder.leftChannel("speaker.wav")
            let start = try #require(heard.firstIndex { $0 != 0 })
            let part = heard[start...].prefix(played.count)
            #expect(part.count == played.count)
            // Within one step of the recording's 16 bits.
            #expect(zip(part, played).allSatisfy { abs($0 - $1) <= 1.01 / 32768 })
        }

        @Test("pauses when the sink that it plays through goes")
        func unplugged() throws {
            try writeNoise(frameCount: 1_440_000)
            try folder.runOnPrivateServer(
                """
                \(Self.home)
                "$SORI" music play played.wav >/dev/null
                sleep 1
                "$SORI" music status >before.txt
                pw-cli destroy "$(node_id speaker)" >/dev/null
                for attempt in $(seq 50); do
                    "$SORI" music status >after.txt
                    grep -q ^paused after.txt && break
                    sleep 0.1
                done
                \(Self.quit)
                """)
            #expect(try folder.text("before.txt").hasPrefix("playing"))
            #expect(try folder.text("after.txt").hasPrefix("paused"))
        }
    }
#endif
