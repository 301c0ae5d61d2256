/// How sure a statement about Apple's system is. Raw values are the words of `docs/facts.md`.
public enum FactConfidence: String, CaseIterable, Hashable, Sendable {
    /// Apple or a standard says it.
    case documented
    /// Others report it from devices.
    case observed
    /// Sori's authors have measured it.
    case measured
    /// Developers know it; no document was found.
    case remembered
    case disputed = "sources disagree"
    /// Nothing is known; the policy has to do something.
    case ours
}

/// Which behaviour of the phone is named where a story or a test rests on it.
///
/// A phone decides some points that Apple does not document. What a test expects there, a device
/// may contradict.
public enum Faithfulness: String, CaseIterable, Hashable, Sendable {
    /// Everything that no document says.
    case documented
    /// Everything that is neither documented nor observed on devices.
    case observed
    /// Everything, the documented rules too.
    case all

    /// Whether behaviour of this confidence is named.
    package func names(_ confidence: FactConfidence) -> Bool {
        switch self {
        case .documented: confidence != .documented
        case .observed: ![.documented, .observed, .measured].contains(confidence)
        case .all: true
        }
    }
}
