/// An encoded picture. Its pixels are decoded only when they are needed.
package struct Picture: Hashable, Sendable {
    /// The bytes of the file.
    package let bytes: [UInt8]

    /// - Parameter bytes: A picture's file.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The size in pixels as the picture is shown, from the file's header alone; `nil` for anything
    /// that is no picture.
    package var size: (width: Int, height: Int)? { PictureHeader(bytes)?.size }

    /// Most bytes that a decoded picture may have before it is scaled down. Larger pictures are not
    /// decoded, but for JPEG files, which can be decoded at an eighth of their size.
    package static let decodedByteCountMax = 128 << 20

    /// Most bytes of a file that is decoded.
    package static let encodedByteCountMax = 64 << 20

    /// Decodes the picture and scales it down to fit, with its proportions kept. It is never
    /// enlarged.
    ///
    /// - Parameter isTurned: Whether the pixels are as the picture is shown, and not as it is stored.
    ///
    /// Takes memory for at most `decodedByteCountMax` bytes, whatever the file's header claims.
    ///
    /// - Returns: nil for anything that cannot be decoded, that is too large, or without FFmpeg.
    package func pixels(fittingWidth width: Int, height: Int, isTurned: Bool = true) -> Pixels? {
        #if FFmpeg
            let decoder = PictureDecoder(self)
            return decoder?.pixels(fittingWidth: width, height: height, isTurned: isTurned)
        #else
            return nil
        #endif
    }
}
