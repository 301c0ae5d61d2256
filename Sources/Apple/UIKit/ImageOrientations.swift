import Pictures

// The orientations of pictures, as their files and as images have them.

extension PictureOrientation {
    /// An image's orientation, as its file's Exif data say it.
    init(_ orientation: UIImage.Orientation) {
        self =
            switch orientation {
            case .up: .upright
            case .upMirrored: .mirrored
            case .down: .upsideDown
            case .downMirrored: .mirroredUpsideDown
            case .leftMirrored: .transposed
            case .right: .turnedRight
            case .rightMirrored: .transverse
            case .left: .turnedLeft
            }
    }
}

extension UIImage.Orientation {
    /// The orientation of a file's picture; `.up` for a file that says none.
    ///
    /// Source: CIPA DC-008 (Exif 2.32), tag 274.
    init(of picture: Picture) {
        let stored = PictureHeader(picture.bytes)?.orientation ?? .upright
        let all = (0...7).compactMap { Self(rawValue: $0) }
        self = all.first { PictureOrientation($0) == stored } ?? .up
    }
}
