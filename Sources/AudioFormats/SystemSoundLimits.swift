import AudioModel

/// What System Sound Services takes.
public struct SystemSoundLimits: Hashable, Sendable {
    /// Seconds; exactly this long is still taken.
    public var durationMax: Double
    /// Whether only linear PCM and Apple IMA4 are taken, or whatever can be decoded.
    public var isDocumentedFormatsOnly: Bool

    /// What Apple documents: linear PCM or IMA4 in CAF, AIFF or WAVE, at most 30 seconds.
    ///
    /// Source: Apple, System Sound Services Reference, `AudioServicesCreateSystemSoundID`.
    public static let documented = SystemSoundLimits(durationMax: 30, isDocumentedFormatsOnly: true)
    /// What releases since about iOS 9 were seen to take: whatever decodes, at most 30 seconds.
    public static let lenient = SystemSoundLimits(durationMax: 30, isDocumentedFormatsOnly: false)
}

/// Whether System Sound Services takes a file, and why not.
public struct SystemSoundVerdict: Hashable, Sendable {
    /// One clause in plain words, also when accepted.
    public var reason: String
    /// nil when accepted.
    public var problem: Problem?

    public var accepted: Bool { problem == nil }

    public enum Problem: String, CaseIterable, Hashable, Sendable {
        case tooLong
        case unsupportedFormat
        /// A kind of file that is recognised, and not one of the three.
        case unsupportedContainer
    }

    public init(reason: String, problem: Problem? = nil) {
        self.reason = reason
        self.problem = problem
    }
}

/// Holds an opened file against the limits; its content decides, its name does not count.
public func systemSoundVerdict(
    of file: AudioFileReader, limits: SystemSoundLimits = .documented
) -> SystemSoundVerdict {
    let format = file.format
    let what = "\(format.codingName) in \(file.containerKind.name)"
    let taken = limits.isDocumentedFormatsOnly ? isDocumented(format) : isDecodable(file)
    guard taken else {
        let rule =
            limits.isDocumentedFormatsOnly
            ? "only linear PCM and Apple IMA4 are taken" : "this coding is not decoded"
        return SystemSoundVerdict(reason: "\(what): \(rule)", problem: .unsupportedFormat)
    }
    guard Double(file.frameCount) <= limits.durationMax * format.sampleRate else {
        return SystemSoundVerdict(
            reason: "lasts \(milliseconds(file.duration)) seconds: at most "
                + "\(milliseconds(limits.durationMax)) are taken",
            problem: .tooLong)
    }
    return SystemSoundVerdict(reason: "\(what), \(milliseconds(file.duration)) seconds")
}

/// The verdict for a kind of file whose packets are not cut.
public func systemSoundVerdict(
    of kind: ContainerKind, limits: SystemSoundLimits = .documented
) -> SystemSoundVerdict {
    let rule =
        limits.isDocumentedFormatsOnly
        ? "only linear PCM and Apple IMA4 in CAF, AIFF or WAVE are taken" : "not read yet"
    return SystemSoundVerdict(reason: "\(kind.name): \(rule)", problem: .unsupportedContainer)
}

private func isDocumented(_ format: StreamFormat) -> Bool {
    switch format.id {
    case .appleIMA4: true
    case .linearPCM: PCMDecoder(format) != nil
    default: false
    }
}

private func isDecodable(_ file: AudioFileReader) -> Bool {
    (try? FrameReader(file)) != nil
}

/// Seconds rounded up to three decimals, so that 30 seconds and a frame do not read as 30.
private func milliseconds(_ seconds: Double) -> String {
    let rounded = (seconds * 1000).rounded(.up) / 1000
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
        ? String(Int64(rounded)) : String(rounded)
}
