/// What the values of a received message may take. Of a larger one nothing is kept.
package struct DBusContentLimits: Hashable, Sendable {
    /// Bytes of texts and of byte arrays.
    package var bytesMax: Int
    package var valuesMax: Int

    package init(bytesMax: Int, valuesMax: Int) {
        self.bytesMax = bytesMax
        self.valuesMax = valuesMax
    }

    /// For messages with lists, such as those of a library.
    package static let standard = DBusContentLimits(bytesMax: 16_777_216, valuesMax: 262_144)
    /// For changed properties, an embedded picture among them: mpv sends the picture of a file whole,
    /// in one signal with its status. They are read and dropped at once.
    package static let properties = DBusContentLimits(bytesMax: 16_777_216, valuesMax: 4_096)
    /// For calls with some names and numbers.
    package static let names = DBusContentLimits(bytesMax: 8_192, valuesMax: 64)

    /// The limits that allow what either allows.
    func union(_ other: DBusContentLimits) -> DBusContentLimits {
        DBusContentLimits(
            bytesMax: max(bytesMax, other.bytesMax), valuesMax: max(valuesMax, other.valuesMax))
    }
}
