extension AVURLAsset {
    /// The types of files that can be opened.
    public class func audiovisualTypes() -> [AVFileType] {
        PlayableTypes.uniformTypes.map { AVFileType($0) }
    }
}
