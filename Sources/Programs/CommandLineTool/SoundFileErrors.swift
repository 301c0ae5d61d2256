package import AudioCodecs
package import AudioModel

/// Reads from the file at `path`.
///
/// - Throws: An `inputError` with `advice`, when `body` throws.
package func readingInput<Result>(
    _ path: String, advice: String = "", _ body: () throws(FormatError) -> Result
) throws(ProgramError) -> Result {
    do throws(FormatError) { return try body() } catch {
        throw inputError(error, in: path, advice: advice)
    }
}

/// The error of a sound file that is read: `badInput`, or `deviceMissing` where only a library is
/// missing, which the message names with what to install.
package func inputError(
    _ error: FormatError, in path: String, advice: String = ""
) -> ProgramError {
    if case .missingLibrary = error.reason {
        return ProgramError(.deviceMissing, error.description, in: StreamPath.name(of: path))
    }
    return ProgramError(
        .badInput, error.description, in: StreamPath.name(of: path), advice: advice)
}

/// The error of a sound file that is made or written.
package func outputError(_ error: FormatError, in path: String) -> ProgramError {
    switch error.reason {
    case .cannotOpen(let number), .cannotWrite(let number): cannotWrite(path, number)
    default: ProgramError(.wrongUse, error.description, in: path, advice: "name another file")
    }
}

/// The error of a format that is not encoded: its library is missing, or no encoder makes it.
package func encoderError(_ format: StreamFormat, in path: String, advice: String) -> ProgramError {
    do throws(FormatError) {
        _ = try makePacketEncoder(format)
    } catch {
        if case .missingLibrary = error.reason { return inputError(error, in: path) }
    }
    return ProgramError(
        .wrongUse,
        "\(format.codingName) of \(Int(format.sampleRate)) Hz and \(format.channelCount) channels "
            + "cannot be made", in: path, advice: advice)
}
