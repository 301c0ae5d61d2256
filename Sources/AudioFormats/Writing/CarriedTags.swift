extension ContainerKind {
    /// Whether files of this kind are written with a text for a key.
    package func carriesTag(_ key: String) -> Bool {
        switch self {
        case .caf: true
        case .aiff, .aifc: AIFFTexts.id(of: key) != nil || ID3Writer.frame(of: key) != nil
        case .wav, .rf64, .bw64:
            RIFFInfo.id(of: key) != nil || ID3Writer.frame(of: key) != nil
        case .m4a, .m4b, .mp4:
            MP4TagItem.all.contains { $0.key == key } || key == "recorded date"
        case .au: key == "comments"
        default: false
        }
    }

    /// Whether files of this kind are written with a cover picture.
    package var carriesArtwork: Bool {
        switch self {
        case .aiff, .aifc, .wav, .rf64, .bw64, .m4a, .m4b, .mp4: true
        default: false
        }
    }
}
