/// Why a device could not be used. `what` names the device, `why` the cause, `advice` the remedy.
public struct DeviceError: Error, Hashable, Sendable {
    public var what: String
    public var why: String
    public var advice: String

    public init(what: String, why: String, advice: String) {
        self.what = what
        self.why = why
        self.advice = advice
    }
}
