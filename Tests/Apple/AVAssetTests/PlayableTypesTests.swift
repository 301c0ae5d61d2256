import AVFoundation
import Foundation
import Testing

@Suite("The types that can be played")
struct PlayableTypesTests {
    @Test(
        "are known by MIME types with codecs",
        arguments: [
            ("audio/mpeg", true), ("audio/mp4", true), ("AUDIO/WAV", true),
            ("audio/mp4; codecs=\"mp4a.40.2\"", true),
            ("video/mp4; codecs=\"avc1.42E01E, mp4a.40.2\"", true),
            ("application/vnd.apple.mpegurl", true), ("video/mp4; codecs=\"avc1.42E01E\"", false),
            ("text/plain", false), ("", false), (";", false),
        ])
    func mimeTypes(type: String, isPlayable: Bool) {
        #expect(AVURLAsset.isPlayableExtendedMIMEType(type) == isPlayable)
    }

    @Test("are listed, each once")
    func listed() {
        let types = AVURLAsset.audiovisualTypes()
        #expect(Set(types).count == types.count)
        for type in [AVFileType.mp3, .m4a, .wav, .aiff, .caf, .mov, .mp4] {
            #expect(types.contains(type))
        }
        let mimeTypes = AVURLAsset.audiovisualMIMETypes()
        #expect(Set(mimeTypes).count == mimeTypes.count)
        #expect(mimeTypes.contains("audio/mpeg"))
    }
}
