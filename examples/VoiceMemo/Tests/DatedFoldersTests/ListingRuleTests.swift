import DatedFolders
import Foundation
import Testing

@Suite("The listing's rule for dated folders")
final class ListingRuleTests {
    private let documents = FileManager.default.temporaryDirectory
        .appendingPathComponent("listing-\(UUID().uuidString)", isDirectory: true)

    deinit {
        try? FileManager.default.removeItem(at: documents)
    }

    /// An hour of 9 January 2019 in a time zone.
    private func ninthOfJanuary(_ hour: Int, in zone: TimeZone) throws -> Date {
        let parts = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: zone, year: 2019, month: 1,
            day: 9, hour: hour)
        return try #require(parts.date)
    }

    private func isExpired(
        _ name: String, _ rule: FolderRetention.Rule, in zone: String, hour: Int = 12
    ) throws -> Bool {
        let zone = try #require(TimeZone(identifier: zone))
        return FolderRetention(timeZone: zone, rule: rule)
            .isExpired(name, at: try ninthOfJanuary(hour, in: zone))
    }

    @Test("deletes the folder of just three days ago in Korea, and keeps it in UTC; ours keeps it")
    func rounding() throws {
        // The limit is 568,393,200 s in Korea, of which a Float makes 568,393,216.
        #expect(Float(568_393_200) == 568_393_216)
        for hour in [0, 12, 23] {
            #expect(try isExpired("20190106", .listing, in: "Asia/Seoul", hour: hour))
            #expect(try !isExpired("20190106", .listing, in: "GMT", hour: hour))
            for zone in ["Asia/Seoul", "GMT"] {
                #expect(try !isExpired("20190106", .days, in: zone, hour: hour))
                #expect(try isExpired("20190105", .listing, in: zone, hour: hour))
                #expect(try isExpired("20190105", .days, in: zone, hour: hour))
                #expect(try !isExpired("20190107", .listing, in: zone, hour: hour))
            }
        }
    }

    @Test("deletes a name that is no date, which ours keeps")
    func noDate() throws {
        for name in ["Favourites", "20261340", ""] {
            #expect(try isExpired(name, .listing, in: "GMT"))
            #expect(try !isExpired(name, .days, in: "GMT"))
        }
        #expect(try isExpired("20190101", .listing, in: "GMT"))
        #expect(try isExpired("20190101", .days, in: "GMT"))
    }

    @Test("has no number of days that traps", arguments: [Int.min, -1, 0, .max])
    func days(days: Int) throws {
        let retention = FolderRetention(days: days, timeZone: .gmt, rule: .listing)
        let now = try ninthOfJanuary(12, in: .gmt)
        #expect(!retention.isExpired("20190109", at: now))
        #expect(retention.isExpired("20190101", at: now) == (days <= 0))
    }

    @Test("stops at the first error, where ours goes on", arguments: FolderRetention.Rule.allCases)
    func error(rule: FolderRetention.Rule) throws {
        for folder in ["audio/20190101", "audio/20190102", "photo/20190103"] {
            try FileManager.default.createDirectory(
                at: documents.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        var tried: [String] = []
        var failed: [String] = []
        FolderRetention(timeZone: .gmt, rule: rule).deleteExpiredFolders(
            in: ["audio", "photo"].map(documents.appendingPathComponent),
            at: try ninthOfJanuary(12, in: .gmt),
            remove: { folder in
                tried.append(folder.lastPathComponent)
                if folder.lastPathComponent == "20190102" {
                    throw CocoaError(.fileWriteNoPermission)
                }
                try FileManager.default.removeItem(at: folder)
            },
            report: { folder, error in
                if error != nil { failed.append(folder.lastPathComponent) }
            })
        #expect(failed == ["20190102"])
        #expect(
            tried == ["20190101", "20190102"] + (rule == .listing ? [] : ["20190103"]))
    }

    @Test("deletes favourites and old days alike; ours keeps the favourites")
    func folders() throws {
        for (rule, deleted) in [
            (FolderRetention.Rule.days, ["20190101"]), (.listing, ["20190101", "Favourites"]),
        ] {
            for folder in ["audio/20190101", "audio/Favourites", "audio/20190109"] {
                try FileManager.default.createDirectory(
                    at: documents.appendingPathComponent(folder), withIntermediateDirectories: true)
            }
            var gone: [String] = []
            FolderRetention(timeZone: .gmt, rule: rule).deleteExpiredFolders(
                in: [documents.appendingPathComponent("audio")],
                at: try ninthOfJanuary(12, in: .gmt)
            ) { folder, error in
                #expect(error == nil)
                gone.append(folder.lastPathComponent)
            }
            #expect(gone == deleted)
            let kept = documents.appendingPathComponent("audio/20190109").path
            #expect(FileManager.default.fileExists(atPath: kept))
        }
    }
}
