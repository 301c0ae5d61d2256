import AudioModel
import ProgramStreams
import Testing

import DeviceService

@Suite("The outputs of a machine")
struct MachinePortsTests {
    private func output(
        _ kind: AudioPort.Kind, _ name: String, isCurrent: Bool = false,
        _ availability: AudioPort.Availability = .available
    ) -> AudioPort {
        AudioPort(
            name: name, description: name, direction: .output, kind: kind,
            availability: availability, isCurrent: isCurrent, nodeName: name)
    }

    @Test("are plugged and unplugged as a jack is")
    func jack() {
        var ports = MachinePorts()
        let speaker = output(.speaker, "speaker", isCurrent: true)
        let idle = output(.speaker, "speaker")
        let gone = output(.headphones, "jack", .unavailable)
        #expect(ports.events(for: [speaker, gone]) == [])
        #expect(ports.hasJacks)
        #expect(
            ports.events(for: [speaker, output(.headphones, "jack")]) == [.portPlugged(.headphones)]
        )
        #expect(
            ports.events(for: [idle, output(.headphones, "jack", isCurrent: true)])
                == [.routePicked(.headphones)])
        #expect(ports.events(for: [speaker, gone]) == [.portUnplugged(.headphones)])
        #expect(ports.events(for: [speaker, gone]) == [])
    }

    @Test("that nobody has chosen are not the output")
    func screen() {
        var ports = MachinePorts()
        let speaker = output(.speaker, "speaker", isCurrent: true)
        #expect(
            ports.events(for: [speaker, output(.hdmi, "screen")])
                == [.portPlugged(Port(.hdmi)), .routePicked(.speaker)])
        #expect(
            ports.events(
                for: [output(.speaker, "speaker"), output(.hdmi, "screen", isCurrent: true)])
                == [.routePicked(Port(.hdmi))])
    }

    @Test("without a speaker have their first default for one")
    func board() {
        var ports = MachinePorts()
        let sink = output(.virtual, "sink", isCurrent: true)
        #expect(ports.events(for: [sink]) == [])
        #expect(
            ports.events(for: [
                output(.virtual, "sink"), output(.virtual, "phones", isCurrent: true),
            ])
                == [.portPlugged(Port(.usb))])
        #expect(ports.events(for: [sink]) == [.portUnplugged(Port(.usb))])
    }

    @Test("of no known kind are told apart")
    func unknown() {
        var ports = MachinePorts()
        let sink = output(.virtual, "sink", isCurrent: true)
        _ = ports.events(for: [sink])
        let all = [sink, output(.virtual, "Headphones"), output(.other, "a"), output(.other, "b")]
        #expect(
            ports.events(for: all) == [
                .portPlugged(.headphones), .portPlugged(Port(.usb)), .portPlugged(Port(.lineout)),
                .routePicked(.speaker),
            ])
        #expect(ports.events(for: [sink, all[1], all[3]]) == [.portUnplugged(Port(.usb))])
    }
}
