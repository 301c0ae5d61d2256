#if PipeWire
    import CPipeWireShim
    import Dispatch
    import ProgramStreams
    import Synchronization

    /// The gains of all streams that play, as a second connection to the server sees them. Any thread.
    ///
    /// Ownership: the monitor's thread owns `objects` and `hasBegun`; the rest is locked.
    final class GainObserver: @unchecked Sendable {
        private struct State {
            var isSilent: [UInt32: Bool] = [:]
            var wanted: (count: Int, isSilent: Bool)?
        }

        private let state = Mutex(State())
        private let reached = DispatchSemaphore(value: 0)
        private var objects: [UInt32: OpaquePointer] = [:]
        private var hasBegun = false
        private var monitor: OpaquePointer?

        init() {
            var code: Int32 = 0
            // It lives as long as the process.
            let context = Unmanaged.passRetained(self).toOpaque()
            monitor = sori_pw_monitor_start(
                nil, "sori",
                { context, event in
                    Unmanaged<GainObserver>.fromOpaque(context).takeUnretainedValue()
                        .handle(event.pointee)
                }, context, &code)
            if let monitor { sori_pw_monitor_wake(monitor) }
        }

        /// Waits until a number of streams are silent, or are heard.
        func wait(for count: Int, silent isSilent: Bool) {
            state.withLock { $0.wanted = (count, isSilent) }
            check()
            reached.wait()
        }

        private func check() {
            let isReached = state.withLock { state in
                guard let wanted = state.wanted,
                    state.isSilent.values.count(where: { $0 == wanted.isSilent }) >= wanted.count
                else { return false }
                state.wanted = nil
                return true
            }
            if isReached { reached.signal() }
        }

        private func handle(_ event: sori_pw_monitor_event) {
            guard let monitor else { return }
            switch event.kind {
            case .wake where !hasBegun:
                hasBegun = true
                _ = sori_pw_monitor_connect(monitor)
            case .added where event.object_type == .node:
                guard let properties = event.properties,
                    let name = sori_pw_property(properties, "media.class"),
                    String(cString: name) == "Stream/Output/Audio"
                else { return }
                objects[event.id] = sori_pw_monitor_bind(monitor, .node, event.id)
            case .gains:
                guard let gains = event.gains?.pointee else { return }
                state.withLock { $0.isSilent[event.id] = gains.soft_mute }
                check()
            default: break
            }
        }
    }

    /// Silences many streams at once, again and again, and prints the milliseconds until the last node
    /// reports its new gain: of a change at once, and of a ramp.
    func printGainLatency(streamCount: Int, rounds: Int) throws {
        let serials = Mutex<[UInt64]>([])
        let isComplete = DispatchSemaphore(value: 0)
        let streamGuard = try ProgramStreamGuard { event in
            guard case .appeared(let stream) = event, stream.direction == .playback else { return }
            let count = serials.withLock { serials in
                serials.append(stream.serial)
                return serials.count
            }
            if count == streamCount { isComplete.signal() }
        }
        isComplete.wait()
        let all = serials.withLock { $0 }
        let observer = GainObserver()
        func set(_ gain: Float, _ ramp: Int) {
            for serial in all { streamGuard.set(gain: gain, rampMilliseconds: ramp, for: serial) }
        }
        for ramp in [0, 20] {
            var times: [Double] = []
            for _ in 0..<rounds {
                set(1, 0)
                observer.wait(for: streamCount, silent: false)
                let start = DispatchTime.now().uptimeNanoseconds
                set(0, ramp)
                observer.wait(for: streamCount, silent: true)
                times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
            }
            times.sort()
            say(
                "\(streamCount) streams, ramp \(ramp) ms: median \(times[rounds / 2]) ms, "
                    + "longest \(times[rounds - 1]) ms")
        }
        streamGuard.shutdown()
    }
#endif
