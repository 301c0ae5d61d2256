import AudioCodecs
import AudioFormats
import CommandLineTool
import Glibc

#if FFmpeg
    import CFFmpeg
#endif

/// Measures the memory used to open files of four gigabytes, count every packet, and read one in
/// the middle.
enum FileMemoryBench {
    private static let megabytesMax = 16.0

    static func steps() -> [BenchStep] {
        LargeFiles.all.map { name, bytes in
            let title = "4 GB of " + name
            return BenchStep(name: title) { _ throws(ProgramError) in
                loadLibraries()
                guard let before = ProcessMemory.startPeak() else {
                    return .skipped(reason: "/proc does not tell the peak of memory")
                }
                try making(title) { () throws(FormatError) in try read(bytes) }
                guard let after = ProcessMemory.peakBytes() else {
                    throw ProgramError(.deviceMissing, "/proc cannot be read")
                }
                return .found(.growth(from: before, to: after, most: megabytesMax))
            }
        }
    }

    /// Loads what the first compressed file loads, once in a process: a file's memory is counted
    /// without it.
    private static func loadLibraries() {
        #if FFmpeg
            _ = sori_avformat_load()
        #endif
    }

    private static func read(_ bytes: PatternBytes) throws(FormatError) {
        let file = try AudioFileReader(bytes)
        let inspection = try FileInspection(file, path: "large")
        guard let packetCount = inspection.packetCount, packetCount > 1_000_000 else {
            throw FormatError(.missing("million of packets"))
        }
        var failure: FormatError?
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
            do throws(FormatError) {
                let read = try file.readPackets(startingAt: packetCount / 2, count: 1, into: buffer)
                if read.packetCount != 1 { failure = FormatError(.missing("packet")) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

extension Measure.Figure {
    /// The growth of memory between two sizes in bytes.
    static func growth(from before: Int, to after: Int, most: Double) -> Self {
        Self(Double(max(after - before, 0)) / 1_048_576, .megabytes, most: most)
    }
}

/// The memory of this process as the kernel reports it.
///
/// Source: proc(5), `/proc/pid/clear_refs` and `/proc/pid/status`.
enum ProcessMemory {
    /// Resets the kernel's peak value.
    ///
    /// - Returns: The present size in bytes; `nil` if the kernel does not support it.
    static func startPeak() -> Int? {
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard write(descriptor, "5", 1) == 1 else { return nil }
        return peakBytes()
    }

    static func peakBytes() -> Int? { bytes("VmHWM:") }

    static func residentBytes() -> Int? { bytes("VmRSS:") }

    private static func bytes(_ entry: String) -> Int? {
        guard let text = try? readFile("/proc/self/status", byteCountMax: 1 << 20) else {
            return nil
        }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
        where line.hasPrefix(entry) {
            let digits = line.filter { $0.isASCII && $0.isNumber }
            return Int(digits).map { $0 * 1024 }
        }
        return nil
    }
}
