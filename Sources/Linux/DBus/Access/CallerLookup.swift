#if DBus
    import Dispatch

    // The programs of received calls, on the thread of a connection.
    extension BusLoop {
        private static let looks = DispatchQueue(
            label: "sori.dbus.looks", attributes: .concurrent)
        /// Seconds in which the bus answers: behind all that the program itself has sent.
        private static let answerSeconds = 60.0

        /// Whether a call waits until its program is known; begins to find it out.
        func mustWait(_ waiting: WaitingCall) -> Bool {
            let sender = waiting.call.sender
            performCommands()
            guard !access.isKnown(sender),
                exported.needsProgram(
                    waiting.call, interface: waiting.interface, member: waiting.member)
            else { return false }
            if access.begin(sender) { askForProgram(of: sender) }
            return !access.isKnown(sender)
        }

        private func askForProgram(of sender: String) {
            let generation = access.generation
            // The completion runs on this thread, while the loop runs.
            nonisolated(unsafe) unowned let loop = self
            call(
                .ofBus("GetConnectionCredentials", [.string(sender)]),
                deadline: monotonicMicroseconds(after: Self.answerSeconds)
            ) { result in
                loop.look(at: result, sender, generation)
            }
        }

        private func look(
            at answer: Result<[DBusValue], DBusError>, _ sender: String, _ generation: Int
        ) {
            do throws(ProcessLook.LookError) {
                guard let values = try? answer.get(),
                    let credentials = ProcessLook.Credentials(values.first)
                else { throw ProcessLook.LookError(reason: "the bus does not know its process") }
                let look = try ProcessLook(credentials)
                if let program = try look.quickResult() {
                    return identified(sender, AccessRule.Caller(program), generation)
                }
                guard access.lookCount < AccessRule.looksMax else {
                    throw ProcessLook.LookError(reason: "too many programs are looked at")
                }
                access.lookCount += 1
                Self.looks.async { [inbox, allowances = access.allowances] in
                    let caller = AccessRule.Caller(look, allowances)
                    _ = inbox.post(.identified(sender, caller, generation: generation))
                }
            } catch {
                let caller = AccessRule.Caller(.unknown(error.reason))
                identified(sender, caller, generation)
            }
        }

        func identified(_ sender: String, _ caller: AccessRule.Caller, _ generation: Int) {
            guard generation == access.generation else { return }
            access.set(caller, of: sender)
            waitingCalls.resume(sender)
        }
    }

    extension ProcessLook.Credentials {
        /// Reads the answer of the bus; `nil` when it names no process.
        ///
        /// Source: D-Bus Specification 0.43, "org.freedesktop.DBus.GetConnectionCredentials".
        fileprivate init?(_ answer: DBusValue?) {
            guard case .dictionary(_, _, let entries)? = answer else { return nil }
            var process: Int32?
            var (user, label): (UInt32?, String?)
            var descriptor: DBusFileDescriptor?
            for entry in entries {
                switch (entry.key.text, entry.value.unwrapped) {
                case ("ProcessID", .uint32(let number)): process = Int32(exactly: number)
                case ("UnixUserID", .uint32(let number)): user = number
                case ("ProcessFD", .fileDescriptor(let file)): descriptor = file
                case ("LinuxSecurityLabel", .bytes(let bytes)):
                    label = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                default: break
                }
            }
            guard let process else { return nil }
            self.init(
                process: process, user: user, descriptor: descriptor, securityLabel: label)
        }
    }
#endif
