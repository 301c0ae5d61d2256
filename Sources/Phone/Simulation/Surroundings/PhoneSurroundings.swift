public import AudioModel
import SoundClient
import SoundPolicy
import SoundServer

// How the phone is held, its battery, and what is close to it.

extension SimulatedPhone {
    /// Turns the phone: every app is notified, and interfaces follow where their apps allow it.
    public func turn(_ orientation: DeviceOrientation) { happen(.turned(orientation)) }

    /// How the phone is held: in portrait at first.
    public var orientation: DeviceOrientation { stage.server.inspect { $0.orientation } }

    /// The battery: full, and not connected to power, at first. Apps that monitor it are notified of a
    /// change.
    public var battery: Battery {
        get { stage.server.inspect { $0.battery } }
        set { happen(.batteryChanged(newValue)) }
    }

    /// Whether the phone is held to the user's ear, or something else is close to its proximity
    /// sensor.
    public var isNearEar: Bool {
        get { stage.server.inspect { $0.isNear } }
        set { happen(.proximityChanged(isNear: newValue)) }
    }
}

extension SimulatedPhone.App {
    /// The orientation of the app's interface: upright until a window of the app shows a controller.
    public var interfaceOrientation: InterfaceOrientation { staged.sound.surroundings.interface }
}

extension SimulatedPhone {
    /// Whether the screen shows something: not while the phone is locked, and not while it is held to
    /// the ear in a call or by the user of an app that monitors the proximity sensor.
    public var isScreenOn: Bool {
        let (isLocked, isNear, isCallAtEar) = stage.server.inspect { machine in
            let outputs = machine.route.outputs
            let isAtEar = outputs.contains { $0.kind == .receiver }
            return (machine.isLocked, machine.isNear, machine.callState == .connected && isAtEar)
        }
        guard !isLocked, isNear else { return !isLocked }
        let front = apps.last { [.active, .inactive].contains($0.state) }
        return !isCallAtEar && front?.staged.sound.surroundings.isProximityMonitored != true
    }
}
