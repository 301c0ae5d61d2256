import CommandLineTool
import Glibc

/// The machine that a benchmark ran on.
package struct Machine: Equatable, Sendable {
    package var processor: String
    /// Number of cores that are online.
    package var coreCount: Int

    package init(processor: String, coreCount: Int) {
        self.processor = processor
        self.coreCount = coreCount
    }

    static func present() -> Machine {
        let text = (try? readFile("/proc/cpuinfo", byteCountMax: 1 << 22)) ?? []
        return Machine(
            processor: processor(inProcessorList: String(decoding: text, as: UTF8.self)),
            coreCount: max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1))
    }

    /// - Parameter list: The contents of `/proc/cpuinfo`.
    package static func processor(inProcessorList list: String) -> String {
        for line in list.split(separator: "\n") where line.hasPrefix("model name") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return "an unnamed processor"
    }
}
