/// Whether a configuration that may hold anything is within its limits, and treats programs. For
/// fuzzing.
public func keepsConfigurationLimits(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let (configuration, problems) = ServiceConfiguration.parse(text)
    _ = configuration.disabledRules(for: .desktop)
    _ = configuration.treatment(of: ProgramFacts(names: ["firefox"], role: "Music"))
    let lineCount = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
    return problems.count <= ServiceConfiguration.problemsMax
        && configuration.treatments.count + problems.count <= lineCount
        && problems.allSatisfy { (1...lineCount).contains($0.line) && !$0.message.isEmpty }
}
