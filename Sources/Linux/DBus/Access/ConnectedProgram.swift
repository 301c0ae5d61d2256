import Dispatch
import Synchronization

/// A program at the other end of a local socket, treated by the rule of those on the bus. Any thread.
package final class ConnectedProgram: Sendable {
    private static let sender = "socket"
    private static let looks = DispatchQueue(
        label: "sori.sandbox.looks", attributes: .concurrent)
    private let rule: Mutex<AccessRule>

    /// Begins to look at the program. Until it is known, a sandboxed one may do nothing.
    ///
    /// - Parameter process: The process of the socket, as the kernel knows it.
    package init(process: Int32, _ policy: DBusAccessPolicy) {
        rule = Mutex(AccessRule(policy))
        do throws(ProcessLook.LookError) {
            let look = try ProcessLook(ProcessLook.Credentials(process: process))
            if let program = try look.quickResult() {
                set(AccessRule.Caller(program))
                return
            }
            // It may read a file of a file system that never answers.
            Self.looks.async { [weak self] in
                let caller = AccessRule.Caller(look, policy.allowances)
                self?.set(caller)
            }
        } catch {
            set(AccessRule.Caller(.unknown(error.reason)))
        }
    }

    private func set(_ caller: AccessRule.Caller) {
        rule.withLock { $0.set(caller, of: Self.sender) }
    }

    /// Whether the program may do something; a refusal is reported to the policy.
    ///
    /// - Parameters:
    ///   - act: What it asks for, for the report.
    ///   - permission: The permission that a sandboxed program needs.
    package func may(_ act: String, permission: String) -> Bool {
        let request = ExportedObjects.Request(
            access: .permitted(permission), name: act, interface: "the socket of apps",
            arguments: [])
        return rule.withLock { rule in
            do throws(DBusError) {
                try rule.check(request, of: Self.sender)
                return true
            } catch {
                return false
            }
        }
    }
}
