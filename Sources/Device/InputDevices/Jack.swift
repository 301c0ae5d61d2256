import AudioModel

/// What is plugged into the jack of one device.
struct Jack {
    /// Time for which a plug must be seen before it counts: while it is pushed in, headphones may
    /// look like a headset, or the other way round. Unplugging counts at once.
    static let settlingTime = HostInterval.milliseconds(200)

    /// What is plugged in; `nil` for nothing.
    private(set) var port: Port?
    private var pending: (port: Port, at: HostTime)?

    var deadline: HostTime? { pending?.at }

    /// What the switches of a jack say.
    static func port(of switches: InputBits) -> Port? {
        if switches.contains(InputSwitch.headphoneInsert) {
            return switches.contains(InputSwitch.microphoneInsert) ? .headset : .headphones
        }
        return switches.contains(InputSwitch.lineoutInsert) ? Port(.lineout) : nil
    }

    /// Takes what the switches say when the device is found.
    init(_ switches: InputBits) {
        port = Self.port(of: switches)
    }

    /// Takes what the switches say now.
    mutating func update(_ switches: InputBits, at time: HostTime) {
        let found = Self.port(of: switches)
        guard let found, found != port else {
            port = found
            pending = nil
            return
        }
        pending = (found, pending?.at ?? time + Self.settlingTime)
    }

    mutating func advance(to time: HostTime) {
        guard let pending, pending.at <= time else { return }
        port = pending.port
        self.pending = nil
    }
}
