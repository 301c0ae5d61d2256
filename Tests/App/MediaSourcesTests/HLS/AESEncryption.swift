/// AES-128 in cipher block chaining, written for tests from the standard alone.
///
/// Source: FIPS 197, 4 and 5; NIST SP 800-38A, 6.2.
enum AESEncryption {
    /// Encrypts text behind padding.
    static func encrypted(_ text: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8] {
        let padding = 16 - text.count % 16
        let padded = text + [UInt8](repeating: UInt8(padding), count: padding)
        let keys = roundKeys(key)
        var previous = vector
        var result: [UInt8] = []
        result.reserveCapacity(padded.count)
        for start in stride(from: 0, to: padded.count, by: 16) {
            var block = zip(padded[start..<start + 16], previous).map { $0 ^ $1 }
            encrypt(&block, keys)
            result += block
            previous = block
        }
        return result
    }

    private static func double(_ value: UInt8) -> UInt8 {
        value << 1 ^ (value & 0x80 != 0 ? 0x1B : 0)
    }

    private static let box: [UInt8] = {
        // The inverse of each element by the powers of 3, then the affine map.
        var powers: [UInt8] = [1]
        for _ in 1..<255 {
            let last = powers[powers.count - 1]
            powers.append(double(last) ^ last)
        }
        var logarithms = [Int](repeating: 0, count: 256)
        for (exponent, power) in powers.enumerated() { logarithms[Int(power)] = exponent }
        return (0..<256).map { value in
            let inverse = value == 0 ? 0 : powers[(255 - logarithms[value]) % 255]
            func rotated(_ count: UInt8) -> UInt8 { inverse << count | inverse >> (8 - count) }
            return inverse ^ rotated(1) ^ rotated(2) ^ rotated(3) ^ rotated(4) ^ 0x63
        }
    }()

    private static func roundKeys(_ key: [UInt8]) -> [UInt8] {
        var bytes = key
        var constant: UInt8 = 1
        while bytes.count < 176 {
            var word = Array(bytes.suffix(4))
            if bytes.count % 16 == 0 {
                word = [word[1], word[2], word[3], word[0]].map { box[Int($0)] }
                word[0] ^= constant
                constant = double(constant)
            }
            for index in 0..<4 { bytes.append(bytes[bytes.count - 16] ^ word[index]) }
        }
        return bytes
    }

    private static func encrypt(_ block: inout [UInt8], _ keys: [UInt8]) {
        func addKey(_ round: Int) {
            for index in 0..<16 { block[index] ^= keys[round * 16 + index] }
        }
        addKey(0)
        for round in 1...10 {
            let old = block
            for index in 0..<16 {
                // Row r is rotated by r columns.
                block[index] = box[Int(old[(index + 4 * (index % 4)) % 16])]
            }
            if round < 10 {
                for column in stride(from: 0, to: 16, by: 4) {
                    let word = Array(block[column..<column + 4])
                    let all = word[0] ^ word[1] ^ word[2] ^ word[3]
                    for row in 0..<4 {
                        block[column + row] ^= all ^ double(word[row] ^ word[(row + 1) % 4])
                    }
                }
            }
            addKey(round)
        }
    }
}
