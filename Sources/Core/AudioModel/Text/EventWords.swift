extension DeviceEvent {
    /// What happened, in words much like those of the scenario language.
    package var words: String {
        switch self {
        case .volumeSet(let kind, let volume): "\(kind.rawValue) \(shortest(volume))"
        case .portPlugged(let port), .portUnplugged(let port): "\(name) \(port)"
        case .routePicked(let port): "route \(port) is picked"
        case .memoryLow: "memory is low"
        case .remoteCommand(let command): "\(name) \(command.words)"
        default: text
        }
    }
}
