import DatedFolders
import Foundation
import Testing

@Suite("A folder's age")
struct FolderRetentionTests {
    /// A moment in a time zone.
    private func moment(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12, _ minute: Int = 0, in zone: String
    ) throws -> (date: Date, timeZone: TimeZone) {
        let timeZone = try #require(TimeZone(identifier: zone))
        let parts = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: timeZone, year: year,
            month: month, day: day, hour: hour, minute: minute)
        return (try #require(parts.date), timeZone)
    }

    private func expired(
        _ names: [String], days: Int = 3, at moment: (date: Date, timeZone: TimeZone)
    ) -> [String] {
        let retention = FolderRetention(days: days, timeZone: moment.timeZone)
        return names.filter { retention.isExpired($0, at: moment.date) }
    }

    private let week = (1...9).map { "2026070\($0)" }

    @Test("of exactly three days is kept, and of four is not; the future is kept")
    func threeDays() throws {
        let noon = try moment(2026, 7, 7, in: "Europe/Vienna")
        #expect(expired(week, at: noon) == ["20260701", "20260702", "20260703"])
        #expect(expired(week, days: 0, at: noon) == Array(week[..<6]))
        #expect(expired(week, days: -5, at: noon) == Array(week[..<6]))
        #expect(expired(week, days: .max, at: noon) == [])
    }

    @Test("changes at midnight, not at the hour of the recording")
    func midnight() throws {
        let evening = try moment(2026, 7, 7, 23, 59, in: "Europe/Vienna")
        let night = try moment(2026, 7, 8, 0, 0, in: "Europe/Vienna")
        #expect(expired(["20260704"], at: evening) == [])
        #expect(expired(["20260704"], at: night) == ["20260704"])
    }

    @Test("is that of the user's time zone: one moment is two days")
    func timeZones() throws {
        let tokyo = try moment(2026, 7, 8, 1, in: "Asia/Tokyo")
        let honolulu = (tokyo.date, try #require(TimeZone(identifier: "Pacific/Honolulu")))
        #expect(expired(["20260704"], at: tokyo) == ["20260704"])
        #expect(expired(["20260704"], at: honolulu) == [])
    }

    @Test(
        "counts days of 23 and 25 hours, and those without a midnight, as days",
        arguments: [
            // Summer time begins and ends at night.
            ("Europe/Vienna", 2026, 3, 30, "20260327", "20260326"),
            ("Europe/Vienna", 2026, 10, 26, "20261023", "20261022"),
            // It begins at midnight, so that the fourth of November has none.
            ("America/Sao_Paulo", 2018, 11, 7, "20181104", "20181103"),
            ("America/Sao_Paulo", 2018, 11, 8, "20181105", "20181104"),
            // A day that was left out at the date line still counts.
            ("Pacific/Apia", 2012, 1, 1, "20111229", "20111228"),
        ])
    func clockChanges(
        zone: String, year: Int, month: Int, day: Int, kept: String, deleted: String
    ) throws {
        for hour in [1, 3, 12, 23] {
            let now = try moment(year, month, day, hour, in: zone)
            #expect(expired([deleted, kept], at: now) == [deleted])
        }
    }

    @Test("crosses months, years and the end of February")
    func months() throws {
        let march = try moment(2024, 3, 2, in: "Europe/Vienna")
        #expect(expired(["20240227", "20240228", "20240229"], at: march) == ["20240227"])
        let january = try moment(2026, 1, 2, in: "Europe/Vienna")
        #expect(expired(["20251229", "20251230", "20251231"], at: january) == ["20251229"])
    }

    @Test(
        "is none for a name that is no date",
        arguments: [
            "", "Favourites", "20261340", "20260230", "20250229", "20260001", "20260100",
            "00000101", "2026112", "202611020", " 2026110", "20261102 ", "2026-11-02", "+2026110",
            "-2026110", "２０２６１１０２", "٢٠٢٦١١٠٢", "2026110２", "20261102\u{301}", ".20261102",
            "2026.102",
        ])
    func noDate(name: String) throws {
        #expect(FolderDay(folderName: name) == nil)
        let later = try moment(2126, 1, 1, in: "Europe/Vienna")
        #expect(expired([name], at: later) == [])
    }

    @Test("is read from the name that its day is given")
    func names() throws {
        let newYear = try moment(2026, 1, 1, 0, 30, in: "Asia/Tokyo")
        let day = FolderDay(of: newYear.date, in: newYear.timeZone)
        #expect(day.folderName == "20260101" && FolderDay(folderName: "20260101") == day)
        #expect(FolderDay(of: newYear.date, in: .gmt).folderName == "20251231")
    }
}
