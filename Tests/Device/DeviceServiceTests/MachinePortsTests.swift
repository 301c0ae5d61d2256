import AudioModel
import ProgramStreams
import ScenarioLanguage
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
        #expect(ports.acts(for: [speaker, gone]) == [])
        #expect(ports.hasJacks)
        #expect(
            ports.acts(for: [speaker, output(.headphones, "jack")]) == [.plug(.headphones)])
        #expect(
            ports.acts(for: [idle, output(.headphones, "jack", isCurrent: true)])
                == [.route(.headphones)])
        #expect(ports.acts(for: [speaker, gone]) == [.unplug(.headphones)])
        #expect(ports.acts(for: [speaker, gone]) == [])
    }

    @Test("that nobody has chosen are not the output")
    func screen() {
        var ports = MachinePorts()
        let speaker = output(.speaker, "speaker", isCurrent: true)
        #expect(
            ports.acts(for: [speaker, output(.hdmi, "screen")])
                == [.plug(Port(.hdmi)), .route(.speaker)])
        #expect(
            ports.acts(
                for: [output(.speaker, "speaker"), output(.hdmi, "screen", isCurrent: true)])
                == [.route(Port(.hdmi))])
    }

    @Test("without a speaker have their first default for one")
    func board() {
        var ports = MachinePorts()
        let sink = output(.virtual, "sink", isCurrent: true)
        #expect(ports.acts(for: [sink]) == [])
        #expect(
            ports.acts(for: [output(.virtual, "sink"), output(.virtual, "phones", isCurrent: true)])
                == [.plug(Port(.usb))])
        #expect(ports.acts(for: [sink]) == [.unplug(Port(.usb))])
    }

    @Test("of no known kind are told apart")
    func unknown() {
        var ports = MachinePorts()
        let sink = output(.virtual, "sink", isCurrent: true)
        _ = ports.acts(for: [sink])
        let all = [sink, output(.virtual, "Headphones"), output(.other, "a"), output(.other, "b")]
        #expect(
            ports.acts(for: all) == [
                .plug(.headphones), .plug(Port(.usb)), .plug(Port(.lineout)), .route(.speaker),
            ])
        #expect(ports.acts(for: [sink, all[1], all[3]]) == [.unplug(Port(.usb))])
    }
}
