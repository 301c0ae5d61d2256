import AudioModel
import InputDevices
import Testing

@Suite("Lost, hostile and too many events")
struct LostEventTests {
    @Test("after lost events the state of the device is read again")
    func dropped() {
        var bench = TranslatorBench()
        bench.add(1, .jack)
        bench.send([.down(InputKey.volumeUp), .report], at: 0)
        // The events up to the next report are stale.
        let isNeededBefore = bench.send([.dropped, .down(InputKey.volumeDown)], at: 10)
        let isNeeded = bench.send([.report], at: 10)
        #expect(!isNeededBefore && isNeeded)
        bench.translator.resynchronize(
            1,
            InputDeviceState(
                heldKeys: [InputKey.media], switches: [InputSwitch.headphoneInsert]),
            at: time(10))
        bench.send([.up(InputKey.media), .report], at: 100)
        bench.run(to: 5_000)
        #expect(bench.log == ["0 press volume up", "210 plug headphones", "410 headset press 1"])
    }

    @Test("an unknown device has no effect")
    func unknownDevice() {
        var bench = TranslatorBench()
        bench.send([.down(InputKey.volumeUp), .report, .dropped, .report], from: 9, at: 0)
        bench.translator.resynchronize(9, InputDeviceState(heldKeys: [115]), at: time(0))
        bench.remove(9, at: 10)
        #expect(bench.log == [])
    }

    @Test("a flood of key presses is limited, with one warning")
    func flood() {
        var bench = TranslatorBench()
        bench.add(1, .keyboard)
        for index in 0..<10_000 {
            let key = InputKey.nextSong
            bench.send([.down(key), .up(key), .report], at: Int64(index / 10))
        }
        #expect(bench.log.count == 30)
        #expect(bench.warnings == [.tooManyActions(device: "Keyboard")])
        // It counts again afterwards.
        bench.send([.down(InputKey.nextSong)], at: 2_000)
        #expect(bench.log.last == "2000 user presses next")
    }

    @Test("the last position of a switch is never lost in a flood")
    func floodOfSwitch() {
        var bench = TranslatorBench()
        bench.add(1, .muteSwitch)
        for index in 0..<1_000 {
            bench.send([.set(InputSwitch.muteDevice, index.isMultiple(of: 2)), .report], at: 10)
        }
        #expect(bench.log.count == 30)
        #expect(bench.log.last == "10 switch silent")
        bench.run(to: 5_000)
        #expect(bench.log.count == 31)
        #expect(bench.log.last == "1000 switch ring")
        #expect(bench.translator.nextDeadline == nil)
    }

    @Test("the end of a seek that began is reported in a flood, and no other")
    func floodOfSeeks() {
        var bench = TranslatorBench()
        bench.add(1, .keyboard)
        bench.send([.down(InputKey.fastForward)], at: 0)
        for _ in 0..<100 {
            bench.send([.down(InputKey.nextSong), .up(InputKey.nextSong)], at: 10)
        }
        bench.send([.down(InputKey.rewind), .up(InputKey.rewind)], at: 20)
        bench.send([.up(InputKey.fastForward)], at: 30)
        #expect(bench.log.count == 31)
        #expect(bench.log.last == "30 user presses seekForward end")
        #expect(!bench.log.contains { $0.contains("seekBackward") })
    }

    @Test(
        "random events never trap, and what begins ends", arguments: 1...50 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bench = TranslatorBench()
        let devices: [InputDeviceDescription] = [
            .keyboard, .jack, .slider, .muteSwitch, .avrcp, .volumeButtons, .lineout,
        ]
        let codes: [UInt16] = [
            0, 2, 3, 4, 6, 0x0e, 0x22, 113, 114, 115, 163, 164, 165, 168, 200, 208, 226, 767, 768,
            .max,
        ]
        let values: [Int32] = [0, 1, 1, 0, 2, 3, -1, .max, .min]
        var clock: Int64 = 0
        for _ in 0..<2_000 {
            // Times also go back.
            clock += Int64.random(in: -20...200, using: &generator)
            let id = Int.random(in: 0..<10, using: &generator)
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                let device = devices.randomElement(using: &generator) ?? .jack
                bench.add(id, device, InputDeviceState(soundProfile: 1), at: max(clock, 0))
            case 1: bench.remove(id, at: max(clock, 0))
            default:
                let event = InputEvent(
                    type: UInt16.random(in: 0...6, using: &generator),
                    code: codes.randomElement(using: &generator) ?? 0,
                    value: values.randomElement(using: &generator) ?? 0)
                bench.send([event], from: id, at: clock)
            }
        }
        for id in 0..<10 { bench.remove(id, at: clock + 1_000) }
        bench.run(to: clock + 100_000)
        #expect(bench.translator.nextDeadline == nil)
        func count(_ text: String) -> Int { bench.log.count { $0.hasSuffix(text) } }
        for kind in ["seekForward", "seekBackward"] {
            #expect(count("\(kind) begin") == count("\(kind) end"))
        }
        for port in ["headphones", "headset", "lineout"] {
            #expect(count(" plug \(port)") == count(" unplug \(port)"))
        }
        #expect(!bench.log.isEmpty)
    }

    @Test("time that ends does not trap")
    func endOfTime() {
        var translator = InputTranslator(.phone)
        translator.add(1, .jack, InputDeviceState(), at: HostTime(nanoseconds: .min))
        let end = HostTime(nanoseconds: .max)
        _ = translator.take(.down(InputKey.volumeUp), from: 1, at: end)
        _ = translator.take(.down(InputKey.media), from: 1, at: end)
        translator.advance(to: end)
        translator.remove(1, at: end)
        #expect(translator.nextDeadline == nil)
    }
}

@Suite("The options of input devices")
struct InputOptionsTests {
    @Test("are words")
    func words() {
        var options = InputOptions.desktop
        let unknown = options.apply("phone, no-jacks,mute-key,ring-switch=15,grab-volume")
        #expect(unknown == nil)
        var expected = InputOptions.phone
        expected.jacks = false
        expected.muteKey = true
        expected.ringSwitchCode = 15
        expected.grabsVolumeKeys = true
        #expect(options == expected)
        var unknowns = [options.apply("off")]
        #expect(options.isOff)
        for word in [""] + InputOptions.optionWords.flatMap({ [$0, "no-" + $0] }) {
            unknowns.append(options.apply(word))
        }
        #expect(unknowns.allSatisfy { $0 == nil })
    }

    @Test(
        "name the word that is unknown",
        arguments: ["loud", "no-", "no-phone", "ring-switch=17", "ring-switch=", "ring-switch=-1"])
    func unknown(word: String) {
        var options = InputOptions.phone
        let found = options.apply("phone," + word)
        #expect(found == word)
    }
}
