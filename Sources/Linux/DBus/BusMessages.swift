#if DBus
    import CSystemd
    import Glibc

    // Messages, sent and received, on the thread of a connection.
    extension BusLoop {
        /// Sends a call, to fail at the deadline.
        func call(
            _ call: DBusMethodCall, deadline: UInt64? = nil, _ completion: @escaping DBusCompletion
        ) {
            guard let bus, isConnected else {
                return completion(.failure(DBusError(.disconnected, "there is no bus")))
            }
            guard calls.count < OpenCalls.countMax else {
                return completion(.failure(DBusError(.limitsExceeded, "too many open calls")))
            }
            var made: OpaquePointer?
            let result = sd_bus_message_new_method_call(
                bus, &made, call.destination, call.path, call.interface, call.member)
            guard result >= 0, let message = made else {
                return completion(.failure(DBusError(.failed, "the call cannot be made")))
            }
            defer { sd_bus_message_unref(message) }
            do throws(DBusError) {
                try append(call.arguments, to: message)
            } catch {
                return completion(.failure(error))
            }
            var cookie: UInt64 = 0
            guard sent.send(message, on: bus, cookie: &cookie) else {
                return completion(.failure(DBusError(.failed, "the call cannot be sent")))
            }
            calls.add(
                cookie,
                deadline ?? monotonicMicroseconds(after: DBusConnection.defaultTimeoutSeconds),
                completion)
        }

        func emit(_ signal: DBusSignal) {
            guard let bus, isConnected, !sent.isFull, isObjectPath(signal.path),
                isInterfaceName(signal.interface), isMemberName(signal.member)
            else { return }
            var made: OpaquePointer?
            let result = sd_bus_message_new_signal(
                bus, &made, signal.path, signal.interface, signal.member)
            guard result >= 0, let message = made else { return }
            defer { sd_bus_message_unref(message) }
            if let destination = signal.destination {
                guard isBusName(destination),
                    sd_bus_message_set_destination(message, destination) >= 0
                else { return }
            }
            guard (try? append(signal.arguments, to: message)) != nil else { return }
            _ = sent.send(message, on: bus, cookie: nil)
        }

        /// - Returns: Whether the message is for this connection; libsystemd handles the others.
        func receive(_ message: OpaquePointer) -> Bool {
            var type: UInt8 = 0
            guard sd_bus_message_get_type(message, &type) >= 0 else { return true }
            switch Int(type) {
            case SD_BUS_MESSAGE_METHOD_RETURN, SD_BUS_MESSAGE_METHOD_ERROR:
                receiveReply(message, isError: Int(type) == SD_BUS_MESSAGE_METHOD_ERROR)
            case SD_BUS_MESSAGE_SIGNAL: receiveSignal(message)
            case SD_BUS_MESSAGE_METHOD_CALL: return receiveCall(message)
            default: break
            }
            return true
        }

        private func receiveReply(_ message: OpaquePointer, isError: Bool) {
            var cookie: UInt64 = 0
            guard sd_bus_message_get_reply_cookie(message, &cookie) >= 0,
                let completion = calls.take(cookie)
            else { return }
            do throws(DBusError) {
                if isError { throw error(in: message) }
                completion(.success(try BusMessageReader.values(of: message)))
            } catch {
                completion(.failure(error))
            }
        }

        private func error(in message: OpaquePointer) -> DBusError {
            guard let error = sd_bus_message_get_error(message)?.pointee, let name = error.name
            else { return DBusError(.failed, "the call failed") }
            return DBusError(
                name: String(cString: name),
                message: error.message.map { String(String(cString: $0).prefix(1024)) } ?? "")
        }

        private func receiveSignal(_ message: OpaquePointer) {
            guard let path = text(sd_bus_message_get_path(message)),
                let interface = text(sd_bus_message_get_interface(message)),
                let member = text(sd_bus_message_get_member(message))
            else { return }
            var signal = DBusSignal(
                path: path, interface: interface, member: member,
                sender: text(sd_bus_message_get_sender(message)))
            // Most signals of a flood are not read any further.
            guard let limits = subscriptions.limits(of: signal) else { return }
            do throws(DBusError) {
                signal.arguments = try BusMessageReader.values(of: message, within: limits)
            } catch {
                return reportLimit(signal.sender ?? "", "a signal \(member): \(error.message)")
            }
            let arguments = signal.arguments
            if signal.isOwnerChange, let name = arguments.first?.text, arguments.count == 3 {
                let owner = arguments[2].text.flatMap { $0.isEmpty ? nil : $0 }
                subscriptions.setOwner(owner, of: name)
                subscriptions.notifyOwner(owner, of: name)
            }
            subscriptions.deliver(signal)
        }

        private func receiveCall(_ message: OpaquePointer) -> Bool {
            let interface = text(sd_bus_message_get_interface(message))
            // libsystemd answers these itself.
            if interface == "org.freedesktop.DBus.Peer" { return false }
            guard let path = sd_bus_message_get_path(message),
                let member = text(sd_bus_message_get_member(message))
            else { return true }
            let sender = text(sd_bus_message_get_sender(message)) ?? ""
            do throws(DBusError) {
                try keep(
                    message, sender, path: path, interface: interface, member: member)
            } catch {
                if error.kind == .limitsExceeded { reportLimit(sender, error.message) }
                answer(message, .failure(error))
            }
            return true
        }

        /// Keeps a received call until its sender's turn. Only what can wait is read.
        private func keep(
            _ message: OpaquePointer, _ sender: String, path: UnsafePointer<CChar>,
            interface: String?, member: String
        ) throws(DBusError) {
            if let why = waitingCalls.refusal(of: sender) { throw DBusError(.limitsExceeded, why) }
            guard strlen(path) <= Self.pathBytesMax else {
                throw DBusError(.limitsExceeded, "the path is too long")
            }
            let path = String(cString: path)
            // An object that was exported before the call was made is there for the call.
            performCommands()
            let (arguments, byteCount) = try BusMessageReader.measuredValues(
                of: message, within: exported.limits(at: path))
            let call = WaitingCall(
                message: message, interface: interface, member: member,
                call: DBusReceivedCall(sender: sender, path: path, arguments: arguments))
            guard waitingCalls.add(call, of: sender, byteCount: byteCount) else {
                throw DBusError(
                    .limitsExceeded,
                    "the calls that wait take more than \(WaitingCalls<WaitingCall>.bytesMax) bytes"
                )
            }
            sd_bus_message_ref(message)
        }

        private static let pathBytesMax = 4_096

        /// Handles a call that has waited for its turn.
        func handle(_ waiting: WaitingCall) {
            performCommands()
            let message = waiting.message
            let deadline = monotonicMicroseconds(after: ReceivedCalls.timeoutSeconds)
            do throws(DBusError) {
                let number = try received.add(message, of: waiting.call.sender, until: deadline)
                exported.handle(
                    waiting.call, interface: waiting.interface, member: waiting.member,
                    gate: { [self] (request) throws(DBusError) in
                        try access.check(request, of: waiting.call.sender)
                    }
                ) { [inbox] result in _ = inbox.post(.reply(number, result)) }
            } catch {
                reportLimit(waiting.call.sender, error.message)
                answer(message, .failure(error))
                sd_bus_message_unref(message)
            }
        }

        /// Answers a received call.
        func answer(_ message: OpaquePointer, _ result: Result<[DBusValue], DBusError>) {
            guard let bus, isConnected, sd_bus_message_get_expect_reply(message) > 0
            else { return }
            var made: OpaquePointer?
            defer { sd_bus_message_unref(made) }
            do throws(DBusError) {
                let values = try result.get()
                guard sd_bus_message_new_method_return(message, &made) >= 0, let made else {
                    return
                }
                try append(values, to: made)
                _ = sent.send(made, on: bus, cookie: nil)
            } catch {
                // What has been done is answered; the calls that may do so are few.
                guard !sent.isFull else { return }
                answer(message, error, on: bus)
            }
        }

        private func answer(_ message: OpaquePointer, _ error: DBusError, on bus: OpaquePointer) {
            var made: OpaquePointer?
            let name = isInterfaceName(error.name) ? error.name : DBusError.Kind.failed.name
            let text = String(error.message.filter { $0 != "\0" }.prefix(1024))
            let result = name.withCString { name in
                text.withCString { text in
                    var described = sd_bus_error(name: name, message: text, _need_free: 0)
                    return sd_bus_message_new_method_error(message, &made, &described)
                }
            }
            guard result >= 0, let made else { return }
            _ = sent.send(made, on: bus, cookie: nil)
            sd_bus_message_unref(made)
        }

        private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
            pointer.map { String(cString: $0) }
        }
    }

    /// A received call that waits for its sender's turn; it retains its message.
    struct WaitingCall {
        var message: OpaquePointer
        var interface: String?
        var member: String
        var call: DBusReceivedCall
    }

    /// Calls that have not been answered yet. One thread.
    struct OpenCalls {
        static let countMax = 4096
        static let timedOut = DBusError(.timeout, "no answer came in time")
        private var open: [UInt64: (deadline: UInt64, completion: DBusCompletion)] = [:]

        var count: Int { open.count }
        var deadline: UInt64? { open.values.lazy.map(\.deadline).min() }

        mutating func add(
            _ cookie: UInt64, _ deadline: UInt64, _ completion: @escaping DBusCompletion
        ) {
            open[cookie] = (deadline, completion)
        }

        mutating func take(_ cookie: UInt64) -> DBusCompletion? {
            open.removeValue(forKey: cookie)?.completion
        }

        mutating func expire(by now: UInt64) {
            for cookie in open.filter({ $0.value.deadline <= now }).keys.sorted() {
                take(cookie)?(.failure(Self.timedOut))
            }
        }

        mutating func failAll(_ error: DBusError) {
            let failed = open
            open = [:]
            for cookie in failed.keys.sorted() { failed[cookie]?.completion(.failure(error)) }
        }
    }

    /// Received calls that have not been answered yet; each retains its message. One thread.
    struct ReceivedCalls {
        static let countMax = 1_024
        /// Most calls of one sender.
        static let countOfSenderMax = 512
        static let timeoutSeconds = 30.0
        private var open: [Int: (message: OpaquePointer, sender: String, deadline: UInt64)] = [:]
        private var counts: [String: Int] = [:]
        private var lastNumber = 0

        var deadline: UInt64? { open.values.lazy.map(\.deadline).min() }

        /// Adds a call; the caller has retained its message.
        ///
        /// - Returns: The number of the call.
        mutating func add(
            _ message: OpaquePointer, of sender: String, until deadline: UInt64
        ) throws(DBusError) -> Int {
            guard open.count < Self.countMax else {
                throw DBusError(.limitsExceeded, "more than \(Self.countMax) calls are open")
            }
            guard counts[sender, default: 0] < Self.countOfSenderMax else {
                throw DBusError(
                    .limitsExceeded,
                    "more than \(Self.countOfSenderMax) calls of this connection are open")
            }
            lastNumber += 1
            open[lastNumber] = (message, sender, deadline)
            counts[sender, default: 0] += 1
            return lastNumber
        }

        /// - Returns: The message, for the caller to release.
        mutating func take(_ number: Int) -> OpaquePointer? {
            guard let entry = open.removeValue(forKey: number) else { return nil }
            let count = counts[entry.sender, default: 1] - 1
            counts[entry.sender] = count > 0 ? count : nil
            return entry.message
        }

        mutating func takeExpired(by now: UInt64) -> [(OpaquePointer, DBusError)] {
            guard let deadline, deadline <= now else { return [] }
            return open.filter { $0.value.deadline <= now }.keys.sorted().compactMap { number in
                take(number).map { ($0, DBusError(.noReply, "the method has not answered")) }
            }
        }

        mutating func removeAll() {
            for entry in open.values { sd_bus_message_unref(entry.message) }
            (open, counts) = ([:], [:])
        }
    }
#endif
