/// Whether a Standard MIDI File keeps its tracks when it is written again, and its sequence plays in
/// order; bytes that are no such file are fine. For fuzzing.
public func keepsMIDIFile(_ bytes: [UInt8]) -> Bool {
    guard let file = try? MIDIFile(bytes: bytes) else { return true }
    guard let again = try? MIDIFile(bytes: file.bytes), again.tracks.count == file.tracks.count
    else { return false }
    let sequence = MIDISequence(file)
    guard (try? MIDIFile(bytes: sequence.file().bytes)) != nil else { return false }
    var cursor = SequenceCursor(sequence)
    var last = 0.0
    while let due = cursor.next(before: .infinity) {
        guard due.beat >= last else { return false }
        last = due.beat
    }
    return true
}
