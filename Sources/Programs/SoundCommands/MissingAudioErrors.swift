import AudioCodecs
import AudioFormats
import CommandLineTool
import Playback

/// The error of a sound that ends before the audio that it states: what is there was played or
/// converted.
func shortageError(_ missing: MissingAudio, in path: String) -> ProgramError {
    ProgramError(
        .badInput, missing.description, in: path == "-" ? "standard input" : path,
        advice: advice(on: missing))
}

private func advice(on missing: MissingAudio) -> String {
    switch missing {
    case .frames, .bytes, .packet: "get the rest of it"
    case .otherFormat: "split the file where the format changes"
    }
}

/// The error of a sound that failed while it was played.
func playbackError(_ error: FormatError, of input: SoundInput, in path: String) -> ProgramError {
    if case .endsEarly = error.reason, let missing = try? input.missingAudio() {
        return shortageError(missing, in: path)
    }
    return inputError(error, in: path)
}
