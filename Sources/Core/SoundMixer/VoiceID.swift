extension Mixer {
    /// Identifies one voice of one mixer; never reused.
    public struct VoiceID: Hashable, Sendable {
        public var rawValue: UInt64

        static let slotMask = 1 << 20 - 1
        var slot: Int { Int(rawValue & UInt64(Self.slotMask)) }

        init(serial: UInt64, slot: Int) {
            rawValue = serial << 20 | UInt64(slot)
        }
    }
}
