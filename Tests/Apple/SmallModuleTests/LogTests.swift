import Foundation
import Testing
import os

@Suite("A log message")
struct LogTests {
    private let settings = LogSettings(["SORI_OS_LOG": "debug", "SORI_OS_LOG_PRIVATE": "1"])

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

    // Source: os_log(3) and Apple's "Generating Log Messages from Your Code".
    @Test("hides what is private, unless it is asked to show it")
    func privacy() {
        let name = "Ada"
        let message: OSLogMessage =
            "\(name, privacy: .private) \(name, privacy: .public) \(name) \(7, privacy: .sensitive)"
        #expect(message.text(LogSettings([:])) == "<private> Ada <private> <private>")
        #expect(message.text(LogSettings(["SORI_OS_LOG_PRIVATE": "1"])) == "Ada Ada Ada 7")
        // Numbers and Booleans are public, everything else is private.
        #expect(hiding("\(7) \(0.5) \(Float(0.5)) \(true) text") == "7 0.500000 0.500000 true text")
        for other: OSLogMessage in [
            "\([1, 2])", "\(Int.self)", "\(CancellationError())",
            "\(name, align: .right(columns: 9))",
        ] { #expect(other.text(LogSettings([:])) == "<private>") }
        let hash = hiding("\(name, privacy: .private(mask: .hash))")
        #expect(hash.wholeMatch(of: /<mask\.hash: '[A-Za-z0-9+\/]{22}=='>/) != nil)
        #expect(hash == hiding("\("Ada", privacy: .auto(mask: .hash))"))
        #expect(hash != hiding("\("Bob", privacy: .private(mask: .hash))"))
        #expect(hiding("\(7, privacy: .auto(mask: .hash))") == "7")
    }

    private func hiding(_ message: OSLogMessage) -> String { message.text(LogSettings([:])) }

    @Test("of the old kind hides objects and strings, unless they are public")
    func privacyOfFormats() {
        func hiding(_ format: StaticString, _ arguments: Any...) -> String {
            LogFormat(format).text(arguments, LogSettings([:]))
        }
        #expect(
            hiding("%@ %{public}@ %{private}d %d", "x", "y" as NSString, 3, 4)
                == "<private> y <private> 4")
        "cat".withCString { #expect(hiding("%s %{public}s", $0, $0) == "<private> cat") }
        #expect(hiding("%{private, mask.hash}@", "x").hasPrefix("<mask.hash: '"))
        #expect(hiding("%{public, mask.hash}@", "x") == "x")
        #expect(filled("%{private}@ %{public, name}d", "x", 1) == "x 1")
    }

    private func filled(_ format: StaticString, _ arguments: Any...) -> String {
        LogFormat(format).text(arguments, settings)
    }

    @Test("of the old kind is filled in")
    func formats() {
        #expect(filled("%d of %ld, %{public}@", 3, 4, "x" as NSString) == "3 of 4, x")
        #expect(
            filled("%05.2f|%-4d|%x|%o|%X", 3.14159, 7, 255, 8, Int32(-1))
                == "03.14|7   |ff|10|FFFFFFFF")
        #expect(filled("%u %c %%", UInt8(200), 65) == "200 A %")
        #expect(
            filled("%+d|% d|%#x|%.3d|%8.3d|%*d|%-*d|", 1, 2, 255, 7, 7, 4, 5, 3, 6)
                == "+1| 2|0xff|007|     007|   5|6  |")
        #expect(filled("%.*f %hhd %llu", 1, 2.25, 3, UInt64.max) == "2.2 3 18446744073709551615")
        #expect(filled("%d%d", true, false) == "10")
    }

    @Test("of the old kind cuts strings of C at their precision")
    func strings() {
        "catsup".withCString {
            #expect(
                filled("%s|%.3s|%8s|%-8s|%.*s", $0, $0, $0, $0, 4, $0)
                    == "catsup|cat|  catsup|catsup  |cats")
        }
        // Without an end: no more than the precision is read.
        let bytes: [UInt8] = [0x61, 0x62, 0x63]
        bytes.withUnsafeBufferPointer {
            #expect(filled("%.3s", $0.baseAddress!) == "abc")
        }
    }

    @Test("of the old kind takes objects of every kind")
    func objects() {
        let error = NSError(domain: "sori", code: 7)
        let object = NSObject()
        #expect(filled("%@ %d", error, 3) == "\(error) 3")
        #expect(
            filled("%@, %@", NSNumber(value: 4), [1, 2] as NSArray) == "4, \([1, 2] as NSArray)")
        #expect(filled("%p", object).hasPrefix("0x"))
        // Calls from clients' code.
        let log = OSLog(subsystem: "app", category: "test")
        os_log("failed: %@", log: log, type: .error, error)
        os_log("failed: %{public}@, %d times", error as NSError, 3)
        os_log(.error, log: log, "%@ of %@", NSNumber(value: 4), "text")
        os_log("%{public}@", log: log, CancellationError() as NSError)
        os_signpost(.event, log: log, name: "work", "%@", error)
    }

    @Test("of the old kind believes no specifier")
    func mismatches() {
        #expect(filled("%d %@", 1) == "1 <decode: missing data>")
        #expect(filled("%s %d", 1, 2) == "<decode: mismatch for [%s] got [Int]> 2")
        #expect(
            filled("%d|%f|%c|%p", "x", 1, 1.5, 2)
                == [
                    "<decode: mismatch for [%d] got [STRING sz:1]>",
                    "<decode: mismatch for [%f] got [Int]>",
                    "<decode: mismatch for [%c] got [Double]>",
                    "<decode: mismatch for [%p] got [Int]>",
                ].joined(separator: "|"))
        #expect(filled("%d", NSNumber(value: 1)).hasPrefix("<decode: mismatch for [%d] got [NS"))
        #expect(filled("%c", -1) == "<decode: mismatch for [%c] got [Int]>")
        #expect(filled("%*d", "x") == "<decode: mismatch for [%*d] got [STRING sz:1]>")
        #expect(filled("%*d %d", 1) == "<decode: missing data> <decode: missing data>")
        #expect(filled("100%") == "100%" && filled("%y %{x") == "%y %{x")
        #expect(filled("%999999999d", 1).count == 1024)
        #expect(filled("%.999999999f|%-+ #0..d|", 1.0, 2).count > 1024)
        #expect(filled("%d", 1, 2) == "1")
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
        /// Ownership: the test's thread.
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
