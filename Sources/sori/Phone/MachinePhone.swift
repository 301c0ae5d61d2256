import AudioModel
import Dispatch
import HostLinux
import Simulation
import SoundClient
import Synchronization

/// A phone's world on this machine: its clock, one queue, and an output for each app.
package final class MachinePhone: Sendable {
    private let environment = LinuxEnvironment(label: "sori.phone")
    private let devices = Mutex(Devices())
    private let isHeard: Bool

    private struct Devices {
        var outputs: [WeakOutput] = []
        var warning: String?
    }

    /// - Parameter output: `file` is not for a phone.
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

    package var world: LiveWorld {
        LiveWorld(
            clock: LiveClock(LinuxClock(queue: environment.queue)), environment: environment,
            makeOutput: { [self] in makeOutput($0) },
            makeMicrophone: { [self] in makeMicrophone($0) },
            inTurn: { [environment] in environment.queue.sync(execute: $0) })
    }

    /// Does something on the phone's queue, and waits for it.
    package func sync(_ body: () -> Void) { environment.queue.sync(execute: body) }

    /// Where the sound goes, for people.
    package var routeName: String {
        let outputs = devices.withLock { $0.outputs.compactMap(\.output) }
        return outputs.last?.routeName ?? "nowhere"
    }

    /// Why nobody hears it; `nil` when somebody may.
    package var warning: String? { devices.withLock { $0.warning } }

    /// Opens the user's program, where there is one.
    package func open(_ hand: PhoneInHand) throws(ProgramError) {
        var failure: ProgramError?
        sync {
            do throws(ProgramError) { try hand.openGuest() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Stops its outputs, and waits for the user's program, which has been told, to end; one that
    /// does not is killed.
    package func stop(_ hand: PhoneInHand) {
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

    /// Less than `ChildLimits.endTime`: somebody waits for the terminal.
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

/// An output for as long as its app has it.
private struct WeakOutput: @unchecked Sendable {
    weak var output: (any HostOutput)?
}
