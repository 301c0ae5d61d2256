import Foundation

/// Ends the program with a line that says what is wrong.
func expect(_ isRight: Bool, _ what: String) {
    guard !isRight else { return }
    FileHandle.standardError.write(Data("source compatibility: \(what)\n".utf8))
    exit(1)
}

/// A signal from any thread, which the main thread waits for.
///
/// Ownership: immutable; the semaphore synchronises itself.
final class Arrival: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func signal() { semaphore.signal() }

    func wait(for what: String) {
        expect(semaphore.wait(timeout: .now() + 20) == .success, "\(what) did not come")
    }
}

/// A second of a tone in a file of its own, as WAV.
func makeTone() -> URL {
    var bytes = Data()
    func add<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    let frameCount = 4_800
    bytes.append(contentsOf: "RIFF".utf8)
    add(UInt32(36 + 2 * frameCount))
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    add(UInt32(16))
    add(UInt16(1))
    add(UInt16(1))
    add(UInt32(48_000))
    add(UInt32(96_000))
    add(UInt16(2))
    add(UInt16(16))
    bytes.append(contentsOf: "data".utf8)
    add(UInt32(2 * frameCount))
    for frame in 0..<frameCount {
        add(Int16(8_000 * sin(Double(frame) * 2 * .pi * 440 / 48_000)))
    }
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent(
            "sori-compatibility-\(ProcessInfo.processInfo.processIdentifier).wav")
    try? bytes.write(to: url)
    return url
}
