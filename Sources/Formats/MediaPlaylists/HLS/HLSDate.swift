/// Dates in playlists, by ISO 8601.
package enum HLSDate {
    /// Seconds since 1970 of `2010-02-19T14:54:23.031+08:00`; without a time zone it is UTC.
    ///
    /// - Returns: `nil` for anything else, and for years outside 1…9999.
    package static func seconds(_ text: String) -> Double? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, digits: 4), skip(&rest, "-"),
            let month = number(&rest, digits: 2), skip(&rest, "-"),
            let day = number(&rest, digits: 2), skip(&rest, "T") || skip(&rest, "t"),
            let hour = number(&rest, digits: 2), skip(&rest, ":"),
            let minute = number(&rest, digits: 2), (1...9999).contains(year),
            (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60
        else { return nil }
        var seconds = 0.0
        if skip(&rest, ":") {
            guard let whole = number(&rest, digits: 2), whole < 61 else { return nil }
            seconds = Double(whole)
            if skip(&rest, ".") || skip(&rest, ",") {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                let fraction = digits.prefix(12)
                seconds += PlaylistNumber.decimal([0x30, UInt8(ascii: ".")] + fraction) ?? 0
                rest = rest[digits.endIndex...]
            }
        }
        guard let zone = zone(&rest), rest.isEmpty else { return nil }
        let days = Double(days(year: year, month: month, day: day))
        return days * 86_400 + Double(hour * 3600 + minute * 60) + seconds - zone
    }

    /// Seconds that the zone is ahead of UTC.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Double? {
        if rest.isEmpty || skip(&rest, "Z") || skip(&rest, "z") { return 0 }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard skip(&rest, "+") || skip(&rest, "-"), let hours = number(&rest, digits: 2)
        else { return nil }
        _ = skip(&rest, ":")
        let minutes = rest.isEmpty ? 0 : number(&rest, digits: 2)
        guard let minutes, hours < 24, minutes < 60 else { return nil }
        let seconds = Double(hours * 3600 + minutes * 60)
        return isBehind ? -seconds : seconds
    }

    /// Days since 1970 by the Gregorian calendar: years that begin in March, of eras of 400 years.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let ofEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        let head = rest.prefix(digits)
        guard head.count == digits, let value = PlaylistNumber.integer(head) else { return nil }
        rest = rest.dropFirst(digits)
        return Int(value)
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, _ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
