import AudioToolbox
import TestSupport
import Testing

@Suite("An extended audio file on a full disk")
struct ExtendedAudioFileFullDiskTests {
    private let files = SoundFiles()

    /// A file and the extended one on it, at an app's disposal.
    private final class Written {
        let store = CallbackStore()
        let below: AudioFileID
        let extended: ExtAudioFileRef

        init(_ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, rate: Double) throws {
            var (below, extended): (AudioFileID?, ExtAudioFileRef?)
            try #require(store.create(type, format, &below) == noErr)
            try #require(ExtAudioFileWrapAudioFileID(below, true, &extended) == noErr)
            self.below = try #require(below)
            self.extended = try #require(extended)
            var client = AudioStreamBasicDescription.integers(rate: rate)
            try #require(
                ExtAudioFileSetProperty(
                    extended, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        }

        deinit {
            // After a test that closed them this does nothing.
            ExtAudioFileDispose(extended)
            AudioFileClose(below)
        }

        /// Writes 16-bit stereo.
        func write(_ frames: ArraySlice<UInt8>) -> OSStatus {
            // A copy that is freed when the call has ended.
            var bytes = Array(frames)
            let count = UInt32(bytes.count / 4)
            return withBufferList(of: &bytes, channels: 2) {
                ExtAudioFileWrite(extended, count, &$0)
            }
        }

        func setRoom(_ byteCount: Int64) { store.set { $0.sizeMax = byteCount } }

        var position: Int64 {
            var frame: Int64 = -1
            ExtAudioFileTell(extended, &frame)
            return frame
        }

        var length: Int64 {
            var (frames, size) = (Int64(-1), UInt32(8))
            ExtAudioFileGetProperty(
                extended, kExtAudioFileProperty_FileLengthFrames, &size, &frames)
            return frames
        }

        var packetCount: Int64 {
            var (packets, size) = (Int64(-1), UInt32(8))
            AudioFileGetProperty(below, kAudioFilePropertyAudioDataPacketCount, &size, &packets)
            return packets
        }

        func close() -> (disposing: OSStatus, closing: OSStatus) {
            (ExtAudioFileDispose(extended), AudioFileClose(below))
        }
    }

    @Test("counts the frames that are in the file, and no others")
    func frameByFrame() throws {
        let samples = testSamples(50_000)
        let written = try Written(kAudioFileCAFType, .integers(), rate: 44_100)
        // Given room for 30,000 frames and the head.
        written.setRoom(8192 + 4 * 30_000)
        #expect(written.write(samples[...]) == fullDisk)
        let taken = written.position
        #expect((1...30_000).contains(taken))
        #expect(written.length == taken)
        #expect(written.packetCount == taken)
        #expect(written.write(samples[(4 * Int(taken))...]) == fullDisk)
        #expect(written.position <= 30_000)
        // When there is room again, the others follow, and nothing is missing.
        written.setRoom(.max)
        #expect(written.write(samples[(4 * Int(written.position))...]) == noErr)
        #expect(written.position == 50_000)
        #expect(written.close() == (noErr, noErr))
        let url = try files.write(written.store.bytes, as: "a.caf")
        #expect(try ExtendedFile(url).readAll(bytesPerFrame: 4) == samples)
    }

    /// Writes 60,000 frames, as a careful app does it.
    ///
    /// - Parameter room: Bytes that there is room for at first; nil for plenty.
    private func careful(
        _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, rate: Double, room: Int?
    ) throws -> [UInt8] {
        let samples = testSamples(60_000)
        let written = try Written(type, format, rate: rate)
        if let room { written.setRoom(Int64(room)) }
        func rest() -> ArraySlice<UInt8> {
            samples[(4 * Int(Double(written.position) * rate / 44_100))...]
        }
        if room != nil {
            #expect(written.write(rest()) == fullDisk)
            let taken = written.position
            #expect(taken > 0)
            // No more is taken as long as there is no room, and each time it says why.
            for _ in 0..<3 { #expect(written.write(rest()) == fullDisk) }
            #expect(written.position == taken)
            written.setRoom(.max)
        }
        #expect(written.write(rest()) == noErr)
        #expect(written.close() == (noErr, noErr))
        return written.store.bytes
    }

    @Test("loses nothing of what a conversion of the rate had already made")
    func otherRate() throws {
        let format = AudioStreamBasicDescription.integers()
        let whole = try careful(kAudioFileCAFType, format, rate: 88_200, room: nil)
        let resumed = try careful(kAudioFileCAFType, format, rate: 88_200, room: 50_000)
        #expect(resumed == whole)
    }

    #if FFmpeg
        @Test(
            "goes on where it stopped when there is room again",
            arguments: [kAudioFileCAFType, kAudioFileM4AType, kAudioFileAAC_ADTSType])
        func resumed(type: AudioFileTypeID) throws {
            let format = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC)
            let whole = try careful(type, format, rate: 44_100, room: nil)
            let resumed = try careful(type, format, rate: 44_100, room: whole.count / 2)
            #expect(resumed == whole)
        }

        /// Writes until there is no more room, and then ends.
        private func full(
            _ type: AudioFileTypeID, hasRoomForEnd: Bool
        ) throws -> (url: URL, taken: Int64) {
            let written = try Written(type, .coded(kAudioFormatMPEG4AAC), rate: 44_100)
            let samples = testSamples(60_000)
            #expect(written.write(samples[...]) == noErr)
            // Room for a few packets more.
            written.setRoom(Int64(written.store.bytes.count) + 1500)
            #expect(written.write(samples[...]) == fullDisk)
            let taken = written.position
            #expect(ExtAudioFileDispose(written.extended) == fullDisk)
            if hasRoomForEnd { written.setRoom(.max) }
            #expect(AudioFileClose(written.below) == (hasRoomForEnd ? noErr : fullDisk))
            return (try files.write(written.store.bytes, as: "a.bin"), taken)
        }

        @Test(
            "is complete for what is in it, and says that this is not all",
            arguments: [kAudioFileCAFType, kAudioFileM4AType], [true, false])
        func ended(type: AudioFileTypeID, hasRoomForEnd: Bool) throws {
            let (url, taken) = try full(type, hasRoomForEnd: hasRoomForEnd)
            let table = try OpenedFile(url).packetTable
            #expect(table.mPrimingFrames == 1024)
            #expect(table.mRemainderFrames == 0)
            #expect((table.mNumberValidFrames + 1024) % 1024 == 0)
            // Where the end of the file had to have room among the packets, it took that of some.
            let least: Int64 = hasRoomForEnd ? 60_000 - 2048 : 40_000
            #expect((least..<taken).contains(table.mNumberValidFrames))
            let file = try ExtendedFile(url)
            #expect(try file.frameCount == table.mNumberValidFrames)
            #expect(file.setClient(.integers()) == noErr)
            let count = try file.readAll(bytesPerFrame: 4).count / 4
            #expect(Int64(count) == table.mNumberValidFrames)
        }

        @Test("is complete whichever of the packets that come at the end there is room for")
        func endsWithin() throws {
            var packetCounts: Set<Int64> = []
            for extra in stride(from: 0, through: 1600, by: 100) {
                let format = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC)
                let written = try Written(kAudioFileCAFType, format, rate: 44_100)
                #expect(written.write(testSamples(10_000)[...]) == noErr)
                written.setRoom(Int64(written.store.bytes.count + extra))
                let status = ExtAudioFileDispose(written.extended)
                written.setRoom(.max)
                let packetCount = written.packetCount
                #expect(AudioFileClose(written.below) == noErr)
                let url = try files.write(written.store.bytes, as: "\(extra).caf")
                let table = try OpenedFile(url).packetTable
                #expect(table.mPrimingFrames == 1024)
                // All frames, or all of the packets that are there.
                let decoded = 1024 * packetCount
                let heard = status == noErr ? 10_000 : min(decoded - 1024, 10_000)
                #expect(table.mNumberValidFrames == heard)
                #expect(Int64(table.mRemainderFrames) == decoded - 1024 - heard)
                packetCounts.insert(packetCount)
            }
            // None of the last ones, some of them, and all.
            #expect(packetCounts.count >= 3)
        }
    #endif
}
