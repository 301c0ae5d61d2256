/// What a recorder keeps of the sound that it has recorded before an interruption, when it records
/// again without having been paused by its app.
///
/// Source: Apple's support as quoted in Canardoux/flutter_sound#1186, and
/// walktalkmeditate/pilgrim-ios#47, for `discarded`; the Audio Session Programming Guide's table of
/// interruption techniques, where recording can resume, for `kept`.
public enum InterruptedRecordingRule: String, CaseIterable, Hashable, Sendable {
    /// Nothing: the file begins with what follows the interruption.
    case discarded
    /// Everything: what follows is appended.
    case kept
}
