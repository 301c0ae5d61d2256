#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a bench ran on: numbers mean nothing without it.
package struct Machine: Equatable, Sendable {
    package var processor: String
    /// That are switched on.
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

    /// - Parameter list: As `/proc/cpuinfo` has it.
    package static func processor(inProcessorList list: String) -> String {
        for line in list.split(separator: "\n") where line.hasPrefix("model name") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return "an unnamed processor"
    }
}
