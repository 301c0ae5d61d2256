#if PipeWire
    import AudioModel
    import HostLinux
    import SoundClient
    import Synchronization

    /// PipeWire's output, which observes what an app renders into it.
    final class ObservedOutput: OutputDevice, Sendable {
        let sampleRate = 48_000.0
        let watch = RenderWatch()
        private let output: PipeWireOutput

        /// Uses the default output, like an embedded app without an explicit device.
        init() {
            output = PipeWireOutput(.init(role: .game))
        }

        deinit { stop() }

        func start(_ source: OutputSource) throws(DeviceError) {
            watch.source.store(
                UInt(bitPattern: Unmanaged.passUnretained(source).toOpaque()), ordering: .releasing)
            try output.start(watch.client { source.service() })
        }

        /// Starts a stream of silence without an app.
        func startBare() throws(DeviceError) {
            try output.start(watch.client {})
        }

        func stop() { output.stop() }

        /// Blocks that PipeWire went on without.
        var missedBlockCount: Int { output.missedCycleCount }
        var isLost: Bool { output.isLost }
    }

    /// Counters of the render thread about the sound that it passes on.
    final class RenderWatch: Sendable {
        /// The address of an `OutputSource` that outlives the stream; zero for silence.
        fileprivate let source = Atomic<UInt>(0)
        private let firstBlock = Atomic<Int64>(0)
        private let firstSound = Atomic<Int64>(0)
        private let blocks = Atomic<Int>(0)
        private let gaps = Atomic<Int>(0)
        private let wasSilent = Atomic<Bool>(false)

        var blockCount: Int { blocks.load(ordering: .relaxed) }
        /// Gaps in the middle of the sound, each counted once.
        var gapCount: Int { gaps.load(ordering: .relaxed) }
        /// Time of the first request for a block.
        var firstBlockTime: HostTime? { Self.time(firstBlock) }
        /// Time at which the first block with sound was done.
        var firstSoundTime: HostTime? { Self.time(firstSound) }

        private static func time(_ value: borrowing Atomic<Int64>) -> HostTime? {
            let nanoseconds = value.load(ordering: .acquiring)
            return nanoseconds == 0 ? nil : HostTime(nanoseconds: nanoseconds)
        }

        func client(service: @escaping @Sendable () -> Void) -> RenderClient {
            RenderClient(
                renderWatched, context: Unmanaged.passUnretained(self).toOpaque(),
                owner: self, service: service)
        }

        /// Renders a block. Render thread.
        fileprivate func render(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Bool {
            if blocks.add(1, ordering: .relaxed).oldValue == 0 {
                firstBlock.store(LinuxClock.now.nanoseconds, ordering: .releasing)
            }
            let address = source.load(ordering: .acquiring)
            guard let source = UnsafeRawPointer(bitPattern: address) else {
                output.update(repeating: 0, count: 2 * frameCount)
                return false
            }
            let wantsService = Unmanaged<OutputSource>.fromOpaque(source)
                ._withUnsafeGuaranteedRef { $0.render(into: output, frameCount: frameCount) }
            observe(output, frameCount)
            return wantsService
        }

        private func observe(_ output: UnsafePointer<Float>, _ frameCount: Int) {
            var isSilent = wasSilent.load(ordering: .relaxed)
            let hasSounded = firstSound.load(ordering: .relaxed) != 0
            guard hasSounded else {
                guard (0..<2 * frameCount).contains(where: { output[$0] != 0 }) else { return }
                return firstSound.store(LinuxClock.now.nanoseconds, ordering: .releasing)
            }
            for frame in 0..<frameCount {
                let isSilentHere = output[2 * frame] == 0 && output[2 * frame + 1] == 0
                if isSilentHere && !isSilent { gaps.add(1, ordering: .relaxed) }
                isSilent = isSilentHere
            }
            wasSilent.store(isSilent, ordering: .relaxed)
        }
    }

    private func renderWatched(
        _ context: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>,
        _ frameCount: UInt32
    ) -> Bool {
        Unmanaged<RenderWatch>.fromOpaque(context)._withUnsafeGuaranteedRef {
            $0.render(into: output, frameCount: Int(frameCount))
        }
    }
#endif
