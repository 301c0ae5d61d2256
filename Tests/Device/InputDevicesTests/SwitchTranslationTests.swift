import AudioModel
import InputDevices
import Testing

@Suite("Switches, sliders and jacks")
struct SwitchTranslationTests {
    @Test("a mute switch is the ring switch, and its position is known from the beginning")
    func muteSwitch() {
        var bench = TranslatorBench()
        bench.add(1, .muteSwitch, InputDeviceState(switches: [InputSwitch.muteDevice]))
        bench.send([.set(InputSwitch.muteDevice, false), .report], at: 10)
        bench.send([.set(InputSwitch.muteDevice, false), .report], at: 20)
        bench.send([.set(InputSwitch.muteDevice, true)], at: 30)
        // Nothing counts before its report.
        bench.run(to: 40)
        bench.send([.report], at: 50)
        #expect(bench.log == ["0 switch silent", "10 switch ring", "50 switch silent"])
    }

    @Test("another code can be the ring switch")
    func otherCode() {
        var options = InputOptions.off
        let unknown = options.apply("ring-switch=0x0f")
        #expect(unknown == nil)
        var bench = TranslatorBench(options)
        bench.add(1, InputDeviceDescription(name: "Phone", switches: [0x0e, 0x0f]))
        bench.send([.set(0x0e, true), .report], at: 10)
        bench.send([.set(0x0f, true), .report], at: 20)
        #expect(bench.log == ["0 switch ring", "20 switch silent"])
    }

    @Test("a slider has three positions, the middle one vibrates")
    func slider() {
        var bench = TranslatorBench()
        bench.add(1, .slider, InputDeviceState(soundProfile: 2))
        for (index, value) in [Int32(1), 0, 1, 2, 3, -1, .max, 0].enumerated() {
            bench.send([.slide(value), .report], at: 10 * Int64(index + 1))
        }
        #expect(
            bench.log == [
                "0 switch ring", "10 setting vibrate-on-silent on", "10 switch silent",
                "20 setting vibrate-on-silent off", "30 setting vibrate-on-silent on",
                "40 switch ring", "80 setting vibrate-on-silent off", "80 switch silent",
            ])
    }

    @Test("a slider leaves the vibration alone where that is asked for")
    func sliderWithoutVibration() {
        var options = InputOptions.phone
        let unknown = options.apply("no-slider-vibration")
        #expect(unknown == nil)
        var bench = TranslatorBench(options)
        bench.add(1, .slider, InputDeviceState(soundProfile: 1))
        bench.send([.slide(0), .report], at: 10)
        bench.send([.slide(2), .report], at: 20)
        #expect(bench.log == ["0 switch silent", "20 switch ring"])
    }

    @Test("of two devices with a ring switch the one that moved last decides")
    func twoSwitches() {
        var bench = TranslatorBench()
        bench.add(1, .muteSwitch)
        bench.add(2, .slider, InputDeviceState(soundProfile: 2))
        bench.send([.slide(1), .report], from: 2, at: 10)
        bench.send([.report], from: 1, at: 20)
        bench.send([.set(InputSwitch.muteDevice, true), .report], from: 1, at: 30)
        bench.send([.set(InputSwitch.muteDevice, false), .report], from: 1, at: 40)
        #expect(
            bench.log == [
                "0 switch ring", "10 setting vibrate-on-silent on", "10 switch silent",
                "40 switch ring",
            ])
    }

    /// Events of a jack, each with its time, and what is reported.
    struct JackRow: Sendable, CustomTestStringConvertible {
        var name: String
        var events: [(Int64, [InputEvent])]
        var expected: [String]

        var testDescription: String { name }
    }

    private static let (headphone, microphone) = (
        InputSwitch.headphoneInsert, InputSwitch.microphoneInsert
    )

    static let jackRows = [
        JackRow(
            name: "headphones", events: [(0, [.set(headphone, true), .report])],
            expected: ["200 plug headphones"]),
        JackRow(
            name: "a headset",
            events: [(0, [.set(headphone, true), .set(microphone, true), .report])],
            expected: ["200 plug headset"]),
        JackRow(
            name: "a headset that looks like headphones at first",
            events: [
                (0, [.set(headphone, true), .report]), (150, [.set(microphone, true), .report]),
            ],
            expected: ["200 plug headset"]),
        JackRow(
            name: "a headset whose microphone is found late",
            events: [
                (0, [.set(headphone, true), .report]), (500, [.set(microphone, true), .report]),
            ],
            expected: ["200 plug headphones", "700 plug headset", "700 unplug headphones"]),
        JackRow(
            name: "headphones that are pulled out",
            events: [
                (0, [.set(headphone, true), .report]), (500, [.set(headphone, false), .report]),
            ],
            expected: ["200 plug headphones", "500 unplug headphones"]),
        JackRow(
            name: "a plug that is pulled out before it counts",
            events: [
                (0, [.set(headphone, true), .report]), (100, [.set(headphone, false), .report]),
            ],
            expected: []),
        JackRow(
            name: "a microphone alone", events: [(0, [.set(microphone, true), .report])],
            expected: []),
        JackRow(
            name: "impossible values",
            events: [
                (0, [InputEvent(type: InputEventType.switch, code: headphone, value: 7), .report]),
                (1, [InputEvent(type: InputEventType.switch, code: .max, value: 1), .report]),
                (2, [InputEvent(type: .max, code: headphone, value: 1), .report]),
            ],
            expected: []),
    ]

    @Test("a jack plugs and unplugs", arguments: jackRows)
    func jack(_ row: JackRow) {
        var bench = TranslatorBench()
        bench.add(1, .jack)
        for (time, events) in row.events { bench.send(events, at: time) }
        bench.run(to: 10_000)
        #expect(bench.log == row.expected)
        #expect(bench.translator.nextDeadline == nil)
    }

    @Test("what is plugged in when the device is found is reported at once, and unplugged with it")
    func initialJack() {
        var bench = TranslatorBench()
        bench.add(1, .jack, InputDeviceState(switches: [InputSwitch.headphoneInsert]))
        bench.add(2, .lineout, InputDeviceState(switches: [InputSwitch.lineoutInsert]), at: 10)
        bench.remove(1, at: 20)
        #expect(bench.log == ["0 plug headphones", "10 plug lineout", "20 unplug headphones"])
    }

    @Test("two jacks with headphones plug them once")
    func twoJacks() {
        var bench = TranslatorBench()
        let plugged = InputDeviceState(switches: [InputSwitch.headphoneInsert])
        bench.add(1, .jack, plugged)
        bench.add(2, .jack, plugged)
        bench.send([.set(InputSwitch.headphoneInsert, false), .report], from: 1, at: 10)
        #expect(bench.log == ["0 plug headphones"])
        bench.send([.set(InputSwitch.headphoneInsert, false), .report], from: 2, at: 20)
        #expect(bench.log == ["0 plug headphones", "20 unplug headphones"])
    }

    @Test("jacks are not read where that is asked for")
    func withoutJacks() {
        var options = InputOptions.phone
        let unknown = options.apply("no-jacks")
        #expect(unknown == nil)
        var bench = TranslatorBench(options)
        bench.add(1, .jack, InputDeviceState(switches: [InputSwitch.headphoneInsert]))
        bench.send([.set(InputSwitch.headphoneInsert, true), .report], at: 10)
        bench.run(to: 1_000)
        #expect(bench.log == [])
    }
}
