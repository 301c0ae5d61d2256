public import AudioModel
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
