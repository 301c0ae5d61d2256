import AudioModel
package import CommandLineTool
import CoreFoundation
import Glibc
import HostLinux
import SoundClient
import SoundRuntime

/// Starts recordings.
package protocol RecordingMaker {
    /// Opens the microphone and starts recording into the file.
    func record(_ request: RecordRequest, _ console: Console) throws(ProgramError) -> any Player
}

/// Recordings from this machine's microphones.
package struct MachineRecorders: RecordingMaker {
    package init() {}

    package func record(
        _ request: RecordRequest, _ console: Console
    ) throws(ProgramError) -> any Player {
        try request.checkFormat()
        try checkFolder(ofFile: request.path)
        try checkPlace(request)
        let device = try device(request)
        let phone = EmbeddedPhone(outputRate: 48_000, input: device)
        // The phone lives as long as its recording.
        let recording = try QueueRecording(request, on: phone, from: device)
        awaitRoute(of: device)
        return recording
    }

    /// Waits until the device knows its route, which takes some milliseconds.
    private func awaitRoute(of device: any HostInput) {
        #if PipeWire
            guard let input = device as? PipeWireInput else { return }
            let deadline = LinuxClock.now + .milliseconds(300)
            while input.source == nil, !input.isLost, LinuxClock.now < deadline {
                usleep(5_000)
            }
        #endif
    }

    /// Before anything is opened: what is there is only replaced when that is asked for.
    private func checkPlace(_ request: RecordRequest) throws(ProgramError) {
        var found = stat()
        guard stat(request.path, &found) == 0, !request.mayReplace else { return }
        throw ProgramError(
            .wrongUse, "exists already", in: request.path,
            advice: "write --force to replace it")
    }

    /// - Throws: `deviceMissing` without a microphone.
    private func device(_ request: RecordRequest) throws(ProgramError) -> any HostInput {
        let target: String?
        switch try request.input.map({ word throws(ProgramError) in try RecordedInput(word) }) {
        case .source(let name): target = name
        case .sink(let name): return try monitor(of: name)
        case nil: target = nil
        }
        let (device, warning) = defaultInput(target: target, holdsOnRemoval: true)
        if let warning {
            // The rest says what a device that hears nothing would do.
            let why = warning.split(separator: ": silence is recorded").first ?? ""
            throw ProgramError(
                .deviceMissing, "there is no microphone, nothing is recorded: \(why)",
                advice: "start PipeWire")
        }
        #if PipeWire
            if let input = device as? PipeWireInput, input.sources.isEmpty {
                throw ProgramError(
                    .deviceMissing, "there is no microphone", advice: "plug one in, then try again")
            }
        #endif
        return device
    }

    /// What a sink plays.
    private func monitor(of sink: String) throws(ProgramError) -> any HostInput {
        #if PipeWire
            var options = PipeWireOptions(
                mediaName: "recording", role: .production, target: sink, holdsOnRemoval: true)
            options.capturesSink = true
            let input = PipeWireInput(options)
            do throws(DeviceError) { try input.connect() } catch {
                throw ProgramError(.deviceMissing, error.why, advice: error.advice)
            }
            return input
        #else
            // Without PipeWire no sink is found.
            throw ProgramError(.deviceMissing, "there is no output '\(sink)'")
        #endif
    }
}

/// What `--input` names.
package enum RecordedInput: Equatable {
    /// A source, by its name.
    case source(String)
    /// A sink, by its name: what it plays is recorded.
    case sink(String)

    /// Ends the name of a sink that is recorded.
    private static let monitorEnding = ".monitor"

    /// Asks the machine for its devices.
    init(_ word: String) throws(ProgramError) {
        self = try Self(
            word, sources: { () throws(ProgramError) in try .list(.recording) },
            sinks: { () throws(ProgramError) in try .list(.playback) })
    }

    /// - Parameter word: The name or description of a source; that of a sink and `.monitor`; or
    ///   `monitor` for the default sink.
    /// - Throws: `deviceMissing`, with the nearest names.
    package init(
        _ word: String, sources: () throws(ProgramError) -> MachineDevices,
        sinks: () throws(ProgramError) -> MachineDevices
    ) throws(ProgramError) {
        let found = try sources()
        let isMonitor = word.hasSuffix(Self.monitorEnding) || word == "monitor"
        if !isMonitor || found.nodes.contains(where: { $0.name == word || $0.description == word })
        {
            self = .source(try found.named(word).name)
        } else if word == "monitor" {
            let outputs = try sinks()
            guard let name = outputs.defaultName ?? outputs.nodes.first?.name else {
                throw ProgramError(
                    .deviceMissing, "there is no output to record",
                    advice: "plug one in, then try again")
            }
            self = .sink(name)
        } else {
            let name = String(word.dropLast(Self.monitorEnding.count))
            let outputs = try sinks()
            do throws(ProgramError) { self = .sink(try outputs.named(name).name) } catch {
                throw ProgramError(
                    error.code, error.what,
                    advice: advice(
                        insteadOf: word, among: outputs.nodes.map { $0.name + Self.monitorEnding },
                        otherwise: "see 'sori devices'"))
            }
        }
    }
}
