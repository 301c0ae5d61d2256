/// The type of a medium: sound, pictures that move, text.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a type of its identifier.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Pictures that move.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Text.
    public static let text = AVMediaType("text")
    /// Closed captions.
    public static let closedCaption = AVMediaType("clcp")
    /// Subtitles.
    public static let subtitle = AVMediaType("sbtl")
    /// Time codes.
    public static let timecode = AVMediaType("tmcd")
    /// Timed metadata.
    public static let metadata = AVMediaType("meta")
    /// Timed metadata of objects in pictures.
    public static let metadataObject = AVMediaType("mobj")
    /// Depths of pictures.
    public static let depthData = AVMediaType("dpth")
    /// Several media in one stream.
    public static let muxed = AVMediaType("muxx")
}

/// How a picture fills a layer of another shape.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole picture, in its shape.
    public static let resizeAspect = AVLayerVideoGravity(
        rawValue: "AVLayerVideoGravityResizeAspect")
    /// The whole layer, with a picture in its shape, of which parts are cut away.
    public static let resizeAspectFill = AVLayerVideoGravity(
        rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The whole layer, with the whole picture, stretched.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
