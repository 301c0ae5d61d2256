// Only what an app imports: the module brings Core Foundation's names with it.
import AudioToolbox
import Testing

@Suite("Core Foundation's names beside AudioToolbox")
struct CoreFoundationNamesTests {
    @Test("turn numbers of every size")
    func swapping() {
        #expect(CFSwapInt16(0x1234) == 0x3412)
        #expect(CFSwapInt32(0x1234_5678) == 0x7856_3412)
        #expect(CFSwapInt64(0x1234_5678_9ABC_DEF0) == 0xF0DE_BC9A_7856_3412)
        #expect(CFSwapInt16HostToBig(1) == UInt16(1).bigEndian)
        #expect(CFSwapInt32HostToBig(1) == UInt32(1).bigEndian)
        #expect(CFSwapInt64HostToBig(1) == UInt64(1).bigEndian)
        #expect(CFSwapInt16BigToHost(1) == UInt16(bigEndian: 1))
        #expect(CFSwapInt32BigToHost(1) == UInt32(bigEndian: 1))
        #expect(CFSwapInt64BigToHost(1) == UInt64(bigEndian: 1))
        #expect(CFSwapInt16HostToLittle(1) == UInt16(1).littleEndian)
        #expect(CFSwapInt32LittleToHost(1) == UInt32(littleEndian: 1))
        #expect(CFSwapInt64HostToLittle(1) == UInt64(1).littleEndian)
        #expect(CFConvertFloat32SwappedToHost(CFConvertFloat32HostToSwapped(1.5)) == 1.5)
        let order = CFByteOrderGetCurrent()
        #expect(order == CFIndex(1) || order == CFIndex(2))
    }

    @Test("make URLs of paths", arguments: ["/tmp/a file.caf", "relative.caf", "/", "ünï.wav"])
    func urls(path: String) throws {
        let url = try #require(
            CFURLCreateWithFileSystemPath(
                kCFAllocatorDefault, path as CFString, .cfurlposixPathStyle, path == "/"))
        let expected = URL(fileURLWithPath: path, isDirectory: path == "/")
        #expect((url as URL).absoluteString == expected.absoluteString)
        let bytes = Array(path.utf8) + [0, 1]
        let same = CFURLCreateFromFileSystemRepresentation(nil, bytes, bytes.count, path == "/")
        #expect(same == url)
    }

    @Test("make no URL of what is no path")
    func refusedURLs() {
        #expect(
            CFURLCreateWithFileSystemPath(nil, "" as CFString, .cfurlposixPathStyle, false) == nil)
        #expect(CFURLCreateWithFileSystemPath(nil, nil, .cfurlposixPathStyle, false) == nil)
        #expect(
            CFURLCreateWithFileSystemPath(nil, "a:b" as CFString, .cfurlhfsPathStyle, false) == nil)
        #expect(
            CFURLCreateWithFileSystemPath(nil, "/a\\b" as CFString, .cfurlWindowsPathStyle, false)
                .path == "/a/b")
        #expect(CFURLCreateFromFileSystemRepresentation(nil, nil, 3, false) == nil)
        #expect(CFURLCreateFromFileSystemRepresentation(nil, [65], 0, false) == nil)
        #expect(CFURLCreateFromFileSystemRepresentation(nil, [65], -1, false) == nil)
    }

    @Test("make a new UUID string each time")
    func identifiers() {
        let texts = (0..<2).map { _ in
            CFUUIDCreateString(kCFAllocatorDefault, CFUUIDCreate(kCFAllocatorDefault)) as String
        }
        #expect(texts[0] != texts[1])
        #expect(texts.allSatisfy { UUID(uuidString: $0) != nil })
        #expect(CFUUIDCreateString(nil, nil) == nil)
    }

    @Test("give the absolute time since 2001")
    func time() {
        let now: CFTimeInterval = CFAbsoluteTimeGetCurrent()
        #expect(abs(now - Date().timeIntervalSinceReferenceDate) < 60)
    }

    @Test("bridge objects both ways")
    func objects() {
        let data = Data([1, 2, 3]) as CFData
        let number = 42 as CFNumber
        let anything: [CFTypeRef] = [data, number, "text" as CFString]
        #expect(anything.count as CFIndex == 3)
        #expect(data as Data == Data([1, 2, 3]) && number as? Int == 42)
        let type: OSType = kAudioFormatLinearPCM
        #expect(type == 0x6C70_636D)
    }

    @Test("and audio buffers: their memory is seen as whole elements")
    func buffers() {
        var samples: [Float] = [1, 2, 3]
        samples.withUnsafeMutableBufferPointer { memory in
            var buffer = AudioBuffer(memory, numberOfChannels: 1)
            UnsafeMutableBufferPointer<Float>(buffer)[2] = 9
            #expect(Array(UnsafeBufferPointer<Float>(buffer)) == [1, 2, 9])
            #expect(UnsafeBufferPointer<Int16>(buffer).count == 6)
            // Three bytes of the last one are left out.
            buffer.mDataByteSize = 11
            #expect(Array(UnsafeBufferPointer<Float>(buffer)) == [1, 2])
            buffer.mData = nil
            #expect(UnsafeBufferPointer<Float>(buffer).isEmpty)
            #expect(UnsafeMutableBufferPointer<Float>(buffer).baseAddress == nil)
        }
    }
}
