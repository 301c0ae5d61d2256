/// The generation of the operating system that the phone follows. Raw values are the scenario
/// language's words.
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
