/// The attributes of a context: those of the app, and those that a loopback device needs.
struct OpenALAttributes {
    /// Pairs of a constant and a value, with a zero at the end.
    let values: [Int32]
    /// The sample rate of rendering in Hz.
    let rate: Int

    private static let frequency: Int32 = 0x1007
    private static let channels: Int32 = 0x1990
    private static let stereo: Int32 = 0x1501
    private static let type: Int32 = 0x1991
    private static let float: Int32 = 0x1406
    private static let headFilters: Int32 = 0x1992
    private static let limiter: Int32 = 0x199A
    /// What OpenAL Soft renders at.
    private static let rates = 8_000...192_000
    /// The number of attributes that are read of a list without an end.
    private static let pairsMax = 256

    /// - Parameters:
    ///   - attributes: The app's, with a zero at the end; `nil` for none.
    ///   - rate: The rate of a device that has a context already.
    ///   - outputRate: The rate where the app asks for none.
    init(
        _ attributes: UnsafePointer<Int32>?, _ settings: OpenALSettings, rate: Int?,
        outputRate: Int
    ) {
        var values: [Int32] = []
        var asked: Int?
        for pair in 0..<Self.pairsMax {
            guard let key = attributes?[2 * pair], key != 0, let value = attributes?[2 * pair + 1]
            else { break }
            switch key {
            case Self.frequency: asked = Int(value)
            // The stream is stereo, and its mixer limits.
            case Self.channels, Self.type, Self.headFilters, Self.limiter: break
            default: values += [key, value]
            }
        }
        let wanted =
            rate ?? settings.outputRate.map {
                Int(min(max($0, 0), Double(Self.rates.upperBound)).rounded())
            } ?? asked ?? outputRate
        self.rate = min(max(wanted, Self.rates.lowerBound), Self.rates.upperBound)
        let isForHeadphones = settings.quality == OpenALSettings.headphones
        values += [
            Self.frequency, Int32(self.rate), Self.channels, Self.stereo, Self.type, Self.float,
            Self.headFilters, isForHeadphones ? 1 : 0, Self.limiter, 0, 0,
        ]
        self.values = values
    }
}
