/// A button at the phone's side. Raw values are the words of the scenario language.
public enum VolumeButton: String, CaseIterable, Hashable, Sendable {
    case up
    case down
}
