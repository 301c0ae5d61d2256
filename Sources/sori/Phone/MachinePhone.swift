import AudioModel
import Dispatch
import HostLinux
import Simulation
import SoundClient
import Synchronization

/// The environment of a live phone on this machine: its clock, one queue, and an output for each
/// app.
package final class MachinePhone: Sendable {
    private let environment = LinuxEnvironment(label: "sori.phone")
    private let devices = Mutex(Devices())
    private let isHeard: Bool

    private struct Devices {
        var outputs: [WeakOutput] = []
        var warning: String?
    }

    /// - Parameter output: The kind of output; `file` is not allowed.
    package init(_ output: PlayRequest.Output) throws(ProgramError) {
        isHeard = output != .null
        guard output == .pipewire else { return }
        #if PipeWire
            do throws(OutputError) {
                try PipeWireOutput(PipeWireOutput.Options(mediaName: "phone")).connect()
            } catch {
                throw ProgramError(
                    .deviceMissing, error.why, advice: error.advice + " or use --output null")
            }
        #else
            throw ProgramError(
                .deviceMissing, "this sori was built without PipeWire",
                advice: "build it with the package trait PipeWire or use --output null")
        #endif
    }

    package var world: LiveEnvironment {
        LiveEnvironment(
            clock: LiveClock(LinuxClock(queue: environment.queue)), environment: environment,
            makeOutput: { [self] in makeOutput($0) },
            makeMicrophone: { [self] in makeMicrophone($0) },
            inTurn: { [environment] in environment.queue.sync(execute: $0) })
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

    /// Opens the user's program, if there is one.
    package func open(_ hand: PhoneController) throws(ProgramError) {
        var failure: ProgramError?
        sync {
            do throws(ProgramError) { try hand.openGuest() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Stops the outputs, and waits for the user's program to end after its notification; kills it
    /// if it does not end in time.
    package func stop(_ hand: PhoneController) {
        stopOutputs()
        for child in hand.phone.guests.compactMap({ $0 as? ChildApp }) {
            if !child.awaitEnd(for: Self.patience) {
                child.kill()
                child.awaitEnd(for: Self.patience)
            }
            child.removeFolder()
        }
        hand.guest?.container?.remove()
    }

    /// Less than `ChildLimits.endTime`, because a user waits at the terminal.
    private static let patience = HostInterval.seconds(2)

    private func stopOutputs() {
        let outputs = devices.withLock { devices in
            defer { devices.outputs = [] }
            return devices.outputs
        }
        for output in outputs { output.output?.stop() }
    }

    private func makeOutput(_ app: String) -> any OutputDevice {
        guard isHeard else { return kept(NullOutput()) }
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
        return isHeard ? defaultInput(applicationName: "sori phone").device : NullInput()
    }
}

/// A weak reference to an output that its app owns.
///
/// Ownership: the mutex of `MachinePhone.devices`, inside which it is stored and read.
private struct WeakOutput: @unchecked Sendable {
    weak var output: (any HostOutput)?
}
