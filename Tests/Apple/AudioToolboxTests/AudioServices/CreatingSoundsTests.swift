import AudioToolbox
import TestSupport
import Testing

@Suite("Creating a system sound")
struct CreatingSoundsTests {
    let files: SoundFiles
    let app = VirtualPhone().open("blog")

    init() throws {
        files = SoundFiles()
    }

    private func create(_ url: URL) -> (status: OSStatus, sound: SystemSoundID) {
        // Not zero, to see whether a failure makes it so.
        var sound: SystemSoundID = 77
        let status = app.run { AudioServicesCreateSystemSoundID(url as CFURL, &sound) }
        return (status, sound)
    }

    // Acceptance case 1.
    @Test("from a second of linear PCM gives an identifier")
    func linearPCM() throws {
        // Given a second of linear PCM in a CAF file.
        let url = try files.tone()
        // When it is made a sound.
        let result = create(url)
        // Then there is an identifier, out of the reserved range.
        #expect(result.status == kAudioServicesNoError)
        #expect(result.sound > 4096)
    }

    // Acceptance case 2.
    @Test("twice from one file gives two identifiers")
    func twice() throws {
        let url = try files.tone()
        let first = create(url)
        let second = create(url)
        #expect(first.status == noErr && second.status == noErr)
        #expect(first.sound != second.sound)
    }

    // Acceptance case 3.
    @Test("of more than 30 seconds is refused")
    func tooLong() throws {
        let url = try files.tone(frames: 31 * 8000, sampleRate: 8000)
        let result = create(url)
        #expect(result.status == kAudioServicesSystemSoundExceededMaximumDurationError)
        #expect(result.sound == 0)
    }

    // Acceptance case 4.
    @Test("of exactly 30 seconds is allowed")
    func longest() throws {
        let url = try files.tone(frames: 30 * 8000, sampleRate: 8000)
        #expect(create(url).status == noErr)
    }

    // Acceptance case 5.
    @Test(
        "takes each container and coding of the documents",
        arguments: [
            NamedFile("ima4.caf", SoundFiles.cafIMA4(packets: 345)),
            NamedFile("pcm.aif", SoundFiles.aiff(frames: 44_100)),
            NamedFile("pcm.aiff", SoundFiles.aiff(frames: 44_100)),
            NamedFile("pcm.wav", SoundFiles.wav(frames: 8000)),
            NamedFile("content-decides.aiff", SoundFiles.wav(frames: 8000)),
        ])
    func containers(file: NamedFile) throws {
        let result = create(try files.write(file.bytes, as: file.testDescription))
        #expect(result.status == noErr)
        #expect(result.sound != 0)
    }

    // Acceptance case 6, and what else is no system sound.
    @Test(
        "refuses everything else",
        arguments: [
            NamedFile("aac.m4a", SoundFiles.m4a()),
            NamedFile("aac.caf", SoundFiles.cafAAC()),
            NamedFile("empty.caf", []),
            NamedFile("words.caf", Array("This is not a sound.".utf8)),
            NamedFile("cut.caf", Array(SoundFiles.caf(frames: 100, sampleRate: 8000).prefix(40))),
        ])
    func refused(file: NamedFile) throws {
        let result = create(try files.write(file.bytes, as: file.testDescription))
        #expect(result.status == kAudioServicesSystemSoundUnspecifiedError)
        #expect(result.sound == 0)
    }

    @Test("of a file that is not there, or a folder, is refused")
    func noFile() {
        for url in [files.missing("none.caf"), files.missing("")] {
            let result = create(url)
            #expect(result.status == kAudioServicesSystemSoundUnspecifiedError)
            #expect(result.sound == 0)
        }
    }

    @Test("from a URL that names no file is refused")
    func noFileURL() throws {
        let path = try files.tone().path
        let urls = [
            "http://example.org\(path)", "mailto:someone@example.org", "file://\(path)%00.txt", "",
        ].compactMap { NSURL(string: $0) }
        for url in urls {
            var sound: SystemSoundID = 77
            let status = app.run { AudioServicesCreateSystemSoundID(url, &sound) }
            #expect(status == kAudioServicesSystemSoundUnspecifiedError, "\(url)")
            #expect(sound == 0)
        }
    }

    @Test("takes a URL without a scheme as a path, and the path's own characters")
    func paths() throws {
        let url = try files.tone("ä b%20c.caf")
        let bare = try #require(
            NSURL(string: url.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)!))
        #expect(create(url).status == noErr)
        var sound: SystemSoundID = 0
        #expect(app.run { AudioServicesCreateSystemSoundID(bare, &sound) } == noErr)
        #expect(sound != 0)
    }

    @Test("without a place for the identifier is a parameter error")
    func noPlace() throws {
        let url = try files.tone()
        let status = app.run { AudioServicesCreateSystemSoundID(url as CFURL, nil) }
        #expect(status == kAudio_ParamError)
    }

    @Test("in two apps gives each its own: neither can end the other's")
    func twoApps() throws {
        // Given a sound of one app.
        let sound = create(try files.tone()).sound
        // When another app ends the sound of that number.
        let other = VirtualPhone().open("other")
        let foreign = other.run { AudioServicesDisposeSystemSoundID(sound) }
        // Then it has none, and the first still has its own.
        #expect(foreign == kAudioServicesSystemSoundUnspecifiedError)
        #expect(app.run { AudioServicesDisposeSystemSoundID(sound) } == noErr)
    }

    @Test("and ending it succeeds once")
    func dispose() throws {
        let sound = create(try files.tone()).sound
        let results = app.run {
            [AudioServicesDisposeSystemSoundID(sound), AudioServicesDisposeSystemSoundID(sound)]
        }
        #expect(results == [noErr, kAudioServicesSystemSoundUnspecifiedError])
    }

    @Test("100,000 times, and ending each, keeps no memory")
    func leaks() throws {
        // Given a sound of 6.4 kB once decoded.
        let url = try files.tone(frames: 1600)
        for _ in 0..<100 { createAndDispose(url) }
        let before = residentBytes()
        // When it is made and ended often enough to fill 640 MB.
        for _ in 0..<100_000 { createAndDispose(url) }
        // Then memory has grown by no more than the tests that run beside this one may take.
        #expect(residentBytes() - before < 300_000_000)
    }

    private func createAndDispose(_ url: URL) {
        app.run {
            var sound: SystemSoundID = 0
            AudioServicesCreateSystemSoundID(url as CFURL, &sound)
            AudioServicesDisposeSystemSoundID(sound)
        }
    }

    private func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = fields.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// A file of a test, which is shown by its name and not by its bytes.
struct NamedFile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        testDescription = name
        self.bytes = bytes
    }
}
