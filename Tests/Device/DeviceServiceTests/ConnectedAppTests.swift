import AudioModel
import DeviceConnections
import DeviceProtocol
import Foundation
import Glibc
import LiveDevice
import SoundServer
import TestSupport
import Testing

import DeviceService

@Suite("An app that connects to the device service", .serialized)
struct ConnectedAppTests {
    @Test("is one of the device's apps, and sounds as the device lets it")
    func decides() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        let app = service.makeApp("Player")
        #expect(app.connection.isServed)
        try app.connection.request(.setCategory(.playback, .default, [], .default))
        try app.connection.request(.startStream(number: 4, .player, appVolume: 1))
        #expect(app.told.all.last == "4 running" || app.told.all.contains("4 running"))
        #expect(host.status.apps.map(\.name) == ["Player"])
        #expect(host.status.streams.map(\.state) == ["audible"])
        try host.perform("call arrives")
        waitUntil("the pause") { app.told.all.contains("4 held") }
        #expect(host.status.streams.first?.why == "interrupted by call")
        try host.perform("call is declined")
        waitUntil("the end of the interruption") {
            app.told.all.contains("\(AppNotification.interruptionEnded(shouldResume: true))")
        }
        try app.connection.request(.resumeStream(number: 4))
        #expect(host.status.streams.map(\.state) == ["audible"])
        #expect(app.connection.session.isActive)
        #expect(app.connection.verdict(ofStream: 4)?.state == .audible)
    }

    @Test("hears of another app's sound, which interrupts it")
    func two() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        let (first, second) = (service.makeApp("Player"), service.makeApp("Player"))
        for app in [first, second] {
            try app.connection.request(.setCategory(.playback, .default, [], .default))
            try app.connection.request(.startStream(number: 1, .player, appVolume: 1))
        }
        waitUntil("the pause") { first.told.all.contains("1 held") }
        waitUntil("the other's sound") { first.connection.session.isOtherAudioPlaying }
        #expect(Set(host.status.apps.map(\.name)) == ["Player", "Player (2)"])
        // Its process ends, and the first may go on.
        second.connection.disconnect(.quit)
        waitUntil("the end of the interruption") {
            first.told.all.contains { $0.hasPrefix("interruptionEnded") }
        }
        waitUntil("the end of the app") { host.status.apps.map(\.name) == ["Player"] }
    }

    @Test("plays on when the service ends, and is what it was when the service is back")
    func returns() throws {
        let service = try ServiceFolder()
        try service.start()
        let app = service.makeApp("Player")
        waitUntil("the launch") { app.told.all.contains("didBecomeActive") }
        try app.connection.request(.setCategory(.playback, .spokenAudio, [], .default))
        try app.connection.request(.startStream(number: 1, .player, appVolume: 0.5))
        try app.connection.request(.startStream(number: 2, .queue, appVolume: 1))
        try app.connection.request(.pauseStream(number: 2))
        try app.connection.request(.enableRemoteCommands(RemoteCommands([.play, .pause])))
        app.told.clear()
        for _ in 0..<3 {
            service.stop()
            waitUntil("the own server") { !app.connection.isServed }
            try app.connection.request(.setStreamVolume(number: 1, 0.25))
            #expect(app.connection.session.isActive)
            #expect(app.connection.session.mode == .spokenAudio)
            #expect(app.connection.verdict(ofStream: 1)?.state == .audible)
            #expect(app.connection.verdict(ofStream: 2)?.state == .paused)
            let host = try service.start()
            waitUntil("the service") { app.connection.isServed }
            waitUntil("the streams") { host.status.streams.count == 2 }
            #expect(host.status.streams.map(\.state) == ["audible", "paused"])
            #expect(host.status.streams.map(\.gain).first == 0.25)
            #expect(host.status.apps.map(\.category) == ["playback"])
        }
        // What plays was never paused, and the app has heard of nothing.
        #expect(app.told.count(of: "1 held") == 0)
        #expect(!app.told.all.contains { $0.hasPrefix("did") || $0.hasPrefix("will") })
        #expect(!app.told.all.contains { $0.hasPrefix("interruption") })
        try app.connection.request(.resumeStream(number: 2))
        #expect(app.connection.verdict(ofStream: 2)?.state == .audible)
    }

    @Test("keeps its call when the service ends, and when it is back")
    func call() throws {
        let service = try ServiceFolder()
        try service.start()
        let app = service.makeApp("Chat")
        try app.connection.request(.setCategory(.playAndRecord, .voiceChat, [], .default))
        try app.connection.request(.call(.arrived))
        try app.connection.request(.call(.answered))
        app.connection.report(.call(AppCallDescription(name: "Anna")))
        for isHeld in [false, true] {
            service.stop()
            waitUntil("the own server") { !app.connection.isServed }
            if isHeld { try app.connection.request(.call(.held)) }
            let host = try service.start()
            waitUntil("the service") { app.connection.isServed }
            let state = isHeld ? "held" : "connected"
            waitUntil("the call") { host.status.calls?.map(\.state) == [state] }
            waitUntil("the name") { host.status.calls?.map(\.name) == ["Anna"] }
            #expect(app.connection.session.isActive == !isHeld)
        }
        try app.connection.request(.call(.ended))
        #expect(throws: SessionError.resourceNotAvailable) {
            try app.connection.request(.call(.held))
        }
    }

    @Test("that was interrupted is paused on its own, and may play on")
    func interruptedWhenItEnds() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        let app = service.makeApp("Player")
        try app.connection.request(.setCategory(.playback, .default, [], .default))
        try app.connection.request(.startStream(number: 1, .player, appVolume: 1))
        try host.perform("call arrives")
        waitUntil("the interruption") {
            app.told.all.contains { $0.hasPrefix("interruptionBegan") }
        }
        service.stop()
        waitUntil("the own server") { !app.connection.isServed }
        waitUntil("the end of the interruption") {
            app.told.all.contains("\(AppNotification.interruptionEnded(shouldResume: false))")
        }
        #expect(!app.connection.session.isActive)
        // Nothing sounds that was silent.
        #expect(app.told.all.last { $0.hasPrefix("1 ") } == "1 held")
        try app.connection.request(.resumeStream(number: 1))
        #expect(app.connection.verdict(ofStream: 1)?.state == .audible)
        // During a call a service that returns pauses it again.
        let next = try service.start()
        try next.perform("call arrives")
        waitUntil("the service") { app.connection.isServed }
        waitUntil("the pause") { app.told.all.last { $0.hasPrefix("1 ") } == "1 held" }
        try next.perform("call ends")
        try app.connection.request(.resumeStream(number: 1))
        #expect(next.status.streams.map(\.state) == ["audible"])
    }

    @Test("is told why its last request was refused, and so is its user")
    func refused() throws {
        let service = try ServiceFolder()
        let host = try service.start()
        let app = service.makeApp("Player")
        waitUntil("the app") { host.status.apps.count == 1 }
        let why = {
            host.withDevice { (try? $0.explanation(of: "Player"))?.joined(separator: "\n") ?? "" }
        }
        #expect(!why().contains("refused"))
        #expect(throws: SessionError.badParam) {
            try app.connection.request(
                .setCategory(.playback, .default, [.allowBluetooth], .default))
        }
        let text = "option allowBluetooth needs category record or playAndRecord; "
        #expect(why().contains("last refused, 0."), "\(why())")
        #expect(why().contains(" s ago: \(text)"), "\(why())")
        #expect(why().contains("(rule options-must-fit)"), "\(why())")
        #expect(host.status.apps.first?.lastRefusal?.rule == "options-must-fit")
        // Another reading of it is the same status.
        #expect(try DeviceStatus(json: host.status.json).apps == host.status.apps)
    }

    @Test("that was there before the service finds it")
    func finds() throws {
        let service = try ServiceFolder()
        let app = service.makeApp("Player")
        #expect(!app.connection.isServed)
        try app.connection.request(.startStream(number: 1, .player, appVolume: 1))
        let host = try service.start()
        waitUntil("the service") { app.connection.isServed }
        waitUntil("the stream") { host.status.streams.count == 1 }
    }

    @Test("has its requests answered by someone, however often the service comes and goes")
    func underWay() throws {
        let service = try ServiceFolder()
        try service.start()
        let app = service.makeApp("Player")
        try app.connection.request(.setCategory(.playback, .default, [], .default))
        let isOver = Notes()
        let worker = Thread {
            // None of these may be refused.
            for round in 0..<400 {
                do {
                    try app.connection.request(.activate)
                    try app.connection.request(
                        .startStream(number: round, .player, appVolume: 1))
                    try app.connection.request(.stopStream(number: round))
                } catch {
                    isOver.add("round \(round): \(error)")
                }
                poll(nil, 0, 1)
            }
            isOver.add("over")
        }
        worker.start()
        while !isOver.all.contains("over") {
            service.stop()
            poll(nil, 0, 20)
            try service.start()
            poll(nil, 0, 20)
        }
        #expect(isOver.all == ["over"])
    }
}
