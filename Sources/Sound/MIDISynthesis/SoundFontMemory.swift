#if MIDI
    import CFluidSynth
    import Synchronization

    /// A sound font in memory, which FluidSynth reads as if it were a file.
    ///
    /// Ownership: the bytes are immutable; one reader at a time has a position.
    final class SoundFontMemory {
        private let bytes: [UInt8]
        private var position = 0
        /// Makes the name unique.
        private let number: Int

        private static let count = Atomic(0)
        /// The prefix of the names that refer to sound fonts in memory.
        private static let prefix = "sori-sound-font-in-memory:"

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            // FluidSynth shares the samples of fonts with the same name.
            number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        }

        /// The name to load; valid as long as this object.
        var name: String {
            let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
            return "\(Self.prefix)\(address):\(number)"
        }

        /// Adds a loader to a synthesiser, which resolves the names of sound fonts in memory.
        static func addLoader(to synth: OpaquePointer, _ settings: OpaquePointer) {
            guard let loader = new_fluid_defsfloader(settings) else { return }
            fluid_sfloader_set_callbacks(
                loader,
                { name in name.flatMap { SoundFontMemory.open($0) } },
                { buffer, count, handle in
                    SoundFontMemory.with(handle) { $0.read(into: buffer, Int(count)) }
                },
                { handle, offset, origin in
                    SoundFontMemory.with(handle) { $0.seek(Int(offset), origin) }
                },
                { handle in SoundFontMemory.with(handle) { Int64($0.position) } },
                { _ in Int32(FLUID_OK) })
            fluid_synth_add_sfloader(synth, loader)
        }

        private static func open(_ name: UnsafePointer<CChar>) -> UnsafeMutableRawPointer? {
            let name = String(cString: name)
            guard name.hasPrefix(prefix),
                let text = name.dropFirst(prefix.count).split(separator: ":").first,
                let address = UInt(text), let pointer = UnsafeMutableRawPointer(bitPattern: address)
            else { return nil }
            with(pointer) { $0.position = 0 }
            return pointer
        }

        private static func with<Result>(
            _ pointer: UnsafeMutableRawPointer?, _ body: (SoundFontMemory) -> Result
        ) -> Result {
            guard let pointer else { fatalError("FluidSynth has lost its file") }
            return body(Unmanaged<SoundFontMemory>.fromOpaque(pointer).takeUnretainedValue())
        }

        private func read(into buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
            guard let buffer, count >= 0, count <= bytes.count - position else {
                return Int32(FLUID_FAILED)
            }
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                buffer.copyMemory(from: start + position, byteCount: count)
            }
            position += count
            return Int32(FLUID_OK)
        }

        private func seek(_ offset: Int, _ origin: Int32) -> Int32 {
            let base =
                switch origin {
                case SEEK_CUR: position
                case SEEK_END: bytes.count
                default: 0
                }
            let (new, isOverflow) = base.addingReportingOverflow(offset)
            guard !isOverflow, (0...bytes.count).contains(new) else { return Int32(FLUID_FAILED) }
            position = new
            return Int32(FLUID_OK)
        }
    }
#endif
