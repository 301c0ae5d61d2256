import AudioCodecs
import AudioFormats
public import AudioModel

/// Reads a file that System Sound Services accepts, completely, at its own sample rate.
@Sendable
public func loadSystemSound(path: String) -> Result<SoundBuffer, SystemSoundError> {
    do throws(FormatError) {
        let file = try AudioFileReader(path: path)
        if let problem = try systemSoundVerdict(of: file).problem {
            return .failure(SystemSoundError(problem))
        }
        return .success(try decodeSound(file))
    } catch {
        return .failure(SystemSoundError(error.reason))
    }
}

extension SystemSoundError {
    fileprivate init(_ problem: SystemSoundVerdict.Problem) {
        switch problem {
        case .tooLong: self = .tooLong
        case .unsupportedFormat, .unsupportedContainer: self = .unsupported
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
