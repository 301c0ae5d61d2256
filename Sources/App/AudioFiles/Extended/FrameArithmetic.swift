import AudioModel

extension Int64 {
    enum Rounding {
        case down
        case up
    }

    /// Converts a frame count to another sample rate.
    ///
    /// Exact for sample rates in whole hertz; saturates at `Int64.max`.
    ///
    /// - Precondition: The count is not negative, the rates are positive.
    func scaled(by rate: Double, over other: Double, _ rounding: Rounding) -> Int64 {
        if let whole = UInt64(exactly: rate), let divisor = UInt64(exactly: other) {
            let product = UInt64(self).multipliedFullWidth(by: whole)
            guard product.high < divisor else { return .max }
            let (quotient, remainder) = divisor.dividingFullWidth(product)
            let count = Int64(clamping: quotient)
            return rounding == .up && remainder > 0 && count < .max ? count + 1 : count
        }
        let exact = Double(self) * (rate / other)
        let rounded = exact.rounded(rounding == .up ? .up : .down)
        return Int64(exactly: rounded) ?? .max
    }
}

extension StreamFormat {
    /// Checks that a format can be a client format: consistent linear PCM.
    ///
    /// - Throws: `clientFormatNotLinear`, `wrongFormat`.
    func checkAsClient() throws(ExtendedFileError) {
        guard id == .linearPCM else { throw .clientFormatNotLinear }
        guard sampleRate.isFinite, (1...10_000_000).contains(sampleRate),
            (1...64).contains(channelCount), framesPerPacket == 1,
            bytesPerPacket == bytesPerFrame
        else { throw .wrongFormat }
        let samplesPerFrame = flags.contains(.nonInterleaved) ? 1 : channelCount
        let (bytesPerSample, rest) = bytesPerFrame.quotientAndRemainder(dividingBy: samplesPerFrame)
        guard rest == 0, (1...8).contains(bytesPerSample),
            (1...bytesPerSample * 8).contains(bitsPerChannel)
        else { throw .wrongFormat }
    }
}
