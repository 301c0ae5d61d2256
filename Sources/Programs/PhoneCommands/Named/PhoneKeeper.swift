package import AudioModel
package import CommandLineTool
import Dispatch
import Glibc
import LiveDevice
import Simulation
package import SoundClient
import SoundPolicy
package import SoundServer
import Synchronization

/// Keeps what a running phone with a name would lose at its end, soon after each change: a process
/// that is killed loses nothing but the changes of the moment before.
///
/// Ownership: `follow`, `look` and `erase` are called on the phone's queue, `install` and `finish` by
/// the thread that has the `NamedPhone`; the rest is behind locks and a queue of its own.
package final class PhoneKeeper: @unchecked Sendable {
    /// Locked as long as this object lives.
    private let phone: NamedPhone
    private let folder: String
    private let environment: any AppEnvironment
    private let kept: Mutex<KeptPhone>
    private let isLookScheduled = Mutex(false)
    private let hasFailed = Mutex(false)
    private weak var controller: PhoneController?
    /// Writes the file, which may wait for the disk.
    private let writes = DispatchQueue(label: "sori.phone.state", qos: .utility)

    /// Time for which changes are collected: a held button changes a volume many times.
    package static let interval = HostInterval.milliseconds(100)

    /// - Parameter kept: What the phone keeps already.
    package init(_ phone: NamedPhone, _ kept: KeptPhone, _ environment: any AppEnvironment) {
        self.phone = phone
        folder = phone.folder
        self.kept = Mutex(kept)
        self.environment = environment
    }

    /// To be called for every decision of the phone's server.
    package var observer: PolicyObserver {
        { [weak self] _, _, _ in self?.scheduleLook() }
    }

    package func follow(_ controller: PhoneController) {
        self.controller = controller
        controller.whenErased = { [weak self] in self?.erase() }
    }

    private func scheduleLook() {
        let isFirst = isLookScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        guard isFirst else { return }
        environment.after(Self.interval) { [weak self] in
            self?.isLookScheduled.withLock { $0 = false }
            self?.look()
        }
    }

    /// Keeps the present state if it is another than the one that is kept.
    package func look() {
        guard let controller else { return }
        let ringSwitch = controller.phone.snapshot.device.ringSwitch
        let memory = controller.phone.server.inspect { $0.memory }
        change {
            $0.ringSwitch = ringSwitch
            $0.memory = memory
        }
    }

    /// Keeps which programs are installed.
    package func install(_ programs: [InstalledProgram]) { change { $0.programs = programs } }

    /// Keeps nothing of the apps: their user has erased the phone. Their folder stays, for programs
    /// that are opened afterwards.
    private func erase() {
        let number = kept.withLock(\.contentNumber)
        writes.async { [folder] in PhoneFiles.clearContent(in: folder, number: number) }
        change {
            var erased = $0.erased
            (erased.ringSwitch, erased.memory) = ($0.ringSwitch, $0.memory)
            erased.contentNumber = number
            $0 = erased
        }
    }

    private func change(_ body: (inout KeptPhone) -> Void) {
        let changed: KeptPhone? = kept.withLock { kept in
            let before = kept
            body(&kept)
            guard kept != before else { return nil }
            kept.lastUsed = Self.now
            return kept
        }
        guard let changed else { return }
        writes.async { [self] in write(changed) }
    }

    private func write(_ state: KeptPhone) {
        do throws(ProgramError) {
            try PhoneFiles.write(state, in: folder)
            hasFailed.withLock { $0 = false }
        } catch {
            let isNew = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return !hasFailed
            }
            guard isNew else { return }
            let words = "the phone's state cannot be kept: " + error.message()
            environment.onQueue { [weak self] in self?.controller?.say(words) }
        }
    }

    /// Keeps the last state, after the phone's end, and waits until it is written. Another process may
    /// have the phone then.
    ///
    /// - Throws: A `ProgramError` when it cannot be written; what was kept before stays.
    package func finish() throws(ProgramError) {
        var last = kept.withLock { $0 }
        last.lastUsed = Self.now
        // Behind the writes that still wait.
        writes.sync {}
        defer { phone.end() }
        try PhoneFiles.write(last, in: folder)
        PhoneFiles.removeContent(in: folder, but: last.contentNumber)
    }

    /// The time of this machine, in seconds since 1970.
    package static var now: Int64 { Int64(time(nil)) }
}
