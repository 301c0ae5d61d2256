import AudioModel
import DeviceProtocol
import Testing

@Suite("What travels between the phone and an app's process")
struct MessageTests {
    @Test("arrives as it was sent, whatever an app says", arguments: Samples.appMessages.indices)
    func appMessageTravels(index: Int) throws {
        let message = Samples.appMessages[index]
        #expect(try AppMessage(decoding: message.encoded()) == message)
    }

    @Test(
        "arrives as it was sent, whatever the phone says", arguments: Samples.phoneMessages.indices)
    func phoneMessageTravels(index: Int) throws {
        let message = Samples.phoneMessages[index]
        #expect(try PhoneMessage(decoding: message.encoded()) == message)
    }

    @Test("has a sample of every kind here")
    func samplesAreComplete() throws {
        func kinds(_ messages: [[UInt8]], at offset: Int) -> Set<UInt8> {
            Set(messages.filter { $0.count > offset }.map { $0[offset] })
        }
        let app = try Samples.appMessages.map { try $0.encoded() }
        let phone = try Samples.phoneMessages.map { try $0.encoded() }
        #expect(kinds(app, at: 0) == Set(0..<UInt8(MessageKinds.appMessageCount)))
        #expect(kinds(phone, at: 0) == Set(0..<UInt8(MessageKinds.phoneMessageCount)))
        // The kind follows the kind of message and a number of four bytes.
        let requests = try Samples.requests.map {
            try AppMessage.request(question: 0, $0).encoded()
        }
        #expect(kinds(requests, at: 5) == Set(0..<UInt8(MessageKinds.requestCount)))
        let notifications = try Samples.notifications.map {
            try PhoneMessage.notification(number: 0, $0).encoded()
        }
        #expect(kinds(notifications, at: 5) == Set(0..<UInt8(MessageKinds.notificationCount)))
    }

    @Test("is refused when it is cut, at every length")
    func isCut() throws {
        for bytes in try Samples.appMessages.map({ try $0.encoded() }) {
            for count in 0..<bytes.count {
                #expect(throws: MessageError.self) {
                    try AppMessage(decoding: Array(bytes.prefix(count)))
                }
            }
            #expect(throws: MessageError(.goesOn, offset: bytes.count)) {
                try AppMessage(decoding: bytes + [0])
            }
        }
        for bytes in try Samples.phoneMessages.map({ try $0.encoded() }) {
            for count in 0..<bytes.count {
                #expect(throws: MessageError.self) {
                    try PhoneMessage(decoding: Array(bytes.prefix(count)))
                }
            }
        }
    }

    @Test("is another message or none when a byte of it is changed")
    func isChanged() throws {
        // Every message that is decoded can be encoded again, to the same bytes.
        for bytes in try Samples.appMessages.map({ try $0.encoded() }) {
            for changed in changes(of: bytes) {
                guard let message = try? AppMessage(decoding: changed) else { continue }
                #expect(try AppMessage(decoding: message.encoded()) == message)
            }
        }
        for bytes in try Samples.phoneMessages.map({ try $0.encoded() }) {
            for changed in changes(of: bytes) {
                guard let message = try? PhoneMessage(decoding: changed) else { continue }
                #expect(try PhoneMessage(decoding: message.encoded()) == message)
            }
        }
    }

    private func changes(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.indices.flatMap { place in
            [0x00, 0x01, 0x7F, 0x80, 0xFF, bytes[place] ^ 0x10].map { value in
                var changed = bytes
                changed[place] = value
                return changed
            }
        }
    }

    @Test("survives any bytes", arguments: [1, 2, 3])
    func anyBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if !bytes.isEmpty { bytes[0] %= 12 }
            #expect(isReadAsWritten(bytes))
        }
    }

    @Test("cannot claim more than it may hold")
    func claims() throws {
        // A list of levels with the largest possible count.
        let levels = try AppMessage.levels([]).encoded()
        #expect(throws: MessageError(.tooLarge("list of levels"), offset: 1)) {
            try AppMessage(decoding: [levels[0], 0xFF, 0xFF])
        }
        // A port's name that is longer than the message.
        let request = AppMessage.request(question: 0, .setPreferredInput(Port(.usb, name: "x")))
        var bytes = try request.encoded()
        let length = bytes.count - 3
        (bytes[length], bytes[length + 1]) = (0x00, 0x10)
        #expect(throws: MessageError(.endsEarly, offset: length + 2)) {
            try AppMessage(decoding: bytes)
        }
        (bytes[length], bytes[length + 1]) = (0x01, 0x10)
        #expect(throws: MessageError(.tooLarge("port's name"), offset: length)) {
            try AppMessage(decoding: bytes)
        }
        // Parts that are too large are not encoded either.
        #expect(throws: MessageError.self) {
            try AppMessage.request(
                question: 0,
                .setPreferredInput(Port(.usb, name: String(repeating: "x", count: 4097)))
            ).encoded()
        }
    }

    @Test("has no volume that is not a number", arguments: [Float.nan, .infinity])
    func notNumbers(volume: Float) throws {
        let bytes = try AppMessage.request(question: 0, .setMediaVolume(volume)).encoded()
        #expect(throws: MessageError(.badField("volume"), offset: 6)) {
            try AppMessage(decoding: bytes)
        }
    }

    @Test("has no text that is not UTF-8")
    func notText() throws {
        var bytes = try AppMessage.request(
            question: 0, .setPreferredInput(Port(.usb, name: "x"))
        ).encoded()
        bytes[bytes.count - 1] = 0xFF
        #expect(throws: MessageError.self) { try AppMessage(decoding: bytes) }
    }
}
