import AudioModel
import DeviceActions
import ProgramStreams
import Testing

import DeviceService

@Suite("The outputs of a machine")
struct MachinePortsTests {
    private func output(
        _ kind: AudioPort.Kind, _ name: String, isCurrent: Bool = false,
        _ availability: AudioPort.Availability = .available, card: String? = nil
    ) -> AudioPort {
        AudioPort(
            name: name, description: name, direction: .output, kind: kind,
            availability: availability, isCurrent: isCurrent, nodeName: name, cardName: card)
    }

    @Test("are plugged and unplugged as a jack is")
    func jack() {
        var ports = MachinePorts()
        let speaker = output(.speaker, "speaker", isCurrent: true, card: "card")
        let idle = output(.speaker, "speaker", card: "card")
        let gone = output(.headphones, "jack", .unavailable, card: "card")
        let idleJack = output(.headphones, "jack", card: "card")
        let jack = output(.headphones, "jack", isCurrent: true, card: "card")
        #expect(ports.events(for: [speaker, gone]) == [])
        #expect(ports.hasJacks)
        #expect(
            ports.events(for: [speaker, idleJack]) == [
                .portPlugged(.headphones), .routePicked(.speaker),
            ])
        #expect(ports.events(for: [idle, jack]) == [.routePicked(.headphones)])
        #expect(ports.current?.name == "jack")
        // The loss comes first: it stops what played there.
        #expect(
            ports.events(for: [speaker, gone]) == [
                .portUnplugged(.headphones), .routePicked(.speaker),
            ])
        #expect(ports.events(for: [speaker, gone]) == [])
    }

    @Test("are the route only when they are the default, whatever is plugged in or gone")
    func fallback() {
        var ports = MachinePorts()
        let speaker = output(.virtual, "speaker", isCurrent: true)
        let idle = output(.virtual, "speaker")
        let screen = output(.virtual, "hdmi")
        #expect(
            ports.events(for: [screen, speaker]) == [
                .portPlugged(Port(.hdmi)), .routePicked(.speaker),
            ])
        let phones = output(.virtual, "headphones", isCurrent: true)
        #expect(
            ports.events(for: [idle, screen, phones]) == [
                .portPlugged(.headphones), .routePicked(.headphones),
            ])
        // Gone before the session manager has chosen another.
        #expect(ports.events(for: [idle, screen]) == [.portUnplugged(.headphones)])
        #expect(ports.current == nil)
        #expect(ports.events(for: [speaker, screen]) == [.routePicked(.speaker)])
        #expect(
            ports.events(for: [idle, output(.virtual, "hdmi", isCurrent: true)])
                == [.routePicked(Port(.hdmi))])
    }

    @Test("without a speaker have their first default for one")
    func board() {
        var ports = MachinePorts()
        let sink = output(.virtual, "sink", isCurrent: true)
        #expect(ports.events(for: [sink]) == [])
        let other = Port(.lineout, name: "other")
        #expect(
            ports.events(for: [
                output(.virtual, "sink"), output(.virtual, "other", isCurrent: true),
            ]) == [.portPlugged(other), .routePicked(other)])
        #expect(
            ports.events(for: [sink]) == [.portUnplugged(other), .routePicked(.speaker)])
    }

    @Test("of a machine with a screen alone are the screen")
    func onlyScreen() {
        var ports = MachinePorts()
        let screen = output(.hdmi, "screen", isCurrent: true)
        #expect(
            ports.events(for: [screen]) == [.portPlugged(Port(.hdmi)), .routePicked(Port(.hdmi))])
    }

    @Test("of one kind are told apart, and keep their ports")
    func sameKind() {
        var ports = MachinePorts()
        let speaker = output(.speaker, "speaker", isCurrent: true)
        let (one, two) = (output(.hdmi, "a"), output(.hdmi, "b"))
        _ = ports.events(for: [one, speaker])
        #expect(
            ports.events(for: [one, two, speaker, output(.speaker, "second")]) == [
                .portPlugged(Port(.hdmi, name: "b")), .portPlugged(Port(.lineout, name: "second")),
                .routePicked(.speaker),
            ])
        #expect(
            ports.events(for: [two, speaker]).contains(.portUnplugged(Port(.hdmi))))
        #expect(ports.outputs.map(\.port) == [Port(.hdmi, name: "b"), .speaker])
    }

    @Test(
        "are of the kind that PipeWire's properties tell",
        arguments: [
            (["device.api": "bluez5"], AudioPort.Kind.bluetooth),
            (
                ["device.api": "bluez5", "api.bluez5.profile": "headset-head-unit"],
                .bluetoothHandsFree
            ),
            (["device.api": "raop"], .airPlay), (["node.network": "true"], .network),
            (["device.api": "alsa", "device.profile.name": "hdmi-stereo"], .hdmi),
            (["device.api": "alsa", "device.bus": "usb"], .usb),
            (["device.bus": "usb", "device.form-factor": "headset"], .headset),
            (["device.bus": "usb", "device.form-factor": "speaker"], .usb),
            (["device.form-factor": "internal"], .speaker),
            (["device.form-factor": "handset"], .receiver),
            (["device.form-factor": "headphone"], .headphones),
            (["device.form-factor": "car"], .car), (["device.api": "alsa"], .other),
            ([:], .virtual),
        ])
    func kinds(properties: [String: String], kind: AudioPort.Kind) {
        #expect(AudioPort.Kind { properties[$0] } == kind)
    }

    @Test("that change to a profile for calls are not lost")
    func profile() {
        var ports = MachinePorts()
        let speaker = output(.speaker, "speaker")
        _ = ports.events(for: [
            output(.bluetooth, "music", isCurrent: true, card: "bluez"), speaker,
        ])
        #expect(
            ports.events(for: [
                output(.bluetoothHandsFree, "call", isCurrent: true, card: "bluez"), speaker,
            ]) == [
                .portPlugged(Port(.bluetoothHFP)), .routePicked(Port(.bluetoothHFP)),
                .portUnplugged(Port(.bluetoothA2DP)),
            ])
    }

    @Test("that are worn come before what was picked, but not before another program's choice")
    func worn() {
        var ports = MachinePorts()
        let speaker = output(.speaker, "speaker", isCurrent: true)
        _ = ports.events(for: [speaker])
        let phones = output(.headphones, "phones")
        let events = ports.events(for: [phones, speaker])
        #expect(ports.outputBeforeChoice(after: events) == nil)
        ports.isOwnChoice = true
        #expect(ports.outputBeforeChoice(after: events)?.name == "phones")
        #expect(ports.outputBeforeChoice(after: []) == nil)
        ports.isOwnChoice = false
        #expect(ports.outputBeforeChoice(after: events) == nil)
        // What only takes part when it is picked is no accessory that is worn.
        ports.isOwnChoice = true
        let screen = ports.events(for: [phones, speaker, output(.hdmi, "screen")])
        #expect(screen.contains(.portPlugged(Port(.hdmi))))
        #expect(ports.outputBeforeChoice(after: screen) == nil)
    }

    @Test(
        "have names with which a user picks them, as they are shown",
        arguments: [
            ("USB Audio", "USB Audio"), ("pci-0000:00:1f.3", "pci-0000:00:1f.3"),
            ("a \"quoted\" name", "a \"quoted\" name"), (" a\t  \u{7}b ", "a b"), ("", "second"),
            (String(repeating: "n", count: 99), String(repeating: "n", count: 64)),
        ])
    func names(description: String, shown: String) throws {
        var ports = MachinePorts()
        var second = output(.other, "second")
        second.description = description
        _ = ports.events(for: [output(.speaker, "speaker", isCurrent: true), second])
        let port = try #require(ports.outputs.map(\.port).first { $0 != .speaker })
        #expect("\(port)" == "lineout:" + shown)
        for text in ["\(port)", port.text] {
            #expect(
                try DeviceCommand(parsing: DeviceCommand.route(to: text))
                    == .act(.event(.routePicked(port))))
        }
    }

    @Test("beyond the limit are left out, but for the one in use")
    func limit() {
        var ports = MachinePorts()
        let many = (0..<300).map { output(.other, "\($0)", isCurrent: $0 == 299) }
        _ = ports.events(for: many)
        #expect(ports.outputs.count == 256)
        #expect(ports.current?.name == "299")
    }
}
