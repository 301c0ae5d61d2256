import Foundation
import Testing
import os

@Suite("A log message")
struct LogTests {
    private let settings = LogSettings(["SORI_OS_LOG": "debug"])

    private func text(_ message: OSLogMessage) -> String { message.text(settings) }

    @Test("formats what is interpolated into it")
    func interpolates() {
        let (name, count, ratio) = ("tick", 255, 0.123456)
        let texts: [(String, String)] = [
            (text("plain"), "plain"), (text("\(name), \(count)"), "tick, 255"),
            (text("\(count, format: .hex)"), "ff"),
            (text("\(count, format: .hex(includePrefix: true, uppercase: true))"), "0xFF"),
            (
                text("\(count, format: .decimal(explicitPositiveSign: true, minDigits: 5))"),
                "+00255"
            ),
            (text("\(Int8(-8), format: .octal)"), "-10"),
            (text("\(ratio)"), "0.123456"),
            (text("\(Float(0.5), format: .fixed(precision: 1))"), "0.5"),
            (text("\(ratio, format: .fixed(precision: -7))"), "0"),
            (text("\(12.0, format: .exponential(precision: 2, uppercase: true))"), "1.20E+01"),
            (text("\(true) \(false, format: .answer)"), "true no"),
            (text("\(name, align: .right(columns: 6))|"), "  tick|"),
            (text("\(name, align: .left(columns: 6))|"), "tick  |"),
            (text("\(count, align: .right(columns: 2))"), "255"),
            (text("\([1, 2])"), "[1, 2]"), (text("\(Int.self)"), "Int"),
            (text("\(CancellationError())"), "CancellationError()"),
        ]
        for (made, expected) in texts { #expect(made == expected) }
    }

    @Test("hides what is private, unless it is asked to show it")
    func privacy() {
        let name = "Ada"
        let message: OSLogMessage =
            "\(name, privacy: .private) \(name, privacy: .public) \(name) \(7, privacy: .sensitive)"
        #expect(text(message) == "<private> Ada Ada <private>")
        #expect(message.text(LogSettings(["SORI_OS_LOG_PRIVATE": "1"])) == "Ada Ada Ada 7")
        let first = text("\(name, privacy: .private(mask: .hash))")
        #expect(first.hasPrefix("<mask.hash: '") && !first.contains("Ada"))
        #expect(first == text("\("Ada", privacy: .private(mask: .hash))"))
        #expect(first != text("\("Bob", privacy: .private(mask: .hash))"))
    }

    @Test("of the old kind is filled in, and believes no specifier")
    func formats() {
        func text(_ format: StaticString, _ arguments: any CVarArg...) -> String {
            LogFormat(format).text(arguments, settings)
        }
        #expect(text("%d of %ld, %{public}@", 3, 4, "x" as NSString) == "3 of 4, x")
        #expect(text("%{private}@ %{public, name}d", "x", 1) == "<private> 1")
        #expect(
            text("%05.2f|%-4d|%x|%o|%X", 3.14159, 7, 255, 8, Int32(-1))
                == "03.14|7   |ff|10|FFFFFFFF")
        #expect(text("%u %c %%", UInt8(200), 65) == "200 A %")
        #expect("cats".withCString { text("%s", $0) } == "cats")
        // Too few, of another kind, and no specifier at all.
        #expect(text("%d %@", 1) == "1 %@")
        #expect(text("%s %d", 1) == "%s 1")
        #expect(text("100%") == "100%" && text("%y %{x") == "%y %{x")
        #expect(text("%999999999d", 1) == "1")
    }

    @Test("is written from the type on that the environment names, and not at all without")
    func levels() {
        let types: [OSLogType] = [.debug, .info, .default, .error, .fault]
        func written(_ environment: [String: String]) -> [Bool] {
            let settings = LogSettings(environment)
            return types.map { settings.writes($0) }
        }
        #expect(written([:]) == [false, false, false, false, false])
        #expect(written(["SORI_OS_LOG": "Error"]) == [false, false, false, true, true])
        #expect(written(["SORI_OS_LOG": "debug"]) == [true, true, true, true, true])
        #expect(written(["SORI_OS_LOG": "loud"]) == [false, false, false, false, false])
        let line = LogLine(
            date: Date(timeIntervalSince1970: 0), type: .error, subsystem: "app", category: "io",
            text: "lost")
        #expect(line.description == "1970-01-01T00:00:00Z [app:io] error: lost\n")
    }

    @Test("is not made where nothing is written")
    func lazy() {
        final class Calls: @unchecked Sendable { var count = 0 }
        let calls = Calls()
        func costly() -> Int {
            calls.count += 1
            return 1
        }
        Logger(.disabled).fault("\(costly())")
        os_log(.fault, log: .disabled, "\(costly())")
        #expect(calls.count == 0 && !OSLog.disabled.isEnabled(type: .fault))
    }

    @Test("has every form of call that Apple's has")
    func forms() {
        let log = OSLog(subsystem: "app", category: .pointsOfInterest)
        let logger = Logger(subsystem: "app", category: "test")
        let count = 3
        os_log("plain")
        os_log("count %d", count)
        os_log("count %{public}@", log: log, type: .info, "\(count)")
        os_log("plain", log: log, type: .debug)
        os_log(.error, "plain %d", count)
        os_log(.error, log: log, "plain")
        os_log("interpolated \(count)")
        os_log(.info, log: log, "interpolated \(count, privacy: .public)")
        for level in [OSLogType.debug, .fault] { logger.log(level: level, "level \(count)") }
        logger.log("\(count)")
        logger.trace("trace")
        logger.debug("debug \(count)")
        logger.info("info")
        logger.notice("notice")
        logger.warning("warning")
        logger.error("error \(CancellationError())")
        logger.critical("critical")
        logger.fault("fault")
        os_signpost(.begin, log: log, name: "work")
        os_signpost(.event, log: log, name: "work", signpostID: OSSignpostID(log: log), "%d", count)
        os_signpost(.end, log: log, name: "work")
        let signposter = OSSignposter(subsystem: "app", category: .pointsOfInterest)
        let state = signposter.beginInterval("work", id: signposter.makeSignpostID(), "\(count)")
        signposter.emitEvent("half")
        signposter.endInterval("work", state)
        #expect(signposter.withIntervalSignpost("sum") { 1 + 1 } == 2)
        #expect(!signposter.isEnabled && !log.signpostsEnabled)
    }
}
