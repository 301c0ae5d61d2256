/// The iOS version that the phone behaves like: one of those that changed the sound policy.
///
/// The raw value is the major version, as scenarios write it.
public enum PhoneProfile: Int, CaseIterable, Hashable, Comparable, Sendable {
    case ios3 = 3
    case ios6 = 6
    case ios8 = 8
    case ios13 = 13
    case ios17 = 17
    case ios26 = 26

    public static func < (left: PhoneProfile, right: PhoneProfile) -> Bool {
        left.rawValue < right.rawValue
    }
}
