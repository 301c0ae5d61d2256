import AudioModel

// Two services may show the same call: oFono and ModemManager one of the same modem, and GNOME
// Calls one of either of them.

extension CallReport {
    /// Time between two reports of a call that begins.
    ///
    /// Source: chosen here. Services report a new call within some tens of milliseconds.
    static let matchingInterval = HostInterval.seconds(1)

    /// Whether two services report the same call.
    func isSameCall(
        as other: CallReport, beganAt begin: HostTime, otherBeganAt otherBegin: HostTime
    ) -> Bool {
        guard id.source != other.id.source else { return false }
        if let direction, let otherDirection = other.direction, direction != otherDirection {
            return false
        }
        // GNOME Calls has no modem of its own: its cellular calls are those of a modem service.
        let isOnModem =
            isCellular && other.isCellular
            && id.source.isModemService != other.id.source.isModemService
        if isOnModem {
            return number.isEmpty || other.number.isEmpty
                || isSameNumber(number, other.number)
        }
        let distance = begin < otherBegin ? otherBegin - begin : begin - otherBegin
        return distance <= Self.matchingInterval && !number.isEmpty
            && isSameNumber(number, other.number)
    }
}

/// Whether two texts name the same other end: equal, or telephone numbers that differ only in how
/// they are written (spaces, the prefix of a country).
func isSameNumber(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    guard let digits = subscriberDigits(one), let otherDigits = subscriberDigits(other) else {
        return false
    }
    return digits == otherDigits
}

/// The last digits of a telephone number, without the prefixes of country and trunk in longer ones;
/// `nil` for any other text.
private func subscriberDigits(_ text: String) -> [UInt8]? {
    guard text.utf8.allSatisfy({ isDigit($0) || " +-()./".utf8.contains($0) }) else { return nil }
    let digits = text.utf8.filter(isDigit)
    return digits.isEmpty ? nil : Array(digits.suffix(8))
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
