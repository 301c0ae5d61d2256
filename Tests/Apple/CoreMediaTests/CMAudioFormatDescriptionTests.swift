import CoreMedia
import TestSupport
import Testing

@Suite("A format description of audio, as Swift makes it")
struct CMAudioFormatDescriptionTests {
    private func format(_ channelCount: UInt32) -> AudioStreamBasicDescription {
        .floats(48_000, channels: channelCount)
    }

    @Test("keeps what it was made with")
    func keeps() throws {
        let layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
        let description = try CMFormatDescription(
            audioStreamBasicDescription: format(6), layout: layout, magicCookie: Data([1, 2]),
            extensions: .init(base: ["key": 1]))
        #expect(description.audioStreamBasicDescription?.mChannelsPerFrame == 6)
        #expect(description.audioChannelLayout == layout)
        #expect(description.magicCookie == Data([1, 2]))
        #expect(description.extensions.base?["key"] as? Int == 1)
        #expect(description.mediaType == .audio && description.mediaSubType == .linearPCM)
        var size = 0
        let channels = try #require(
            CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size))
        #expect(channels.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(size == 12)
        let bare = try CMAudioFormatDescription(audioStreamBasicDescription: format(2))
        #expect(bare.audioChannelLayout == nil && bare.magicCookie == nil)
        #expect(bare.extensions.base == nil && bare != description)
    }

    @Test("has one way to be heard, with the tag of its channels")
    func formatList() throws {
        let tags = try [1, 2, 6].map {
            try CMFormatDescription(audioStreamBasicDescription: format($0)).audioFormatList
                .map(\.mChannelLayoutTag)
        }
        #expect(
            tags == [
                [kAudioChannelLayoutTag_Mono], [kAudioChannelLayoutTag_Stereo],
                [kAudioChannelLayoutTag_Unknown | 6],
            ])
        let description = try CMFormatDescription(
            audioStreamBasicDescription: format(6),
            layout: ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_AudioUnit_5_1))
        for item in [
            description.audioMostCompatibleFormat, description.audioRichestDecodableFormat,
            CMAudioFormatDescriptionGetMostCompatibleFormat(description)?.pointee,
            CMAudioFormatDescriptionGetRichestDecodableFormat(description)?.pointee,
        ] {
            #expect(item?.mChannelLayoutTag == kAudioChannelLayoutTag_AudioUnit_5_1)
            #expect(item?.mASBD.mSampleRate == 48_000)
        }
        var size = 0
        let list = CMAudioFormatDescriptionGetFormatList(description, sizeOut: &size)
        #expect(list?.pointee.mASBD.mChannelsPerFrame == 6)
        #expect(size == MemoryLayout<AudioFormatListItem>.size)
    }

    @Test("has none of that where it is no audio")
    func noAudio() throws {
        var made: CMFormatDescription?
        CMFormatDescriptionCreate(
            allocator: nil, mediaType: kCMMediaType_Video, mediaSubType: 1,
            extensions: ["key": 2] as NSDictionary, formatDescriptionOut: &made)
        let description = try #require(made)
        #expect(description.audioFormatList.isEmpty && description.audioChannelLayout == nil)
        #expect(description.audioMostCompatibleFormat == nil)
        #expect(description.audioStreamBasicDescription == nil)
        var size = 5
        #expect(CMAudioFormatDescriptionGetFormatList(description, sizeOut: &size) == nil)
        #expect(size == 0 && description.extensions.base?["key"] as? Int == 2)
    }

    @Test("has a layout of as many descriptions as were given")
    func managedLayout() throws {
        let labels = [
            kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_LFEScreen,
        ]
        var layout = ManagedAudioChannelLayout(
            channelDescriptions: labels.map {
                AudioChannelDescription(
                    mChannelLabel: $0, mChannelFlags: [], mCoordinates: (1, 2, 3))
            })
        #expect(layout.tag == kAudioChannelLayoutTag_UseChannelDescriptions)
        let description = try CMFormatDescription(
            audioStreamBasicDescription: format(3), layout: layout)
        let kept = try #require(description.audioChannelLayout)
        #expect(kept == layout && kept.channelDescriptions.map(\.mChannelLabel) == labels)
        #expect(kept.channelDescriptions[2].mCoordinates.2 == 3)
        layout.withUnsafePointer { pointer in
            #expect(pointer.unsafePointer.pointee.mNumberChannelDescriptions == 3)
            #expect(pointer.unsafePointer.pointee.mChannelDescriptions.mChannelLabel == labels[0])
        }
        layout.channelDescriptions.removeLast()
        #expect(layout != kept)
        let bitmap = ManagedAudioChannelLayout(channelBitmap: [.bit_Left, .bit_Right])
        #expect(bitmap.tag == kAudioChannelLayoutTag_UseChannelBitmap)
        #expect(bitmap.channelBitmap == [.bit_Left, .bit_Right])
    }

    @Test("believes no count of descriptions that are not there")
    func shortLayout() throws {
        var made: CMFormatDescription?
        var (format, layout) = (format(2), AudioChannelLayout())
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelDescriptions
        layout.mNumberChannelDescriptions = .max
        CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &format, layoutSize: MemoryLayout<AudioChannelLayout>.size,
            layout: &layout, magicCookieSize: 0, magicCookie: nil, extensions: nil,
            formatDescriptionOut: &made)
        #expect(made?.audioChannelLayout?.channelDescriptions.count == 1)
    }
}
