/// The curve from a volume to an amplitude.
///
/// Source: Apple publishes no curve; the linear one is our choice (`docs/facts.md`).
public enum VolumeCurve: String, CaseIterable, Hashable, Sendable {
    case linear
    case quadratic
    /// The curve of most desktops' volume sliders.
    case cubic

    /// Returns the gain for a volume.
    ///
    /// - Parameter volume: The volume, 0…1.
    /// - Returns: The gain, 0…1.
    package func amplitude(of volume: Float) -> Float {
        switch self {
        case .linear: volume
        case .quadratic: volume * volume
        case .cubic: volume * volume * volume
        }
    }
}
