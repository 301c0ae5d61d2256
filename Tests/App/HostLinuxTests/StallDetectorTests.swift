#if PipeWire
    import AudioModel
    import SoundClient
    import Testing

    import HostLinux

    @Suite("The watch over a sound server")
    struct StallDetectorTests {
        @Test("is patient with a sink that wakes up, and less so without one")
        func patience() {
            var watch = StallDetector(startingAt: .zero)
            func isStalled(_ cycleCount: UInt64, hasPeer: Bool, at seconds: Double) -> Bool {
                watch.isStalled(cycleCount: cycleCount, hasPeer: hasPeer, now: .seconds(seconds))
            }
            #expect(!isStalled(0, hasPeer: false, at: 0.9))
            #expect(isStalled(0, hasPeer: false, at: 1))
            #expect(!isStalled(0, hasPeer: true, at: 4.9))
            #expect(isStalled(0, hasPeer: true, at: 5))
            // Each cycle starts the wait again.
            #expect(!isStalled(1, hasPeer: true, at: 6))
            #expect(!isStalled(1, hasPeer: false, at: 6.9))
            #expect(isStalled(1, hasPeer: false, at: 7))
        }
    }

    @Suite("A PipeWire output without a server")
    struct NoServerTests {
        private static let options = PipeWireOptions(server: "/nonexistent/pipewire-0")

        @Test("says where it looked, when asked to connect")
        func connect() {
            let output = PipeWireOutput(Self.options)
            let error = #expect(throws: DeviceError.self) { try output.connect() }
            #expect(
                error?.why.hasPrefix("no PipeWire server answered at /nonexistent/pipewire-0")
                    == true)
        }

        @Test("plays for nobody at the usual pace, and says so once")
        func start() throws {
            let notices = DeviceNotices()
            let output = PipeWireOutput(Self.options, noticed: notices.add)
            let sound = TestSound(frameCount: 4_800)
            try output.start(sound.client())
            try #require(sound.waitUntilRendered())
            #expect(output.isLost)
            output.stop()
            #expect(!sound.isRendering)
            #expect(notices.all.count == 1)
        }
    }
#endif
