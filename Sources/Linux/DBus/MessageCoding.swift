#if DBus
    import CSystemd
    import Glibc

    /// Adds values to a message that is being made.
    func append(_ values: [DBusValue], to message: OpaquePointer) throws(DBusError) {
        for value in values { try append(value, to: message) }
    }

    private func check(_ result: Int32, _ what: String) throws(DBusError) {
        guard result < 0 else { return }
        throw DBusError(.invalidArguments, "\(what): \(String(cString: strerror(-result)))")
    }

    private func append(_ value: DBusValue, to message: OpaquePointer) throws(DBusError) {
        switch value {
        case .byte(let number): try append(number, value.type, to: message)
        case .boolean(let isTrue): try append(Int32(isTrue ? 1 : 0), value.type, to: message)
        case .int16(let number): try append(number, value.type, to: message)
        case .uint16(let number): try append(number, value.type, to: message)
        case .int32(let number): try append(number, value.type, to: message)
        case .uint32(let number): try append(number, value.type, to: message)
        case .int64(let number): try append(number, value.type, to: message)
        case .uint64(let number): try append(number, value.type, to: message)
        case .double(let number): try append(number, value.type, to: message)
        case .fileDescriptor(let file): try append(file.number, value.type, to: message)
        case .string(let text), .objectPath(let text), .signature(let text):
            try append(text, value.type, to: message)
        case .variant(let inner):
            try inContainer("v", of: inner.type.signature, message) { () throws(DBusError) in
                try append(inner, to: message)
            }
        case .bytes(let bytes):
            try check(
                bytes.withUnsafeBytes {
                    sd_bus_message_append_array(
                        message, CChar(UInt8(ascii: "y")), $0.baseAddress, $0.count)
                }, "an array of bytes")
        case .array(let element, let values):
            try inContainer("a", of: element.signature, message) { () throws(DBusError) in
                try append(values, to: message)
            }
        case .dictionary(let key, let value, let entries):
            let types = key.signature + value.signature
            try inContainer("a", of: "{\(types)}", message) { () throws(DBusError) in
                for entry in entries {
                    try inContainer("e", of: types, message) { () throws(DBusError) in
                        try append([entry.key, entry.value], to: message)
                    }
                }
            }
        case .structure(let members):
            try inContainer("r", of: DBusType.signature(of: members.map(\.type)), message) {
                () throws(DBusError) in try append(members, to: message)
            }
        }
    }

    private func append<Number: BitwiseCopyable>(
        _ number: Number, _ type: DBusType, to message: OpaquePointer
    ) throws(DBusError) {
        let result = withUnsafePointer(to: number) {
            sd_bus_message_append_basic(message, CChar(type.code), $0)
        }
        try check(result, "a number")
    }

    private func append(
        _ text: String, _ type: DBusType, to message: OpaquePointer
    ) throws(DBusError) {
        guard !text.utf8.contains(0) else {
            throw DBusError(.invalidArguments, "a text contains a zero byte")
        }
        let result = text.withCString {
            sd_bus_message_append_basic(message, CChar(type.code), $0)
        }
        try check(result, "'\(text.prefix(64))'")
    }

    private func inContainer(
        _ kind: Unicode.Scalar, of contents: String, _ message: OpaquePointer,
        _ body: () throws(DBusError) -> Void
    ) throws(DBusError) {
        let code = CChar(UInt8(ascii: kind))
        try check(sd_bus_message_open_container(message, code, contents), "'\(contents)'")
        try body()
        try check(sd_bus_message_close_container(message), "'\(contents)'")
    }

    /// Reads the values of a received message, whatever it contains, in bounded memory.
    struct BusMessageReader {
        private let message: OpaquePointer
        private let limits: DBusContentLimits
        private var valueCount = 0
        private var byteCount = 0

        init(_ message: OpaquePointer, _ limits: DBusContentLimits) {
            self.message = message
            self.limits = limits
        }

        /// All values of the message.
        static func values(
            of message: OpaquePointer, within limits: DBusContentLimits = .standard
        ) throws(DBusError) -> [DBusValue] {
            var reader = BusMessageReader(message, limits)
            return try reader.rest()
        }

        /// All values of the message, and about how many bytes of memory they take.
        static func measuredValues(
            of message: OpaquePointer, within limits: DBusContentLimits
        ) throws(DBusError) -> (values: [DBusValue], byteCount: Int) {
            var reader = BusMessageReader(message, limits)
            let values = try reader.rest()
            return (values, reader.byteCount + reader.valueCount * MemoryLayout<DBusValue>.stride)
        }

        private mutating func rest() throws(DBusError) -> [DBusValue] {
            var values: [DBusValue] = []
            while let value = try next() { values.append(value) }
            return values
        }

        private func check(_ result: Int32) throws(DBusError) {
            guard result < 0 else { return }
            throw DBusError(.invalidArguments, "the message cannot be read (errno \(-result))")
        }

        /// Counts a value and its bytes.
        private mutating func count(_ bytes: Int = 0) throws(DBusError) {
            valueCount += 1
            byteCount += bytes
            guard valueCount <= limits.valuesMax, byteCount <= limits.bytesMax else {
                throw DBusError(
                    .limitsExceeded,
                    "the message is too large: \(limits.bytesMax) bytes of text and "
                        + "\(limits.valuesMax) values are taken")
            }
        }

        /// The next value of the message, or of the container that was entered; `nil` at its end.
        private mutating func next() throws(DBusError) -> DBusValue? {
            var code: CChar = 0
            var pointer: UnsafePointer<CChar>?
            let result = sd_bus_message_peek_type(message, &code, &pointer)
            try check(result)
            guard result > 0 else { return nil }
            let contents = pointer.map { String(cString: $0) } ?? ""
            return try read(UInt8(bitPattern: code), contents)
        }

        private mutating func read(
            _ code: UInt8, _ contents: String
        ) throws(DBusError) -> DBusValue {
            switch code {
            case UInt8(ascii: "y"): return .byte(try number(code, 0))
            case UInt8(ascii: "b"): return .boolean(try number(code, Int32(0)) != 0)
            case UInt8(ascii: "n"): return .int16(try number(code, 0))
            case UInt8(ascii: "q"): return .uint16(try number(code, 0))
            case UInt8(ascii: "i"): return .int32(try number(code, 0))
            case UInt8(ascii: "u"): return .uint32(try number(code, 0))
            case UInt8(ascii: "x"): return .int64(try number(code, 0))
            case UInt8(ascii: "t"): return .uint64(try number(code, 0))
            case UInt8(ascii: "d"): return .double(try number(code, 0))
            case UInt8(ascii: "h"):
                guard let file = DBusFileDescriptor(duplicating: try number(code, Int32(-1))) else {
                    throw DBusError(.limitsExceeded, "no file descriptor is left")
                }
                return .fileDescriptor(file)
            case UInt8(ascii: "s"): return .string(try text(code))
            case UInt8(ascii: "o"): return .objectPath(try text(code))
            case UInt8(ascii: "g"): return .signature(try text(code))
            case UInt8(ascii: "v"):
                let inner = try members(code, contents)
                guard inner.count == 1 else { throw DBusError(.invalidArguments, "empty variant") }
                return .variant(inner[0])
            case UInt8(ascii: "r"): return .structure(try members(code, contents))
            case UInt8(ascii: "a"): return try array(contents)
            default: throw DBusError(.invalidArguments, "unknown type")
            }
        }

        private mutating func number<Number: BitwiseCopyable>(
            _ code: UInt8, _ initial: Number
        ) throws(DBusError) -> Number {
            try count()
            var value = initial
            try check(sd_bus_message_read_basic(message, CChar(bitPattern: code), &value))
            return value
        }

        private mutating func text(_ code: UInt8) throws(DBusError) -> String {
            var pointer: UnsafePointer<CChar>?
            try check(sd_bus_message_read_basic(message, CChar(bitPattern: code), &pointer))
            guard let pointer else { throw DBusError(.invalidArguments, "missing text") }
            try count(strlen(pointer))
            return String(cString: pointer)
        }

        private mutating func members(
            _ code: UInt8, _ contents: String
        ) throws(DBusError) -> [DBusValue] {
            try count()
            try check(
                sd_bus_message_enter_container(message, CChar(bitPattern: code), contents))
            let values = try rest()
            try check(sd_bus_message_exit_container(message))
            return values
        }

        private mutating func array(_ contents: String) throws(DBusError) -> DBusValue {
            guard contents != "y" else { return .bytes(try bytes()) }
            guard let type = DBusType(signature: "a" + contents) else {
                throw DBusError(.invalidSignature, "'\(contents)' is not a type")
            }
            let code = UInt8(ascii: "a")
            guard case .dictionary(let key, let value) = type else {
                let values = try members(code, contents)
                guard case .array(let element) = type else { return .structure(values) }
                return .array(element, values)
            }
            try count()
            try check(sd_bus_message_enter_container(message, CChar(code), contents))
            var entries: [DBusEntry] = []
            let entry = key.signature + value.signature
            while sd_bus_message_at_end(message, 0) == 0 {
                let members = try members(UInt8(ascii: "e"), entry)
                guard members.count == 2 else { throw DBusError(.invalidArguments, "bad entry") }
                entries.append(DBusEntry(members[0], members[1]))
            }
            try check(sd_bus_message_exit_container(message))
            return .dictionary(key: key, value: value, entries)
        }

        private mutating func bytes() throws(DBusError) -> [UInt8] {
            var pointer: UnsafeRawPointer?
            var size = 0
            try check(
                sd_bus_message_read_array(message, CChar(UInt8(ascii: "y")), &pointer, &size))
            try count(size)
            return Array(UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : size))
        }
    }
#endif
