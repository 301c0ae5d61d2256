import AudioModel
import DeviceActions
import Dispatch
package import LiveDevice
import SoundServer
import Synchronization

extension DeviceServiceHost {
    /// Time in which a session manager moves the default sink, and then the streams.
    private static let moveLimit = DispatchTimeInterval.seconds(2)
    private static let streamsLimit = DispatchTimeInterval.milliseconds(300)

    /// Carries out an action of the device's user: `switch silent`. Not on the device's queue.
    ///
    /// - Returns: What was done, in words: `route hdmi: 2 streams moved`.
    package func carryOut(_ action: String) throws(DeviceActError) -> String {
        let command = try ServicedDevice.command(action)
        if case .act(.event(.routePicked(let port))) = command,
            withDevice({ $0.hasMachineRoute })
        {
            return try move(to: port)
        }
        let result = withDevice { device in
            Result { () throws(DeviceActError) in
                let before = device.status
                return (acts: try device.perform(command), before: before)
            }
        }
        let done = try result.get()
        // Behind what the action has put on the queue: programs that are silenced no more go on there.
        return withDevice { ActSummary(done.acts, from: done.before, to: $0.status).text }
    }

    private static func notMoved(to name: String) -> DeviceActError {
        .impossible(
            "PipeWire has not moved its default sink to \(name); a session manager, such as "
                + "WirePlumber, must run")
    }

    private func move(to port: Port) throws(DeviceActError) -> String {
        let result = withDevice { device in
            Result { () throws(DeviceActError) in try device.beginMove(to: port) }
        }
        guard let move = try result.get(), let streams = streams.withLock({ $0 }) else {
            return "route \(port.text): it was the output already"
        }
        let moving = streams.targets.filter { $0.value == move.sinkBefore }
        streams.use(outputNamed: move.name)
        guard move.isDone.wait(timeout: .now() + Self.moveLimit) == .success else {
            withDevice { $0.cancel(move) }
            throw Self.notMoved(to: move.name)
        }
        let status = withDevice { $0.status }
        let sink = status.sink
        guard sink != move.sinkBefore else {
            // Two outputs of one sink are its ports.
            guard status.route.contains(port.text) else { throw Self.notMoved(to: move.name) }
            return "route \(port.text)"
        }
        let deadline = DispatchTime.now() + Self.streamsLimit
        var staying = moving
        repeat {
            let targets = streams.targets
            staying = moving.filter { targets[$0.key] == $0.value }
            let isMoved = moving.allSatisfy { targets[$0.key].map { $0 == sink } ?? true }
            guard !isMoved, DispatchTime.now() < deadline else { break }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
        } while true
        let moved = moving.count - staying.count
        var parts = [moved == 0 ? "no stream moved" : "\(ActSummary.streams(moved)) moved"]
        if let stay = move.sinkBefore, !staying.isEmpty {
            parts.append("\(ActSummary.streams(staying.count)) with a target of its own on \(stay)")
        }
        return "route \(port.text): " + parts.joined(separator: ", ")
    }
}
