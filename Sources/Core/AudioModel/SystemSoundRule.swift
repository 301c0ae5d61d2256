/// Which files System Sound Services accept.
public enum SystemSoundRule: String, CaseIterable, Hashable, Sendable {
    /// Linear PCM and Apple IMA4, as the guideline says.
    case documented
    /// Everything that decodes, as reports from devices say; MP3, for instance.
    case lenient
}
