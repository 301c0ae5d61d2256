/// Decodes four packets of a channel in parallel.
///
/// Each sample's step depends on the sample before, so a processor would stall on each. Packets
/// depend on each other only through the predictor's low bits, a constant added to all samples as
/// long as none of them is clamped at full scale. The four packets are decoded from their headers
/// side by side, then the carried constant is added in order. A packet near full scale is decoded
/// again on its own.
struct IMA4Group {
    static let packetCount = 4
    private static let framesPerPacket = Int(IMA4.framesPerPacket)
    /// Samples of one channel in a group.
    static let sampleCount = packetCount * framesPerPacket

    /// The table `IMA4.transitions`.
    let table: UnsafePointer<Int32>
    /// Bytes from one packet to the next.
    let packetStride: Int

    /// Decodes up to four packets of all channels.
    ///
    /// - Parameters:
    ///   - packets: One to four packets.
    ///   - ends: Each channel's state; updated.
    ///   - numbers: Scratch for two channels' samples.
    ///   - samples: Room for the packets' interleaved frames.
    @inline(__always)
    func decode(
        _ packets: UnsafeRawPointer, packetCount: Int, _ ends: UnsafeMutablePointer<IMA4.End>,
        channelCount: Int, _ numbers: UnsafeMutablePointer<Int32>,
        into samples: UnsafeMutablePointer<Float>
    ) {
        let frameCount = packetCount &* Self.framesPerPacket
        var channel = 0
        while channel < channelCount {
            decode(
                packets + channel &* Int(IMA4.bytesPerChannel), packetCount, &ends[channel],
                into: numbers)
            // Two channels are written at a time, so that stereo output is sequential.
            if channel + 1 < channelCount {
                let right = numbers + Self.sampleCount
                decode(
                    packets + (channel &+ 1) &* Int(IMA4.bytesPerChannel), packetCount,
                    &ends[channel + 1], into: right)
                Self.write(
                    numbers, right, frameCount, into: samples + channel, stride: channelCount)
            } else {
                Self.write(numbers, frameCount, into: samples + channel, stride: channelCount)
            }
            channel += 2
        }
    }

    @inline(__always)
    private func decode(
        _ packets: UnsafeRawPointer, _ packetCount: Int, _ end: inout IMA4.End,
        into numbers: UnsafeMutablePointer<Int32>
    ) {
        guard packetCount == Self.packetCount else {
            for packet in 0..<packetCount {
                decodeAlone(
                    packets + packet &* packetStride, &end,
                    into: numbers + packet &* Self.framesPerPacket)
            }
            return
        }
        let rows = sum(packets, into: numbers)
        for packet in 0..<Self.packetCount {
            let bytes = packets + packet &* packetStride
            let output = numbers + packet &* Self.framesPerPacket
            guard Self.isFarFromFullScale(output) else {
                decodeAlone(bytes, &end, into: output)
                continue
            }
            let head = Head(bytes)
            let carried = head.predictor(after: end) &- head.given
            if carried != 0 {
                for index in 0..<Self.framesPerPacket { output[index] &+= carried }
            }
            end = IMA4.End(predictor: output[Self.framesPerPacket &- 1], row: rows[packet])
        }
    }

    /// Decodes four packets from their headers, without clamping.
    ///
    /// - Returns: The row with which each packet ends.
    @inline(__always)
    private func sum(
        _ packets: UnsafeRawPointer, into numbers: UnsafeMutablePointer<Int32>
    ) -> SIMD4<Int32> {
        let (first, second) = (packets, packets + packetStride)
        let (third, fourth) = (second + packetStride, second + 2 &* packetStride)
        let heads = (Head(first), Head(second), Head(third), Head(fourth))
        var (row0, row1, row2, row3) = (heads.0.row, heads.1.row, heads.2.row, heads.3.row)
        var (sum0, sum1) = (heads.0.given, heads.1.given)
        var (sum2, sum3) = (heads.2.given, heads.3.given)
        var output = numbers
        for index in 2..<Int(IMA4.bytesPerChannel) {
            step(first, index, &row0, &sum0, output)
            step(second, index, &row1, &sum1, output + Self.framesPerPacket)
            step(third, index, &row2, &sum2, output + 2 &* Self.framesPerPacket)
            step(fourth, index, &row3, &sum3, output + 3 &* Self.framesPerPacket)
            output += 2
        }
        return SIMD4(row0, row1, row2, row3)
    }

    /// Decodes the two samples of one byte.
    @inline(__always)
    private func step(
        _ bytes: UnsafeRawPointer, _ index: Int, _ row: inout Int32, _ sum: inout Int32,
        _ output: UnsafeMutablePointer<Int32>
    ) {
        let byte = Int32(bytes.load(fromByteOffset: index, as: UInt8.self))
        let low = table[Int(row &+ byte & 15)]
        sum &+= low >> IMA4.rowBits
        output[0] = sum
        let high = table[Int(low & IMA4.rowMask &+ byte >> 4)]
        sum &+= high >> IMA4.rowBits
        output[1] = sum
        row = high & IMA4.rowMask
    }

    /// Decodes one packet sample by sample, with clamping.
    private func decodeAlone(
        _ bytes: UnsafeRawPointer, _ end: inout IMA4.End, into numbers: UnsafeMutablePointer<Int32>
    ) {
        let head = Head(bytes)
        var row = head.row
        var predictor = head.predictor(after: end)
        var output = numbers
        for index in 2..<Int(IMA4.bytesPerChannel) {
            let byte = Int32(bytes.load(fromByteOffset: index, as: UInt8.self))
            let low = table[Int(row &+ byte & 15)]
            predictor = min(max(predictor &+ low >> IMA4.rowBits, -32768), 32767)
            output[0] = predictor
            let high = table[Int(low & IMA4.rowMask &+ byte >> 4)]
            predictor = min(max(predictor &+ high >> IMA4.rowBits, -32768), 32767)
            output[1] = predictor
            output += 2
            row = high & IMA4.rowMask
        }
        end = IMA4.End(predictor: predictor, row: row)
    }

    /// Whether a packet's samples stay below full scale for any carried low bits.
    @inline(__always)
    private static func isFarFromFullScale(_ numbers: UnsafePointer<Int32>) -> Bool {
        var bits: Int32 = 0
        // Inverting a negative number's bits gives its distance from −1.
        for index in 0..<framesPerPacket {
            let number = numbers[index]
            bits |= (number ^ number >> 31) &+ Int32(IMA4.lostBits)
        }
        return bits & ~0x7FFF == 0
    }

    @inline(__always)
    private static func write(
        _ numbers: UnsafePointer<Int32>, _ frameCount: Int,
        into samples: UnsafeMutablePointer<Float>, stride: Int
    ) {
        guard stride != 1 else {
            for frame in 0..<frameCount { samples[frame] = Float(numbers[frame]) * 0x1p-15 }
            return
        }
        for frame in 0..<frameCount {
            samples[frame &* stride] = Float(numbers[frame]) * 0x1p-15
        }
    }

    @inline(__always)
    private static func write(
        _ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, _ frameCount: Int,
        into samples: UnsafeMutablePointer<Float>, stride: Int
    ) {
        guard stride != 2 else {
            for frame in 0..<frameCount {
                samples[2 &* frame] = Float(left[frame]) * 0x1p-15
                samples[2 &* frame &+ 1] = Float(right[frame]) * 0x1p-15
            }
            return
        }
        for frame in 0..<frameCount {
            samples[frame &* stride] = Float(left[frame]) * 0x1p-15
            samples[frame &* stride &+ 1] = Float(right[frame]) * 0x1p-15
        }
    }
}

extension IMA4Group {
    /// A channel's header in a packet.
    private struct Head {
        /// The predictor without its low seven bits.
        let given: Int32
        /// The step index as a row of `IMA4.transitions`.
        let row: Int32

        @inline(__always)
        init(_ bytes: UnsafeRawPointer) {
            let head = Int32(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
            given = head & ~Int32(IMA4.lostBits)
            row = min(head & 0x7F, Int32(IMA4.stepIndexMax)) &* 16
        }

        /// The predictor that decoding starts from.
        @inline(__always)
        func predictor(after end: IMA4.End) -> Int32 {
            row == end.row && abs(given &- end.predictor) <= IMA4.lostBits ? end.predictor : given
        }
    }
}
