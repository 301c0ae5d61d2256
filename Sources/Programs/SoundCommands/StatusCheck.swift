import AudioToolbox
import CommandLineTool

/// Throws an error that has the name and the meaning of a status, unless it is `noErr`.
func checkStatus(
    _ status: OSStatus, _ what: String, in path: String, advice: String
) throws(ProgramError) {
    guard status != noErr else { return }
    let code = StatusCode.matching(String(status)).first
    throw ProgramError(
        status == kAudioQueueErr_CannotStart ? .deviceMissing : .wrongUse,
        "\(what): \(code.map { "\($0.name), \($0.meaning)" } ?? "status \(status)")",
        in: path, advice: advice)
}
