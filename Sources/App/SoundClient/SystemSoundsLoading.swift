import AudioCodecs
public import AudioFormats
public import SoundMixer

/// Reads a file that System Sound Services accepts, completely, at its own sample rate.
public func loadSystemSound(
    path: String, limits: SystemSoundLimits = .documented
) -> Result<VoiceSource, SystemSoundError> {
    do throws(FormatError) {
        let file = try AudioFileReader(path: path)
        let verdict = try systemSoundVerdict(of: file, named: path, limits: limits)
        if let problem = verdict.problem {
            return .failure(SystemSoundError(problem))
        }
        // What is stored as 16-bit integers is kept so: half as much memory, and nothing to decode.
        if let integers = try readIntegerSound(file) {
            return .success(.integers(integers, loopCount: 0))
        }
        return .success(.buffer(try decodeSound(file), loopCount: 0))
    } catch {
        return .failure(SystemSoundError(error.reason))
    }
}

extension SystemSoundError {
    fileprivate init(_ problem: SystemSoundVerdict.Problem) {
        switch problem {
        case .tooLong: self = .tooLong
        case .unsupportedFormat, .unsupportedContainer, .undocumentedName: self = .unsupported
        }
    }

    fileprivate init(_ reason: FormatError.Reason) {
        switch reason {
        case .cannotOpen, .cannotRead, .cannotWrite, .notAFile: self = .unreadable
        case .empty, .unknownContainer, .containerNotRead, .replaced, .endsEarly, .missing,
            .badField, .unsupportedCoding, .missingLibrary, .tooLarge:
            self = .unsupported
        }
    }
}
