package import AppHosting
import AudioModel
package import CommandLineTool
import Dispatch
import HostLinux
import LiveDevice
package import Simulation
import SoundClient
import Synchronization

/// The environment of a live phone on this machine: its clock, one queue, and an output for each
/// app.
package final class MachinePhone: Sendable {
    private let environment = LinuxEnvironment(label: "sori.phone")
    private let devices = Mutex(Devices())
    private let isAudible: Bool

    private struct Devices {
        var outputs: [WeakOutput] = []
        var warning: String?
    }

    package init(_ output: PhoneRequest.Output) throws(ProgramError) {
        isAudible = output != .null
        guard output == .pipewire else { return }
        do throws(DeviceError) { _ = try connectedPipeWire(mediaName: "phone") } catch {
            throw ProgramError(
                .deviceMissing, error.why, advice: error.advice + " or use --output null")
        }
    }

    package var world: LiveEnvironment {
        LiveEnvironment(
            clock: LiveClock(LinuxClock(queue: environment.queue)), environment: environment,
            makeOutput: { [self] in makeOutput($0) },
            makeMicrophone: { [self] in makeMicrophone($0) },
            performSync: { [environment] in environment.queue.sync(execute: $0) })
    }

    /// Runs a closure on the phone's queue and waits for it.
    package func sync(_ body: () -> Void) { environment.queue.sync(execute: body) }

    /// The name of the output, for display.
    package var routeName: String {
        let outputs = devices.withLock { $0.outputs.compactMap(\.output) }
        return outputs.last?.routeName ?? "nowhere"
    }

    /// The reason why the phone cannot be heard; `nil` if it can.
    package var warning: String? { devices.withLock { $0.warning } }

    /// Opens a program of the user's.
    package func open(
        _ program: ExternalProgram, _ controller: PhoneController
    ) throws(ProgramError) {
        var failure: ProgramError?
        sync {
            do throws(ProgramError) { try controller.open(program) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Passes the size of the phone's terminal on to the user's programs.
    package func resize(_ controller: PhoneController, to size: TerminalSize) {
        sync {
            for case let child as ChildApp in controller.phone.device.externalApps {
                child.resizeTerminal(size)
            }
        }
    }

    /// Stops the outputs, and waits for the user's program to end after its notification; kills it
    /// if it does not end in time.
    package func stop(_ controller: PhoneController) {
        stopOutputs()
        for child in controller.phone.device.externalApps.compactMap({ $0 as? ChildApp }) {
            if !child.awaitEnd(for: Self.patience) {
                child.kill()
                child.awaitEnd(for: Self.patience)
            }
            child.removeFolder()
        }
        for program in controller.programs { program.container?.remove() }
    }

    /// Less than `AppConnectionLimits.endTime`, because a user waits at the terminal.
    private static let patience = HostInterval.seconds(2)

    private func stopOutputs() {
        let outputs = devices.withLock { devices in
            defer { devices.outputs = [] }
            return devices.outputs
        }
        for output in outputs { output.output?.stop() }
    }

    private func makeOutput(_ app: String) -> any OutputDevice {
        guard isAudible else { return kept(NullOutput()) }
        let (device, warning) = defaultOutput(
            role: app == "Game" ? .game : .music, applicationName: "sori phone", mediaName: app)
        if let warning { devices.withLock { $0.warning = warning } }
        return kept(device)
    }

    private func kept(_ device: any HostOutput) -> any OutputDevice {
        devices.withLock { devices in
            devices.outputs.removeAll { $0.output == nil }
            devices.outputs.append(WeakOutput(output: device))
        }
        return device
    }

    private func makeMicrophone(_ app: String) -> (any InputDevice)? {
        guard app == "Recorder" else { return nil }
        return isAudible ? defaultInput(applicationName: "sori phone").device : NullInput()
    }
}

/// A weak reference to an output that its app owns.
///
/// Ownership: the mutex of `MachinePhone.devices`, inside which it is stored and read.
private struct WeakOutput: @unchecked Sendable {
    weak var output: (any HostOutput)?
}
