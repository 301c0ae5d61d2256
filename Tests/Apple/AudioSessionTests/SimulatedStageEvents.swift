import AudioModel
import Simulation
import SoundPolicy
import SoundServer

extension SimulatedStage {
    /// Sends an event, and lets its notifications be delivered.
    func send(_ event: DeviceEvent) {
        server.send(event)
        advance(by: .milliseconds(10))
    }
}
