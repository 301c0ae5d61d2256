/// What a volume button or the side button does to an emergency alert. Raw values are the words of
/// the scenario language.
public enum EmergencyButtons: String, CaseIterable, Hashable, Sendable {
    /// The first press ends the alert's sound, and moves no volume; the alert itself lasts.
    case silence
    /// The ringer volume governs the alert's sound, and the volume buttons move it.
    case lower
    /// The alert sounds at full level, and a press acts as if it did not sound.
    case nothing
}
