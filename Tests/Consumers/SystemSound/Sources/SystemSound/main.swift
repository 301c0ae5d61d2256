import AudioToolbox

// Plays one short sound as an iOS app would, and says what happened. Exits 0 when all of it did.

/// What the completion reports, handed to it through its client data.
final class Outcome {
    var completedSound: SystemSoundID = 0
    var completionCount = 0
    var disposeStatus: OSStatus = -1
}

func fail(_ what: String) -> Never {
    print("failed: \(what)")
    exit(1)
}

let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("sori-consumer-\(ProcessInfo.processInfo.processIdentifier).wav")
try waveFile(ofTone: 440, seconds: 0.3).write(to: url)

var soundID: SystemSoundID = 0
let created = AudioServicesCreateSystemSoundID(url as CFURL, &soundID)
try? FileManager.default.removeItem(at: url)  // Decoded at creation: the file may go.
guard created == kAudioServicesNoError, soundID > 0 else { fail("create answered \(created)") }
print("created sound \(soundID)")

let outcome = Outcome()
AudioServicesAddSystemSoundCompletion(
    soundID, nil, nil,
    { soundID, clientData in
        let outcome = Unmanaged<Outcome>.fromOpaque(clientData!).takeUnretainedValue()
        outcome.completedSound = soundID
        outcome.completionCount += 1
        AudioServicesRemoveSystemSoundCompletion(soundID)
        outcome.disposeStatus = AudioServicesDisposeSystemSoundID(soundID)
        CFRunLoopStop(CFRunLoopGetCurrent())
    },
    Unmanaged.passUnretained(outcome).toOpaque())

let started = Date()
AudioServicesPlaySystemSound(soundID)
// The main run loop is where completions run; it is given five seconds.
while outcome.completionCount == 0, Date().timeIntervalSince(started) < 5 {
    _ = RunLoop.main.run(mode: .default, before: started.addingTimeInterval(5))
}
let elapsed = Date().timeIntervalSince(started)

guard outcome.completionCount == 1 else { fail("\(outcome.completionCount) completions") }
guard outcome.completedSound == soundID else { fail("completion of another sound") }
guard outcome.disposeStatus == kAudioServicesNoError else {
    fail("dispose in the completion answered \(outcome.disposeStatus)")
}
guard elapsed >= 0.25, elapsed < 4 else { fail("0.3 s of sound took \(elapsed) s") }
print("played it and disposed of it in its completion")

// The sound is gone; the attempt is reported all the same, on a queue of the library's own.
let attempted = DispatchSemaphore(value: 0)
AudioServicesPlayAlertSoundWithCompletion(soundID) {
    attempted.signal()
}
guard attempted.wait(timeout: .now() + 5) == .success else { fail("no completion block") }
print("playing it again did nothing, and said so")

let bogus = AudioServicesCreateSystemSoundID(url as CFURL, &soundID)
guard bogus != kAudioServicesNoError, soundID == 0 else { fail("a missing file was taken") }
print("a missing file is refused with \(bogus)")
