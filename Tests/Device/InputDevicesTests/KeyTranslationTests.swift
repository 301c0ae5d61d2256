import AudioModel
import InputDevices
import Testing

@Suite("Keys of input devices")
struct KeyTranslationTests {
    /// A key of a device, and what one press of it reports.
    struct Row: Sendable, CustomTestStringConvertible {
        var device: InputDeviceDescription
        var key: UInt16
        var options = InputOptions.phone
        var expected: [String]

        var testDescription: String { "\(device.name) \(key)" }
    }

    private static func options(_ words: String) -> InputOptions {
        var options = InputOptions.phone
        let unknown = options.apply(words)
        return unknown == nil ? options : .off
    }

    static let rows = [
        Row(device: .volumeButtons, key: InputKey.volumeUp, expected: ["0 press volume up"]),
        Row(device: .volumeButtons, key: InputKey.volumeDown, expected: ["0 press volume down"]),
        // The power button.
        Row(device: .volumeButtons, key: 116, expected: []),
        // A key that the device does not have.
        Row(device: .volumeButtons, key: InputKey.nextSong, expected: []),
        Row(device: .volumeButtons, key: .max, expected: []),
        Row(
            device: .volumeButtons, key: InputKey.volumeUp, options: options("no-volume-keys"),
            expected: []),
        Row(device: .keyboard, key: 30, expected: []),
        Row(device: .keyboard, key: InputKey.playPause, expected: ["0 user presses toggle"]),
        Row(device: .keyboard, key: InputKey.play, expected: ["0 user presses play"]),
        Row(device: .keyboard, key: InputKey.nextSong, expected: ["0 user presses next"]),
        Row(device: .keyboard, key: InputKey.previousSong, expected: ["0 user presses previous"]),
        Row(device: .keyboard, key: InputKey.stopCD, expected: ["0 user presses stop"]),
        // The key that opens a media player.
        Row(device: .keyboard, key: InputKey.media, expected: []),
        Row(device: .keyboard, key: InputKey.mute, expected: []),
        Row(device: .keyboard, key: InputKey.microphoneMute, expected: []),
        Row(
            device: .keyboard, key: InputKey.mute, options: options("mute-key"),
            expected: ["0 switch to the other position"]),
        Row(
            device: .keyboard, key: InputKey.microphoneMute, options: options("mic-mute-key"),
            expected: ["0 switch to the other position"]),
        Row(
            device: .keyboard, key: InputKey.nextSong, options: options("no-media-keys"),
            expected: []),
        Row(device: .keyboard, key: InputKey.volumeUp, options: .desktop, expected: []),
        Row(device: .avrcp, key: InputKey.playCD, expected: ["0 user presses play"]),
        Row(device: .avrcp, key: InputKey.pauseCD, expected: ["0 user presses pause"]),
        Row(device: .avrcp, key: InputKey.nextSong, expected: ["0 user presses next"]),
        Row(device: .jack, key: InputKey.media, expected: ["400 headset press 1"]),
        Row(device: .jack, key: InputKey.voiceCommand, expected: ["0 assistant begins"]),
        Row(device: .jack, key: InputKey.media, options: options("no-headset"), expected: []),
        Row(device: .usbHeadset, key: InputKey.playPause, expected: ["400 headset press 1"]),
        Row(device: .usbHeadset, key: InputKey.volumeUp, expected: ["0 press volume up"]),
        Row(device: .telephone, key: InputKey.pickUpPhone, expected: ["0 call is answered"]),
        Row(device: .telephone, key: InputKey.hangUpPhone, expected: ["0 hang up"]),
        Row(device: .telephone, key: InputKey.voiceCommand, expected: ["0 assistant begins"]),
    ]

    @Test("do what they are for", arguments: rows)
    func press(_ row: Row) {
        var bench = TranslatorBench(row.options)
        bench.add(1, row.device)
        bench.send([.down(row.key), .report, .up(row.key), .report], at: 0)
        bench.run(to: 5_000)
        #expect(bench.log == row.expected)
        #expect(bench.translator.nextDeadline == nil)
    }

    @Test("of the volume repeat while they are held, and the kernel's repetitions do not count")
    func repeats() {
        var bench = TranslatorBench()
        bench.add(1, .volumeButtons)
        bench.send([.down(InputKey.volumeUp), .report], at: 0)
        for time in stride(from: Int64(250), to: 750, by: 33) {
            bench.send([.repeated(InputKey.volumeUp), .report], at: time)
        }
        bench.send([.up(InputKey.volumeUp), .report], at: 750)
        bench.run(to: 5_000)
        #expect(bench.log == [0, 500, 600, 700].map { "\($0) press volume up" })
    }

    @Test("that are stuck stop repeating")
    func stuck() {
        var bench = TranslatorBench()
        bench.add(1, .volumeButtons)
        bench.send([.down(InputKey.volumeDown), .report], at: 0)
        bench.run(to: 3_600_000)
        #expect(bench.log.count == 33)
        #expect(bench.log.last == "3600 press volume down")
        #expect(bench.translator.nextDeadline == nil)
    }

    @Test("of the volume that follow each other repeat the last one alone")
    func oppositeKeys() {
        var bench = TranslatorBench()
        bench.add(1, .volumeButtons)
        bench.send([.down(InputKey.volumeUp)], at: 0)
        bench.send([.down(InputKey.volumeDown)], at: 450)
        bench.send([.up(InputKey.volumeUp)], at: 700)
        bench.send([.up(InputKey.volumeDown)], at: 1_000)
        bench.run(to: 5_000)
        #expect(
            bench.log == ["0 press volume up", "450 press volume down", "950 press volume down"])
    }

    @Test("are released when their device is gone")
    func unplugged() {
        var bench = TranslatorBench()
        bench.add(1, .keyboard)
        bench.add(2, .jack)
        bench.send([.down(InputKey.volumeUp), .down(InputKey.fastForward)], at: 0)
        bench.send([.down(InputKey.media)], from: 2, at: 0)
        bench.remove(1, at: 450)
        bench.remove(2, at: 600)
        bench.run(to: 5_000)
        #expect(
            bench.log == [
                "0 press volume up", "0 user presses seekForward begin",
                "450 user presses seekForward end", "500 headset press long", "600 headset release",
            ])
        #expect(bench.translator.nextDeadline == nil)
    }

    @Test("seek as long as they are held")
    func seeks() {
        var bench = TranslatorBench()
        bench.add(1, .keyboard)
        bench.send([.down(InputKey.rewind)], at: 0)
        bench.send([.up(InputKey.rewind)], at: 2_000)
        #expect(
            bench.log == [
                "0 user presses seekBackward begin", "2000 user presses seekBackward end",
            ])
    }

    @Test("that were held before the device was found are not pressed")
    func heldBefore() {
        var bench = TranslatorBench()
        bench.add(1, .volumeButtons, InputDeviceState(heldKeys: [InputKey.volumeUp]))
        bench.send([.down(InputKey.volumeUp), .up(InputKey.volumeUp)], at: 10)
        #expect(bench.log == [])
        bench.send([.down(InputKey.volumeUp)], at: 20)
        #expect(bench.log == ["20 press volume up"])
    }
}

@Suite("The button of a headset")
struct HeadsetButtonTests {
    /// Times at which the button changes, beginning with a press, and what is reported.
    struct Row: Sendable, CustomTestStringConvertible {
        var changes: [Int64]
        var expected: [String]

        var testDescription: String { "\(changes)" }
    }

    static let rows = [
        Row(changes: [0, 100], expected: ["400 headset press 1"]),
        Row(changes: [0, 100, 300, 350], expected: ["700 headset press 2"]),
        Row(changes: [0, 50, 399, 450], expected: ["799 headset press 2"]),
        Row(changes: [0, 50, 400, 450], expected: ["400 headset press 1", "800 headset press 1"]),
        Row(changes: [0, 50, 200, 250, 400, 450], expected: ["800 headset press 3"]),
        Row(
            changes: [0, 50, 100, 150, 200, 250, 300, 350, 400, 450],
            expected: ["800 headset press 3"]),
        // Released after the interval, but before it counts as held.
        Row(changes: [0, 450], expected: ["450 headset press 1"]),
        Row(
            changes: [0, 499, 600, 700],
            expected: ["499 headset press 1", "1000 headset press 1"]),
        Row(changes: [0, 800], expected: ["500 headset press long", "800 headset release"]),
        Row(
            changes: [0, 50, 200, 3_000],
            expected: ["700 headset hold 2", "3000 headset release"]),
        Row(
            changes: [0, 50, 200, 250, 400, 3_000],
            expected: ["900 headset hold 3", "3000 headset release"]),
        // A press after a long one counts from one again.
        Row(
            changes: [0, 800, 900, 950],
            expected: ["500 headset press long", "800 headset release", "1300 headset press 1"]),
    ]

    @Test("is counted, and held", arguments: rows)
    func gestures(_ row: Row) {
        var bench = TranslatorBench()
        bench.add(1, .jack)
        for (index, time) in row.changes.enumerated() {
            let key = InputKey.media
            bench.send([index.isMultiple(of: 2) ? .down(key) : .up(key), .report], at: time)
        }
        bench.run(to: 60_000)
        #expect(bench.log == row.expected)
        #expect(bench.translator.nextDeadline == nil)
    }

    @Test("counts by the times of the events, however late they are read")
    func lateReading() {
        var translator = InputTranslator(.phone)
        translator.add(1, .jack, InputDeviceState(), at: time(0))
        for (event, at) in [
            (InputEvent.down(InputKey.media), Int64(0)), (.up(InputKey.media), 50),
            (.down(InputKey.media), 300), (.up(InputKey.media), 350),
            (.down(InputKey.media), 2_000), (.up(InputKey.media), 2_900),
        ] {
            _ = translator.take(event, from: 1, at: time(at))
        }
        translator.advance(to: time(10_000))
        #expect(
            translator.takeOutput().actions.map(\.description) == [
                "headset press 2", "headset press long", "headset release",
            ])
    }
}
