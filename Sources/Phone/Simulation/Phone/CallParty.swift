/// A party of a call, from the phone's point of view.
public enum CallParty: Hashable, Sendable {
    /// The user of the phone.
    case user
    /// The party at the other end.
    case remoteParty
}
