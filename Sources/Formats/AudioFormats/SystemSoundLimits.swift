public import AudioCodecs
public import AudioModel

/// The restrictions of System Sound Services.
public struct SystemSoundLimits: Hashable, Sendable {
    /// Longest accepted duration in seconds, inclusive.
    public var durationMax: Double
    /// Whether only linear PCM and Apple IMA4 are accepted, or everything that can be decoded.
    public var isDocumentedFormatsOnly: Bool
    /// Whether a file is accepted only with one of `nameExtensions`, or whatever it is called.
    public var requiresDocumentedExtension: Bool

    /// The documented restrictions: linear PCM or IMA4 in CAF, AIFF or WAVE, in a file that is called
    /// so, at most 30 seconds.
    ///
    /// Source: Apple, System Sound Services Reference, `AudioServicesCreateSystemSoundID`; the iPhone
    /// guidelines on sounds for the names.
    public static let documented = SystemSoundLimits(
        durationMax: 30, isDocumentedFormatsOnly: true, requiresDocumentedExtension: true)
    /// The restrictions observed since about iOS 9: everything that decodes, at most 30 seconds.
    public static let lenient = SystemSoundLimits(
        durationMax: 30, isDocumentedFormatsOnly: false, requiresDocumentedExtension: false)

    /// The extensions of files that are documented, in lower case.
    public static let nameExtensions = ["caf", "aif", "aiff", "aifc", "wav", "wave"]
}

extension SystemSoundLimits {
    /// The restrictions of a rule.
    ///
    /// - Parameter names: Whether the names of files count where the rule restricts them.
    public init(_ rule: SystemSoundRule, names: Bool = true) {
        switch rule {
        case .documented: self = .documented
        case .lenient: self = .lenient
        }
        if !names { requiresDocumentedExtension = false }
    }
}

/// Whether System Sound Services accepts a file, and the reason.
public struct SystemSoundVerdict: Hashable, Sendable {
    /// English clause with the reason, also for accepted files.
    public var reason: String
    /// The restriction that is violated; nil when accepted.
    public var problem: Problem?

    /// Whether the file is accepted.
    public var accepted: Bool { problem == nil }

    /// The reason, and for a coding or a name that only the documented restrictions exclude, the
    /// setting that accepts it.
    ///
    /// - Parameter setting: How the user chooses the lenient restrictions, as they are written.
    public func reason(lenientWith setting: String) -> String {
        guard problem == .unsupportedFormat || problem == .undocumentedName else { return reason }
        let seconds = Int(SystemSoundLimits.lenient.durationMax)
        return "\(reason); \(setting) accepts whatever decodes, up to \(seconds) s"
    }

    /// A violated restriction.
    public enum Problem: String, CaseIterable, Hashable, Sendable {
        /// The sound lasts longer than `durationMax`.
        case tooLong
        /// The coding is not accepted.
        case unsupportedFormat
        /// The container is recognised, but is none of the three accepted ones.
        case unsupportedContainer
        /// The content is accepted, and the file is not called so.
        case undocumentedName
    }

    /// Creates a verdict.
    public init(reason: String, problem: Problem? = nil) {
        self.reason = reason
        self.problem = problem
    }
}

/// Checks an open file against the restrictions. Its content decides, and where they restrict names
/// its name, too.
///
/// - Parameter name: The file's name or path; `nil` where it has none that counts.
/// - Throws: Read errors.
public func systemSoundVerdict(
    of file: AudioFileReader, named name: String? = nil, limits: SystemSoundLimits = .documented
) throws(FormatError) -> SystemSoundVerdict {
    let format = file.format
    let (coding, container) = (format.codingName, file.containerKind.name)
    // Not "MPEG layer 3 in MPEG layer 3 audio".
    let what = container.hasPrefix(coding) ? container : "\(coding) in \(container)"
    let taken = limits.isDocumentedFormatsOnly ? isDocumented(format) : try isDecodable(file)
    guard taken else {
        let rule =
            limits.isDocumentedFormatsOnly
            ? "only linear PCM and Apple IMA4 are accepted" : "this coding cannot be decoded"
        return SystemSoundVerdict(reason: "\(what): \(rule)", problem: .unsupportedFormat)
    }
    if limits.requiresDocumentedExtension, let name, let problem = extensionProblem(name) {
        return SystemSoundVerdict(reason: problem, problem: .undocumentedName)
    }
    let duration = try file.duration()
    guard Double(try file.frameCount()) <= limits.durationMax * format.sampleRate else {
        return SystemSoundVerdict(
            reason: "lasts \(milliseconds(duration)) seconds: at most "
                + "\(milliseconds(limits.durationMax)) are accepted",
            problem: .tooLong)
    }
    return SystemSoundVerdict(reason: "\(what), \(milliseconds(duration)) seconds")
}

/// Checks a container that is only recognised.
public func systemSoundVerdict(
    of kind: ContainerKind, limits: SystemSoundLimits = .documented
) -> SystemSoundVerdict {
    let rule =
        limits.isDocumentedFormatsOnly
        ? "only linear PCM and Apple IMA4 in CAF, AIFF or WAVE are accepted" : "not supported"
    return SystemSoundVerdict(reason: "\(kind.name): \(rule)", problem: .unsupportedContainer)
}

private func extensionProblem(_ name: String) -> String? {
    let ending = nameEnding(name)
    if let ending, SystemSoundLimits.nameExtensions.contains(ending) { return nil }
    let accepted = SystemSoundLimits.nameExtensions.map { "." + $0 }.joined(separator: ", ")
    return (ending.map { "the name ends in .\($0)" } ?? "the name has no ending")
        + ": only \(accepted) are accepted"
}

private func isDocumented(_ format: StreamFormat) -> Bool {
    switch format.id {
    case .appleIMA4: true
    case .linearPCM: PCMDecoder(format) != nil
    default: false
    }
}

private func isDecodable(_ file: AudioFileReader) throws(FormatError) -> Bool {
    try FormatError.unlessDefective { () throws(FormatError) in try FrameReader(file) } != nil
}

/// Seconds rounded up to three decimals, so that 30 seconds and one frame are not shown as 30.
private func milliseconds(_ seconds: Double) -> String {
    let rounded = (seconds * 1000).rounded(.up) / 1000
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
        ? String(Int64(rounded)) : String(rounded)
}
