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
        let target = try request.input.map { word throws(ProgramError) in
            try MachineDevices.list(.recording).named(word).name
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
}
