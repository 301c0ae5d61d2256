import AudioToolbox
import Testing

@Suite("The properties of a system sound")
struct PropertyTests {
    let files: SoundFiles
    let app = VirtualPhone().open("blog")
    let sound: SystemSoundID

    static let both = [
        kAudioServicesPropertyIsUISound, kAudioServicesPropertyCompletePlaybackIfAppDies,
    ]

    init() throws {
        files = SoundFiles()
        let url = try files.tone(frames: 100)
        sound = app.run { makeSound(url) }
    }

    // Acceptance case 18.
    @Test("have their defaults and a size of four bytes", arguments: zip(both, [1, 0] as [UInt32]))
    func defaults(property: AudioServicesPropertyID, expected: UInt32) {
        var sound = sound
        var size: UInt32 = 4
        var value: UInt32 = 77
        let status = app.run { AudioServicesGetProperty(property, 4, &sound, &size, &value) }
        #expect(status == noErr)
        #expect(size == 4)
        #expect(value == expected)
    }

    @Test("say that they can be set", arguments: both)
    func info(property: AudioServicesPropertyID) {
        var sound = sound
        var size: UInt32 = 0
        var isWritable: DarwinBoolean = false
        let status = app.run {
            AudioServicesGetPropertyInfo(property, 4, &sound, &size, &isWritable)
        }
        #expect(status == noErr)
        #expect(size == 4)
        #expect(isWritable.boolValue)
        // Neither answer has to be wanted.
        #expect(app.run { AudioServicesGetPropertyInfo(property, 4, &sound, nil, nil) } == noErr)
    }

    @Test("are read as they were set, for one sound at a time", arguments: both)
    func set(property: AudioServicesPropertyID) throws {
        let url = try files.tone(frames: 100)
        let other = app.run { makeSound(url) }
        let before = read(property, of: other)
        for (written, expected) in [(0, 0), (1, 1), (5, 1)] as [(UInt32, UInt32)] {
            var sound = sound
            var value = written
            let status = app.run { AudioServicesSetProperty(property, 4, &sound, 4, &value) }
            #expect(status == noErr)
            #expect(read(property, of: sound) == expected)
        }
        #expect(read(property, of: other) == before)
    }

    @Test("give only their size without a pointer for the value")
    func sizeOnly() {
        var sound = sound
        for given: UInt32 in [0, 4, 99] {
            var size = given
            let status = app.run {
                AudioServicesGetProperty(kAudioServicesPropertyIsUISound, 4, &sound, &size, nil)
            }
            #expect(status == noErr)
            #expect(size == 4)
        }
    }

    @Test("are written at any address, and never past their size")
    func unaligned() {
        var bytes = [UInt8](repeating: 0xEE, count: 12)
        var size: UInt32 = 11
        let status = bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: sound, toByteOffset: 1, as: UInt32.self)
            let specifier = UnsafeRawPointer(bytes.baseAddress! + 1)
            let value = bytes.baseAddress! + 5
            return app.run {
                AudioServicesGetProperty(
                    kAudioServicesPropertyIsUISound, 4, specifier, &size, value)
            }
        }
        #expect(status == noErr)
        #expect(size == 4)
        #expect(bytes[5..<9].contains(1) && bytes[9...].allSatisfy { $0 == 0xEE })
    }

    /// One way to call: everything that can be wrong with it.
    struct Call {
        var property = kAudioServicesPropertyIsUISound
        var specifierSize: UInt32 = 4
        var hasSpecifier = true
        var dataSize: UInt32 = 4
        var hasData = true
        var isOfKnownSound = true
    }

    // Acceptance case 19, and what is told where several things are wrong.
    @Test(
        "refuse a wrong call by the first thing that is wrong with it",
        arguments: [
            (Call(dataSize: 8), kAudioServicesBadPropertySizeError),
            (Call(dataSize: 3), kAudioServicesBadPropertySizeError),
            (Call(dataSize: 0), kAudioServicesBadPropertySizeError),
            (Call(specifierSize: 2), kAudioServicesBadSpecifierSizeError),
            (Call(specifierSize: 0, hasSpecifier: false), kAudioServicesBadSpecifierSizeError),
            (Call(property: 0x3F3F_3F3F), kAudioServicesUnsupportedPropertyError),
            (Call(hasSpecifier: false), kAudio_ParamError),
            (Call(hasData: false), kAudio_ParamError),
            (Call(isOfKnownSound: false), kAudioServicesSystemSoundUnspecifiedError),
            (
                Call(
                    property: 0, specifierSize: 2, hasSpecifier: false, dataSize: 8,
                    hasData: false, isOfKnownSound: false),
                kAudioServicesUnsupportedPropertyError
            ),
            (
                Call(
                    specifierSize: 2, hasSpecifier: false, dataSize: 8, hasData: false,
                    isOfKnownSound: false),
                kAudioServicesBadSpecifierSizeError
            ),
            (Call(hasSpecifier: false, dataSize: 8, isOfKnownSound: false), kAudio_ParamError),
            (Call(dataSize: 8, isOfKnownSound: false), kAudioServicesBadPropertySizeError),
        ])
    func refusedSet(call: Call, expected: OSStatus) {
        var id = call.isOfKnownSound ? sound : 4711
        var value: UInt64 = 0
        let status = app.run {
            withUnsafePointer(to: &id) { id in
                withUnsafePointer(to: &value) { value in
                    AudioServicesSetProperty(
                        call.property, call.specifierSize, call.hasSpecifier ? id : nil,
                        call.dataSize, call.hasData ? value : nil)
                }
            }
        }
        #expect(status == expected)
        #expect(read(kAudioServicesPropertyIsUISound, of: sound) == 1)
    }

    @Test(
        "write nothing where a call is refused",
        arguments: [
            (Call(dataSize: 3), kAudioServicesBadPropertySizeError),
            (Call(specifierSize: 8), kAudioServicesBadSpecifierSizeError),
            (Call(property: 0x3F3F_3F3F), kAudioServicesUnsupportedPropertyError),
            (Call(hasSpecifier: false), kAudio_ParamError),
            (Call(isOfKnownSound: false), kAudioServicesSystemSoundUnspecifiedError),
        ])
    func refusedGet(call: Call, expected: OSStatus) {
        var id = call.isOfKnownSound ? sound : 4711
        var size = call.dataSize
        var value: UInt32 = 77
        var isWritable: DarwinBoolean = false
        let statuses = app.run {
            withUnsafePointer(to: &id) { id in
                [
                    AudioServicesGetProperty(
                        call.property, call.specifierSize, call.hasSpecifier ? id : nil, &size,
                        &value),
                    AudioServicesGetPropertyInfo(
                        call.property, call.specifierSize, call.hasSpecifier ? id : nil, &size,
                        &isWritable),
                ]
            }
        }
        #expect(statuses[0] == expected)
        #expect(value == 77)
        if expected != kAudioServicesBadPropertySizeError {
            // The size of the data is no matter of the other call.
            #expect(statuses[1] == expected)
            #expect(size == call.dataSize)
            #expect(!isWritable.boolValue)
        }
    }

    @Test("cannot be read without a place for their size")
    func noSize() {
        var sound = sound
        var value: UInt32 = 77
        let status = app.run {
            AudioServicesGetProperty(kAudioServicesPropertyIsUISound, 4, &sound, nil, &value)
        }
        #expect(status == kAudio_ParamError)
        #expect(value == 77)
    }

    private func read(_ property: AudioServicesPropertyID, of sound: SystemSoundID) -> UInt32? {
        var sound = sound
        var size: UInt32 = 4
        var value: UInt32 = 77
        let status = app.run { AudioServicesGetProperty(property, 4, &sound, &size, &value) }
        return status == noErr ? value : nil
    }
}
