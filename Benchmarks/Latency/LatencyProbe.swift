#if PipeWire
    import AudioModel
    import HostLinux
    import SoundClient
    import Synchronization

    /// Finds the time at which a sink plays the first sound after it was armed, by the monitor.
    ///
    /// Ownership: atomics; the capture thread writes what it has found.
    final class MonitorProbe: Sendable {
        private let input: PipeWireInput
        private let isArmed = Atomic<Bool>(false)
        private let found = Atomic<Int64>(0)
        private let blocks = Atomic<Int>(0)

        private static let threshold: Float = 1e-3

        /// - Parameter sink: The sink's name.
        init(_ sink: String) {
            var options = PipeWireOptions(
                mediaName: "monitor", role: .game, target: sink,
                blockFrames: LatencyBench.blockFrames)
            options.capturesSink = true
            input = PipeWireInput(options)
        }

        deinit { input.stop() }

        func start() throws(DeviceError) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            try input.start(
                CaptureClient(
                    { context, input, frameCount, nanoseconds in
                        Unmanaged<MonitorProbe>.fromOpaque(context)._withUnsafeGuaranteedRef {
                            $0.look(input, Int(frameCount), nanoseconds)
                        }
                        return false
                    }, context: context, owner: Owner(), service: {}))
        }

        /// Keeps nothing: the probe stops the input before it goes.
        private final class Owner: Sendable {}

        var blockCount: Int { blocks.load(ordering: .relaxed) }

        /// Looks for the next sound.
        func arm() {
            found.store(0, ordering: .relaxed)
            isArmed.store(true, ordering: .releasing)
        }

        var foundTime: HostTime? {
            let nanoseconds = found.load(ordering: .acquiring)
            return nanoseconds == 0 ? nil : HostTime(nanoseconds: nanoseconds)
        }

        private func look(
            _ input: UnsafePointer<Float>, _ frameCount: Int, _ nanoseconds: Int64
        ) {
            blocks.add(1, ordering: .relaxed)
            guard isArmed.load(ordering: .acquiring) else { return }
            for frame in 0..<frameCount where abs(input[2 * frame]) > Self.threshold {
                isArmed.store(false, ordering: .relaxed)
                let offset = Int64(frame) * 1_000_000_000 / 48_000
                return found.store(nanoseconds + offset, ordering: .releasing)
            }
        }
    }

    /// Writes a click at the start of the next block when it is asked to, and notes when.
    ///
    /// Ownership: atomics.
    final class Clicker: Sendable {
        private let isWanted = Atomic<Bool>(false)
        private let clicked = Atomic<Int64>(0)
        private let due = Atomic<Int64>(0)

        static let level: Float = 0.5

        func request() {
            clicked.store(0, ordering: .relaxed)
            isWanted.store(true, ordering: .releasing)
        }

        /// The time at which the click was written.
        var clickTime: HostTime? { Self.time(clicked) }
        /// The time at which it was said to reach the device; `nil` where nothing says so.
        var dueTime: HostTime? { Self.time(due) }

        private static func time(_ value: borrowing Atomic<Int64>) -> HostTime? {
            let nanoseconds = value.load(ordering: .acquiring)
            return nanoseconds == 0 ? nil : HostTime(nanoseconds: nanoseconds)
        }

        /// - Parameter due: When the block is said to reach the device, in nanoseconds.
        /// - Returns: Whether the block begins with a click.
        func takesClick(due: Int64 = 0) -> Bool {
            guard isWanted.exchange(false, ordering: .acquiringAndReleasing) else { return false }
            self.due.store(due, ordering: .relaxed)
            clicked.store(LinuxClock.now.nanoseconds, ordering: .releasing)
            return true
        }

        /// A stream of silence with clicks.
        var client: RenderClient {
            RenderClient(
                { context, output, frameCount in
                    Unmanaged<Clicker>.fromOpaque(context)._withUnsafeGuaranteedRef { clicker in
                        output.update(repeating: 0, count: 2 * Int(frameCount))
                        if clicker.takesClick() {
                            for side in 0..<2 { output[side] = Clicker.level }
                        }
                    }
                    return false
                }, context: Unmanaged.passUnretained(self).toOpaque(), owner: self, service: {})
        }
    }
#endif
