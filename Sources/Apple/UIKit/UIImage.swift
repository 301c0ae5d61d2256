public import Foundation
import Pictures
import SoundClient

/// A picture, without drawing: its size, parts of it, and its files. Any thread.
///
/// The pixels of a file are decoded when they are needed, and not kept.
///
/// Ownership: nothing changes after `init`.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
    /// How the stored picture must be turned to be upright.
    public enum Orientation: Int, Sendable {
        /// Upright.
        case up = 0
        /// Turned by 180°.
        case down = 1
        /// Turned by 90° counterclockwise.
        case left = 2
        /// Turned by 90° clockwise.
        case right = 3
        /// Mirrored.
        case upMirrored = 4
        /// Turned by 180° and mirrored.
        case downMirrored = 5
        /// Turned by 90° counterclockwise and mirrored.
        case leftMirrored = 6
        /// Turned by 90° clockwise and mirrored.
        case rightMirrored = 7
    }

    /// Pixels per point.
    public let scale: CGFloat
    /// How the pixels must be turned to be upright: for files as their Exif data say.
    ///
    /// Source: Apple's page of `imageOrientation`.
    public let imageOrientation: Orientation
    private let image: CGImage?

    /// Makes an empty image.
    public override init() {
        scale = 1
        imageOrientation = .up
        image = nil
        super.init()
    }

    /// Makes an image of a part of another, or of decoded pixels.
    ///
    /// - Parameters:
    ///   - scale: Pixels per point; 1 for a scale that is not positive.
    ///   - orientation: How the pixels must be turned to be upright.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        image = cgImage
        self.scale = scale.isFinite && scale > 0 ? scale : 1
        imageOrientation = orientation
        super.init()
    }

    /// Makes an image of pixels that are upright, one a point.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Makes an image of a file in memory; `nil` for anything but a picture.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Makes an image of a file in memory; `nil` for anything but a picture.
    ///
    /// - Parameter scale: Pixels per point.
    public convenience init?(data: Data, scale: CGFloat) {
        guard data.count <= Picture.encodedByteCountMax else { return nil }
        let picture = Picture(bytes: Array(data))
        guard let image = CGImage(picture) else { return nil }
        self.init(cgImage: image, scale: scale, orientation: Orientation(of: picture))
    }

    /// Makes an image of a file; `nil` if it cannot be read as a picture. A name that ends with `@2x` or
    /// `@3x` gives the scale.
    public convenience init?(contentsOfFile path: String) {
        guard let data = Self.contents(of: path) else { return nil }
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        self.init(data: data, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
    }

    /// Makes an image of a file among the program's resources, in the user's language where there is
    /// one; `nil` if there is none.
    ///
    /// - Parameter name: The file's name; the extension of a PNG or JPEG file may be left out.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil)
    }

    /// Makes an image of a file among a bundle's resources; see `init(named:)`.
    public convenience init?(named name: String, in bundle: Bundle?) {
        let resources = Self.resources(of: bundle)
        let file = name as NSString
        let ending = file.pathExtension
        let stem = ending.isEmpty ? name : file.deletingPathExtension
        // A name that leads out of the resources is no name of one.
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        let endings = ending.isEmpty ? ["png", "jpg", "jpeg"] : [ending]
        let names = endings.flatMap { ending in
            ["", "@3x", "@2x"].map { "\(stem)\($0).\(ending)" }
        }
        let files = resources.places.flatMap { place in
            names.map { place.appendingPathComponent($0).path }
        }
        guard let path = files.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            return nil
        }
        self.init(contentsOfFile: path)
    }

    /// The resources of a bundle; those of the calling app without one.
    private static func resources(of bundle: Bundle?) -> LocalizedResources {
        let app = CurrentApp.simulated?.surroundings
        if bundle == nil, let app { return app.localizedResources }
        let bundle = bundle ?? .main
        return LocalizedResources(
            folder: bundle.resourceURL ?? bundle.bundleURL,
            languages: app?.languages ?? Locale.preferredLanguages)
    }

    /// A file's bytes; `nil` if it cannot be read, or is larger than any picture.
    private static func contents(of path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Picture.encodedByteCountMax + 1),
            data.count <= Picture.encodedByteCountMax
        else { return nil }
        return data
    }

    // MARK: Properties

    /// The size in points, as the picture is shown.
    open var size: CGSize {
        guard let image else { return .zero }
        let (width, height) = (CGFloat(image.width) / scale, CGFloat(image.height) / scale)
        switch imageOrientation {
        case .up, .down, .upMirrored, .downMirrored: return CGSize(width: width, height: height)
        case .left, .right, .leftMirrored, .rightMirrored:
            return CGSize(width: height, height: width)
        }
    }

    /// The pixels, to take a part of them.
    open var cgImage: CGImage? { image }

    /// A smaller image that fits a size in points with its proportions kept; `nil` if the picture
    /// cannot be decoded. It is never enlarged.
    open func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard let image else { return nil }
        var size = size
        switch imageOrientation {
        case .up, .down, .upMirrored, .downMirrored: break
        case .left, .right, .leftMirrored, .rightMirrored:
            size = CGSize(width: size.height, height: size.width)
        }
        let fitting = CGSize(width: size.width * scale, height: size.height * scale)
        return image.pixels(fitting: fitting).map {
            UIImage(cgImage: CGImage($0), scale: scale, orientation: imageOrientation)
        }
    }

    // MARK: Files

    /// The upright picture as a PNG file: unchanged if it is one; `nil` if it cannot be decoded.
    open func pngData() -> Data? {
        if imageOrientation == .up { return storedPNGData }
        return uprightPixels?.pngBytes().map { Data($0) }
    }

    private var storedPNGData: Data? {
        if let file = image?.file(ofType: "png") { return Data(file) }
        return image?.allPixels?.pngBytes().map { Data($0) }
    }

    private var uprightPixels: Pixels? {
        image?.allPixels?.turned(by: PictureOrientation(imageOrientation))
    }

    /// The upright picture as a JPEG file; `nil` if it cannot be decoded.
    ///
    /// - Parameter compressionQuality: 0 for the smallest file to 1 for the best picture.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isFinite ? min(max(compressionQuality, 0), 1) : 1
        return uprightPixels?.jpegBytes(quality: quality).map { Data($0) }
    }

    // MARK: Archives

    /// Archives hold a PNG file.
    public static var supportsSecureCoding: Bool { true }

    /// Writes a PNG file of the pixels as they are, the scale and the orientation.
    open func encode(with coder: NSCoder) {
        if let data = storedPNGData { coder.encode(data as NSData, forKey: "data") }
        coder.encode(NSNumber(value: Double(scale)), forKey: "scale")
        coder.encode(NSNumber(value: imageOrientation.rawValue), forKey: "orientation")
    }

    /// Reads a file, a scale and an orientation.
    public required init?(coder: NSCoder) {
        let data = coder.decodeObject(of: NSData.self, forKey: "data")
        let scale = coder.decodeObject(of: NSNumber.self, forKey: "scale")?.doubleValue ?? 1
        let orientation = coder.decodeObject(of: NSNumber.self, forKey: "orientation")?.intValue
        image = data.flatMap { data in
            data.length <= Picture.encodedByteCountMax
                ? CGImage(Picture(bytes: Array(data as Data))) : nil
        }
        self.scale = scale.isFinite && scale > 0 ? CGFloat(scale) : 1
        imageOrientation = orientation.flatMap { Orientation(rawValue: $0) } ?? .up
        super.init()
    }
}

/// Makes a PNG file of an image; see `UIImage.pngData()`.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

/// Makes a JPEG file of an image; see `UIImage.jpegData(compressionQuality:)`.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}
