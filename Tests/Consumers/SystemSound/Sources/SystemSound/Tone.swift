import Foundation

/// A WAV file of a sine: 16-bit, mono, 44.1 kHz, a quarter of full scale.
func waveFile(ofTone frequency: Double, seconds: Double) -> Data {
    let sampleRate = 44_100
    let sampleCount = Int(seconds * Double(sampleRate))
    let dataByteCount = UInt32(2 * sampleCount)

    var file = Data()
    func append(_ text: String) { file.append(contentsOf: text.utf8) }
    func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
    }
    append("RIFF")
    append(36 + dataByteCount)
    append("WAVEfmt ")
    append(16 as UInt32)
    append(1 as UInt16)  // Linear PCM.
    append(1 as UInt16)  // Channels.
    append(UInt32(sampleRate))
    append(UInt32(2 * sampleRate))
    append(2 as UInt16)  // Bytes a frame.
    append(16 as UInt16)  // Bits a sample.
    append("data")
    append(dataByteCount)
    for index in 0..<sampleCount {
        let phase = 2 * Double.pi * frequency * Double(index) / Double(sampleRate)
        append(Int16(8_191 * sin(phase)))
    }
    return file
}
