/// Why a device could not be used. `what` names it, `why` says what happened, `advice` what to do.
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
