/// How a volume becomes an amplitude.
///
/// Source: Apple publishes no curve; the linear one is our choice (`docs/facts.md`).
public enum VolumeCurve: String, CaseIterable, Hashable, Sendable {
    case linear
    case quadratic
    /// That of most desktops' volume sliders.
    case cubic

    /// - Parameter volume: 0…1.
    /// - Returns: What samples are multiplied by, 0…1.
    package func amplitude(of volume: Float) -> Float {
        switch self {
        case .linear: volume
        case .quadratic: volume * volume
        case .cubic: volume * volume * volume
        }
    }
}
