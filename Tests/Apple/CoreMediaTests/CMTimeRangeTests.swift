import CoreMedia
import TestSupport
import Testing

@Suite("A media time range")
struct CMTimeRangeTests {
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: start, timescale: 10), end: CMTime(value: end, timescale: 10))
    }

    private func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 10) }

    @Test("holds its start and not its end")
    func contains() {
        let range = range(10, 20)
        #expect(range.duration == time(10) && range.end == time(20))
        #expect(
            [9, 10, 19, 20].map { range.containsTime(time($0)) } == [false, true, true, false])
        #expect(!range.containsTime(.invalid))
        #expect(range.containsTimeRange(self.range(10, 20)))
        #expect(!range.containsTimeRange(self.range(15, 21)))
    }

    @Test("is joined with another and cut by it")
    func combines() {
        #expect(range(0, 10).union(range(20, 30)) == range(0, 30))
        #expect(range(0, 25).intersection(range(20, 30)) == range(20, 25))
        #expect(range(0, 10).intersection(range(10, 30)) == .zero)
        #expect(!range(0, 10).union(.invalid).isValid && !CMTimeRange().intersection(.zero).isValid)
    }

    @Test("is none that ends before it starts")
    func backwards() {
        #expect(!range(20, 10).isValid && !range(20, 10).end.isValid)
        #expect(CMTimeRange.zero.isEmpty && !CMTimeRange.invalid.isEmpty)
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
    }

    @Test("maps times to another range")
    func maps() {
        let (from, to) = (range(10, 20), range(100, 150))
        #expect(CMTimeMapTimeFromRangeToRange(time(14), fromRange: from, toRange: to) == time(120))
        #expect(
            CMTimeMapDurationFromRangeToRange(time(2), fromRange: from, toRange: to) == time(10))
        #expect(!CMTimeMapTimeFromRangeToRange(time(1), fromRange: .zero, toRange: to).isValid)
        #expect(CMTimeClampToRange(time(1), range: from) == time(10))
        #expect(CMTimeClampToRange(time(99), range: from) == time(20))
        let mapping = CMTimeMappingMake(source: from, target: to)
        #expect(mapping.isValid && !mapping.isEmpty && CMTimeMappingMakeEmpty(target: to).isEmpty)
        #expect(!CMTimeMapping.invalid.isValid)
    }
}

@Suite("A format description")
struct CMFormatDescriptionTests {
    private let format = {
        var format = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC)
        format.mFramesPerPacket = 1024
        return format
    }()

    private func make(
        layoutSize: Int = 0, _ layout: AudioChannelLayout? = nil, cookieSize: Int? = nil,
        _ cookie: [UInt8] = []
    ) -> (status: OSStatus, made: CMAudioFormatDescription?) {
        var made: CMAudioFormatDescription?
        var format = format
        var given = layout ?? AudioChannelLayout()
        let status = withUnsafePointer(to: &given) { pointer in
            CMAudioFormatDescriptionCreate(
                allocator: kCFAllocatorDefault, asbd: &format, layoutSize: layoutSize,
                layout: layout == nil ? nil : pointer, magicCookieSize: cookieSize ?? cookie.count,
                magicCookie: cookie.isEmpty ? nil : cookie, extensions: nil,
                formatDescriptionOut: &made)
        }
        return (status, made)
    }

    @Test("of audio keeps its format, its cookie and its layout")
    func audio() throws {
        let layout = AudioChannelLayout(
            mChannelLayoutTag: kAudioChannelLayoutTag_Stereo, mChannelBitmap: [],
            mNumberChannelDescriptions: 0, mChannelDescriptions: AudioChannelDescription())
        let (status, made) = make(
            layoutSize: MemoryLayout<AudioChannelLayout>.size, layout, [1, 2, 3])
        let description = try #require(made)
        #expect(status == noErr)
        #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Audio)
        #expect(CMFormatDescriptionGetMediaSubType(description) == kAudioFormatMPEG4AAC)
        #expect(description.mediaType == .audio && description.mediaSubType == .mpeg4AAC)
        let kept = CMAudioFormatDescriptionGetStreamBasicDescription(description)
        #expect(kept?.pointee.mFramesPerPacket == 1024)
        #expect(description.audioStreamBasicDescription?.mSampleRate == 44_100)
        var size = 0
        let cookie = CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size)
        #expect(size == 3 && cookie?.load(fromByteOffset: 2, as: UInt8.self) == 3)
        #expect(description.magicCookie == Data([1, 2, 3]))
        let channels = CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size)
        #expect(size == MemoryLayout<AudioChannelLayout>.size)
        #expect(channels?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
        #expect(CMFormatDescriptionEqual(description, otherFormatDescription: description))
        #expect(description != make().made)
        #expect(make().made == make().made && make(cookieSize: nil, [1]).made != make().made)
    }

    @Test("without cookie and layout has none")
    func bare() throws {
        let description = try #require(make().made)
        var size = 1
        #expect(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size) == nil)
        #expect(size == 0)
        #expect(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: nil) == nil)
    }

    @Test("is refused for sizes without bytes")
    func refused() {
        let layout = AudioChannelLayout()
        let wrong = kCMFormatDescriptionError_InvalidParameter
        #expect(
            make(layoutSize: 20).status == wrong && make(layoutSize: -1, layout).status == wrong)
        #expect(make(layoutSize: 4, layout).status == wrong && make(cookieSize: 4).status == wrong)
        #expect(make(cookieSize: -4, [1]).status == wrong)
        var made: CMFormatDescription?
        #expect(
            CMFormatDescriptionCreate(
                allocator: nil, mediaType: kCMMediaType_Video, mediaSubType: 1, extensions: nil,
                formatDescriptionOut: &made) == noErr)
        #expect(made.flatMap { CMAudioFormatDescriptionGetStreamBasicDescription($0) } == nil)
    }
}
