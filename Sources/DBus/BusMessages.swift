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
            guard sd_bus_send(bus, message, &cookie) >= 0 else {
                return completion(.failure(DBusError(.failed, "the call cannot be sent")))
            }
            calls.add(
                cookie,
                deadline ?? monotonicMicroseconds(after: DBusConnection.defaultTimeoutSeconds),
                completion)
        }

        func emit(_ signal: DBusSignal) {
            guard let bus, isConnected, isObjectPath(signal.path),
                isInterfaceName(signal.interface), isMemberName(signal.member)
            else { return }
            var made: OpaquePointer?
            let result = sd_bus_message_new_signal(
                bus, &made, signal.path, signal.interface, signal.member)
            guard result >= 0, let message = made else { return }
            defer { sd_bus_message_unref(message) }
            guard (try? append(signal.arguments, to: message)) != nil else { return }
            sd_bus_send(bus, message, nil)
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
                completion(.success(try MessageReader.values(of: message)))
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
            guard subscriptions.mayMatch(signal),
                let arguments = try? MessageReader.values(of: message)
            else { return }
            signal.arguments = arguments
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
            guard let path = text(sd_bus_message_get_path(message)),
                let member = text(sd_bus_message_get_member(message))
            else { return true }
            performCommands()
            let arguments: [DBusValue]
            do throws(DBusError) {
                arguments = try MessageReader.values(of: message)
            } catch {
                answer(message, .failure(error))
                return true
            }
            let deadline = monotonicMicroseconds(after: ReceivedCalls.timeoutSeconds)
            guard let number = received.add(message, until: deadline) else {
                answer(message, .failure(DBusError(.limitsExceeded, "too many open calls")))
                return true
            }
            sd_bus_message_ref(message)
            let call = DBusReceivedCall(
                sender: text(sd_bus_message_get_sender(message)) ?? "", path: path,
                arguments: arguments)
            exported.handle(call, interface: interface, member: member) { [inbox] result in
                _ = inbox.post(.reply(number, result))
            }
            return true
        }

        /// Answers a received call.
        func answer(_ message: OpaquePointer, _ result: Result<[DBusValue], DBusError>) {
            guard let bus, isConnected, sd_bus_message_get_expect_reply(message) > 0 else { return }
            var made: OpaquePointer?
            defer { sd_bus_message_unref(made) }
            do throws(DBusError) {
                let values = try result.get()
                guard sd_bus_message_new_method_return(message, &made) >= 0, let made else {
                    return
                }
                try append(values, to: made)
                sd_bus_send(bus, made, nil)
            } catch {
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
            sd_bus_send(bus, made, nil)
            sd_bus_message_unref(made)
        }

        private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
            pointer.map { String(cString: $0) }
        }
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
        static let countMax = 1024
        static let timeoutSeconds = 30.0
        private var open: [Int: (message: OpaquePointer, deadline: UInt64)] = [:]
        private var lastNumber = 0

        var deadline: UInt64? { open.values.lazy.map(\.deadline).min() }

        /// - Returns: `nil` when there are too many; otherwise the caller has retained the message.
        mutating func add(_ message: OpaquePointer, until deadline: UInt64) -> Int? {
            guard open.count < Self.countMax else { return nil }
            lastNumber += 1
            open[lastNumber] = (message, deadline)
            return lastNumber
        }

        /// - Returns: The message, for the caller to release.
        mutating func take(_ number: Int) -> OpaquePointer? {
            open.removeValue(forKey: number)?.message
        }

        mutating func takeExpired(by now: UInt64) -> [(OpaquePointer, DBusError)] {
            guard let deadline, deadline <= now else { return [] }
            return open.filter { $0.value.deadline <= now }.keys.sorted().compactMap { number in
                take(number).map { ($0, DBusError(.noReply, "the method has not answered")) }
            }
        }

        mutating func removeAll() {
            for entry in open.values { sd_bus_message_unref(entry.message) }
            open = [:]
        }
    }
#endif
