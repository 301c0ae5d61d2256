/// The presets of the distortion, with Apple's numbers.
package enum DistortionPreset: Int, CaseIterable, Sendable {
    case drumsBitBrush, drumsBufferBeats, drumsLoFi
    case multiBrokenSpeaker, multiCellphoneConcert, multiDecimated1, multiDecimated2
    case multiDecimated3, multiDecimated4, multiDistortedFunk, multiDistortedCubed
    case multiDistortedSquared, multiEcho1, multiEcho2, multiEchoTight1, multiEchoTight2
    case multiEverythingIsBroken
    case speechAlienChatter, speechCosmicInterference, speechGoldenPi, speechRadioTower
    case speechWaves

    /// Removes the constant offset that a square adds.
    private static let withoutOffset = DistortionChain.Band(highPass: 20, lowPass: 18000)

    /// The stages of the preset. Apple publishes the names only; the numbers are ours.
    package var chain: DistortionChain {
        var chain = DistortionChain()
        switch self {
        case .drumsBitBrush:
            chain.decimation = .init(holdRate: 11000, bits: 5, mix: 0.7)
            chain.shaper = .init(linear: 1, squared: 0, cubic: 0.5, mix: 0.4)
        case .drumsBufferBeats:
            chain.echo = .init(milliseconds: 62, decay: 0.55, mix: 0.45)
            chain.decimation = .init(holdRate: 16000, bits: 8, mix: 0.4)
        case .drumsLoFi:
            chain.decimation = .init(holdRate: 8000, bits: 7, mix: 1)
            chain.band = .init(highPass: 60, lowPass: 5500)
        case .multiBrokenSpeaker:
            chain.shaper = .init(linear: 0.4, squared: 0.8, cubic: 1, mix: 0.9)
            chain.band = .init(highPass: 280, lowPass: 3800)
            chain.drive = 2.5
        case .multiCellphoneConcert:
            chain.decimation = .init(holdRate: 8000, bits: 8, mix: 1)
            chain.band = .init(highPass: 300, lowPass: 3400)
            chain.drive = 1.8
        case .multiDecimated1: chain.decimation = .init(holdRate: 16000, bits: 10, mix: 1)
        case .multiDecimated2: chain.decimation = .init(holdRate: 11025, bits: 8, mix: 1)
        case .multiDecimated3: chain.decimation = .init(holdRate: 6000, bits: 6, mix: 1)
        case .multiDecimated4: chain.decimation = .init(holdRate: 3000, bits: 4, mix: 1)
        case .multiDistortedFunk:
            chain.shaper = .init(linear: 0.8, squared: 0.6, cubic: 0.3, mix: 0.8)
            chain.band = Self.withoutOffset
            chain.ring = .init(first: 90, second: 180, balance: 0.5, mix: 0.25)
            chain.drive = 2
        case .multiDistortedCubed:
            chain.shaper = .init(linear: 0, squared: 0, cubic: 1, mix: 1)
            chain.drive = 1.6
        case .multiDistortedSquared:
            chain.shaper = .init(linear: 0, squared: 1, cubic: 0, mix: 1)
            chain.band = Self.withoutOffset
            chain.drive = 1.6
        case .multiEcho1: chain.echo = .init(milliseconds: 250, decay: 0.45, mix: 0.5)
        case .multiEcho2: chain.echo = .init(milliseconds: 375, decay: 0.6, mix: 0.5)
        case .multiEchoTight1: chain.echo = .init(milliseconds: 35, decay: 0.4, mix: 0.5)
        case .multiEchoTight2: chain.echo = .init(milliseconds: 18, decay: 0.65, mix: 0.5)
        case .multiEverythingIsBroken:
            chain.ring = .init(first: 310, second: 1730, balance: 0.4, mix: 0.5)
            chain.decimation = .init(holdRate: 5000, bits: 5, mix: 0.8)
            chain.shaper = .init(linear: 0.3, squared: 1, cubic: 1, mix: 1)
            chain.echo = .init(milliseconds: 110, decay: 0.5, mix: 0.4)
            chain.band = Self.withoutOffset
            chain.drive = 3
        case .speechAlienChatter:
            chain.ring = .init(first: 145, second: 700, balance: 0.35, mix: 0.85)
            chain.echo = .init(milliseconds: 24, decay: 0.5, mix: 0.35)
        case .speechCosmicInterference:
            chain.ring = .init(first: 55, second: 2300, balance: 0.5, mix: 0.7)
            chain.echo = .init(milliseconds: 190, decay: 0.6, mix: 0.5)
            chain.decimation = .init(holdRate: 12000, bits: 9, mix: 0.4)
        case .speechGoldenPi:
            // The frequencies stand in the golden ratio.
            chain.ring = .init(first: 314.16, second: 508.32, balance: 0.5, mix: 0.75)
            chain.shaper = .init(linear: 1, squared: 0.3, cubic: 0, mix: 0.5)
            chain.band = Self.withoutOffset
        case .speechRadioTower:
            chain.band = .init(highPass: 450, lowPass: 2800)
            chain.shaper = .init(linear: 0.7, squared: 0.2, cubic: 0.6, mix: 0.8)
            chain.decimation = .init(holdRate: 9000, bits: 8, mix: 0.5)
            chain.drive = 3
        case .speechWaves:
            chain.ring = .init(first: 3, second: 7, balance: 0.4, mix: 0.8)
            chain.echo = .init(milliseconds: 45, decay: 0.5, mix: 0.4)
        }
        return chain
    }
}
