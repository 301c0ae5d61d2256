// Only what an app imports: the module brings Foundation with it.
import AudioModel
import AudioToolbox
import Testing

@Suite("An app's usual source")
struct SourceCompatibilityTests {
    let files: SoundFiles
    let phone = VirtualPhone()
    let app: VirtualApp

    init() throws {
        files = SoundFiles()
        app = phone.open("blog")
    }

    @Test(
        "compiles, and its closures run on any thread although they are written on the main actor")
    @MainActor
    func closuresOnTheMainActor() throws {
        // Given closures written where Swift takes code to belong to the main actor.
        let calls = CompletionCalls()
        let block = BlockRuns()
        let url = try files.tone(frames: 480)
        app.run {
            var sound: SystemSoundID = 0
            let status = AudioServicesCreateSystemSoundID(url as CFURL, &sound)
            #expect(status == noErr)
            AudioServicesAddSystemSoundCompletion(
                sound, CFRunLoopGetCurrent(), CFRunLoopMode.commonModes.rawValue,
                { sound, clientData in
                    completionProc(sound, clientData)
                    AudioServicesRemoveSystemSoundCompletion(sound)
                    AudioServicesDisposeSystemSoundID(sound)
                }, calls.clientData)
            AudioServicesPlaySystemSoundWithCompletion(sound) { block.note() }
        }
        // When they are called on another thread, then the program goes on.
        let phone = phone
        Crowd(1) { _ in phone.pass(.seconds(1)) }.wait()
        #expect(calls.count == 1)
        #expect(block.count == 1)
    }

    @Test("compiles with URLs and strings of either kind")
    func bridging() throws {
        let url = try files.tone(frames: 480)
        let object = NSURL(fileURLWithPath: url.path)
        let text = "kCFRunLoopDefaultMode"
        let mode: CFString = text as CFString
        app.run {
            var sound: SystemSoundID = 0
            // The result may be left alone.
            AudioServicesCreateSystemSoundID(object, &sound)
            #expect(sound != 0)
            #expect(
                AudioServicesCreateSystemSoundID(object as CFURL, &sound) == kAudioServicesNoError)
            AudioServicesAddSystemSoundCompletion(sound, nil, mode, completionProc, nil)
            AudioServicesDisposeSystemSoundID(sound)
        }
        #expect(mode as String == text)
        #expect(CFRunLoopMode.defaultMode == CFRunLoopMode(rawValue: text as CFString))
    }

    @Test("compiles with the structures filled in or left empty")
    func structures() {
        var description = AudioStreamBasicDescription()
        description.mFormatID = kAudioFormatLinearPCM
        description.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        let same = AudioStreamBasicDescription(
            mSampleRate: 0, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 0x0C,
            mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0, mChannelsPerFrame: 0,
            mBitsPerChannel: 0, mReserved: 0)
        #expect(description.mFormatFlags == same.mFormatFlags)
        let frameCount: AUAudioFrameCount = UInt32(512)
        #expect(frameCount == 512)
        let writable: DarwinBoolean = true
        #expect(writable.boolValue && "\(writable)" == "true")
    }
}
