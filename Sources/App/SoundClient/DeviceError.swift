/// Why a device could not be used. `what` names the device, `why` the cause, `advice` the remedy.
public struct DeviceError: Error, Hashable, Sendable {
    /// The name of the device.
    public var what: String
    /// The cause of the error.
    public var why: String
    /// The remedy.
    public var advice: String

    public init(what: String, why: String, advice: String) {
        self.what = what
        self.why = why
        self.advice = advice
    }
}
