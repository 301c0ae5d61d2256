import AudioFormats
import Foundation

/// The types of media that can be played, by their names outside of files.
enum PlayableTypes {
    /// The kinds of containers that are read, with MPEG-4 first.
    private static let kinds = ContainerKind.allCases.filter(\.isCut)

    /// Uniform type identifiers of what can be played.
    static let uniformTypes: [String] = {
        let others = [
            "com.apple.m4v-video", "public.3gpp", "public.3gpp2", "com.apple.quicktime-movie",
            "public.mpeg-4", "public.m3u-playlist", "public.mpeg-2-transport-stream",
        ]
        var types: [String] = []
        for type in kinds.flatMap(\.fileType.uniformTypes) + others where !types.contains(type) {
            types.append(type)
        }
        return types
    }()

    /// MIME types of what can be played.
    static let mimeTypes: [String] = {
        let others = [
            "video/mp4", "video/quicktime", "video/x-m4v", "video/3gpp", "video/3gpp2",
            "audio/mpegurl", "audio/x-mpegurl", "application/x-mpegurl",
            "application/vnd.apple.mpegurl", "video/mp2t",
        ]
        var types: [String] = []
        for type in kinds.flatMap(\.fileType.mimeTypes) + others where !types.contains(type) {
            types.append(type)
        }
        return types
    }()

    /// The MIME type of a uniform type identifier; of another text the text itself.
    static func mimeType(ofUniformType type: String) -> String {
        kinds.first { $0.fileType.uniformTypes.contains(type) }?.mimeType ?? type
    }

    /// Whether a type with parameters, as `audio/mp4; codecs="mp4a.40.2"`, can be played.
    static func isPlayable(_ extendedType: String) -> Bool {
        let parts = extendedType.split(separator: ";").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard let type = parts.first?.lowercased(), mimeTypes.contains(type) else { return false }
        let codecs = parts.dropFirst().first { $0.lowercased().hasPrefix("codecs") }
        guard let list = codecs?.split(separator: "=", maxSplits: 1).last else { return true }
        // Pictures are not shown, but the sound beside them is played.
        let names = list.replacingOccurrences(of: "\"", with: "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        return names.isEmpty
            || names.contains { name in soundCodecs.contains { name.hasPrefix($0) } }
    }

    /// How the names of codings of sound begin, as RFC 6381 lists them.
    private static let soundCodecs = [
        "mp4a", "mp3", "aac", "ac-3", "ec-3", "alac", "flac", "opus", "vorbis", "samr", "sawb",
    ]
}

extension AVURLAsset {
    /// The MIME types that can be played.
    public class func audiovisualMIMETypes() -> [String] { PlayableTypes.mimeTypes }

    /// Whether media of a MIME type can be played.
    ///
    /// - Parameter extendedMIMEType: A type that codecs can follow, as in
    ///   `audio/mp4; codecs="mp4a.40.2"`.
    public class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        PlayableTypes.isPlayable(extendedMIMEType)
    }
}
