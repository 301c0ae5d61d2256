import AVFAudio
import CoreAudioTypes
import Foundation
import Testing

@Suite("Archives of formats")
struct FormatCodingTests {
    private func copied<Value: NSObject & NSCoding>(_ value: Value) throws -> Value? {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: value, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data)
    }

    @Test("keep the stream description, the layout and the magic cookie")
    func formats() throws {
        let surround = try #require(
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let plain = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        let aac = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000.0,
                AVNumberOfChannelsKey: 2,
            ]))
        aac.magicCookie = Data([1, 2, 3])
        let formats = [
            AVAudioFormat(), plain, aac,
            AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: surround),
        ]
        for format in formats {
            let copy = try #require(try copied(format))
            #expect(copy == format && copy.magicCookie == format.magicCookie)
            #expect(copy.channelLayout == format.channelLayout)
            #expect(
                copy.streamDescription.pointee.mBytesPerFrame
                    == format.streamDescription.pointee.mBytesPerFrame)
        }
    }

    @Test("keep layouts of every kind")
    func layouts() throws {
        var bitmap = AudioChannelLayout()
        bitmap.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
        bitmap.mChannelBitmap = [.bit_Left, .bit_LFEScreen]
        let layouts = [
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo),
            AVAudioChannelLayout(layout: &bitmap),
        ]
        for layout in layouts {
            #expect(try copied(#require(layout)) == layout)
        }
    }

    @Test("are refused when they hold something else")
    func refused() throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: NSString("no format"), requiringSecureCoding: true)
        #expect(
            (try? NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioFormat.self, from: archive))
                .flatMap { $0 } == nil)
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        coder.encode(Data([1, 2, 3]) as NSData, forKey: "layout")
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
        #expect(AVAudioChannelLayout(coder: unarchiver) == nil)
        #expect(AVAudioFormat(coder: unarchiver) == nil)
    }
}
