import AudioToolbox
import CoreFoundation
import Foundation

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("QueueRecorder: \(text)\n".utf8))
    exit(1)
}

/// Lets this app record; without it the queue does not start.
func setCategory() {
    AudioSessionInitialize(nil, nil, nil, nil)
    var category = kAudioSessionCategory_PlayAndRecord
    let status = AudioSessionSetProperty(
        kAudioSessionProperty_AudioCategory, UInt32(MemoryLayout<UInt32>.size), &category)
    if status != noErr { fail("AudioSessionSetProperty failed with \(status)") }
}

var words = Array(CommandLine.arguments.dropFirst())
let setsCategory = !words.contains("--no-category")
words.removeAll { $0 == "--no-category" }
guard let path = words.first, words.count <= 2 else {
    fail("usage: QueueRecorder FILE [SECONDS] [--no-category]")
}
let seconds = words.count == 2 ? Double(words[1]) ?? 0 : .infinity

if setsCategory { setCategory() }
do {
    let recorder = try Recorder(writingTo: path)
    // Ctrl-C ends the recording, not the program.
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    interrupt.setEventHandler { CFRunLoopStop(CFRunLoopGetMain()) }
    interrupt.resume()
    try recorder.start()
    print("recording \(path)")
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, min(seconds, 1e9), false)
    try recorder.stop()
    print("recorded \(path)")
} catch let failure as Recorder.Failure {
    fail("\(failure.call) failed with \(failure.status)")
}
