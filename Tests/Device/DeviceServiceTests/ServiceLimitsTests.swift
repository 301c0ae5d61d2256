import AppHosting
import AudioModel
import DeviceConnections
import DeviceProtocol
import DeviceService
import Foundation
import Glibc
import LiveDevice
import TestSupport
import Testing

@Suite("The socket of the device service", .serialized)
struct ServiceLimitsTests {
    private static let hello = AppMessage.hello(.current)
    private static let introduction = AppMessage.introduction(AppIntroduction(name: "Rude"))

    @Test("hangs up on what breaks the rules, and says why")
    func rude() throws {
        let service = try ServiceFolder()
        try service.start()
        let polite = service.makeApp("Polite")
        let wrongVersion = ProtocolVersion(layout: 1, vocabulary: 2)
        let cases: [(name: String, messages: [AppMessage], why: String)] = [
            ("another version", [.hello(wrongVersion)], "another version"),
            ("no greeting", [Self.introduction], "out of turn"),
            ("two greetings", [Self.hello, Self.hello], "out of turn"),
            ("no introduction", [Self.hello, .readSession(question: 1)], "out of turn"),
            (
                "two introductions", [Self.hello, Self.introduction, Self.introduction],
                "out of turn"
            ),
            (
                "an acknowledgement of nothing",
                [Self.hello, Self.introduction, .acknowledged(notification: 900)], "out of turn"
            ),
            (
                "a picture that begins in the middle",
                [Self.hello, Self.introduction, .artworkPart(offset: 7, [1])], "out of turn"
            ),
        ]
        for (name, messages, why) in cases {
            service.logged.clear()
            let client = try #require(RawClient(service.socketPath))
            for message in messages { client.send(message) }
            #expect(client.isHungUp(), "\(name)")
            waitUntil(name) { service.logged.all.contains { $0.contains(why) } }
        }
        // No other app has noticed.
        #expect(polite.connection.isServed)
        try polite.connection.request(.startStream(number: 1, .player, appVolume: 1))
    }

    @Test("hangs up on bytes that are no message, whatever they are")
    func garbage() throws {
        let service = try ServiceFolder()
        try service.start()
        var random = SystemRandomNumberGenerator()
        for length in [1, 2, 7, 40, 3_000, 60_000] {
            let client = try #require(RawClient(service.socketPath))
            client.send(Self.hello)
            client.send(Self.introduction)
            // No kind of message has this number.
            client.send(
                [0xFF] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            #expect(client.isHungUp())
        }
        let large = try #require(RawClient(service.socketPath))
        large.send([UInt8](repeating: 0, count: MessageLimits.messageBytesMax + 1))
        #expect(large.isHungUp())
        #expect(service.makeApp("Polite").connection.isServed)
    }

    @Test("bounds what one app may do")
    func floods() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        let client = try #require(RawClient(service.socketPath))
        client.send(Self.hello)
        client.send(Self.introduction)
        waitUntil("the app") { host.status.apps.map(\.name) == ["Rude"] }
        let streams = Thread {
            for number in 0..<2_000 {
                client.send(
                    .request(
                        question: UInt32(number),
                        .startStream(number: number, .systemSound, appVolume: 0)))
            }
        }
        streams.start()
        #expect(client.isHungUp())
        waitUntil("the end of the app") { host.status.apps.isEmpty }
        #expect(host.status.streams.count == 0)
    }

    @Test("takes no more connections than it can serve, and all when there is room again")
    func crowd() throws {
        let service = try ServiceFolder()
        try service.start()
        var crowd: [RawClient] = []
        for _ in 0..<300 {
            if let client = RawClient(service.socketPath) { crowd.append(client) }
        }
        // A connection without an introduction has some seconds.
        crowd = []
        let app = service.makeApp("Late")
        waitUntil("the service") { app.connection.isServed }
    }

    @Test("is one service's, also when a killed one has left it")
    func single() throws {
        let service = try ServiceFolder()
        try service.start()
        #expect(throws: AppSocketError.inUse(service.socketPath)) { try service.start() }
        service.stop()
        _ = FileManager.default.createFile(atPath: service.socketPath, contents: nil)
        try service.start()
        #expect(service.makeApp("Player").connection.isServed)
    }

    @Test("is refused where the path is too long")
    func longPath() throws {
        let path = "/tmp/" + String(repeating: "x", count: 120)
        let options = DeviceServiceHost.Options(socketPath: path, stateFolder: "/tmp") { _ in }
        #expect(throws: AppSocketError.pathTooLong(path)) {
            try DeviceServiceHost(options) { _ in }
        }
    }
}
