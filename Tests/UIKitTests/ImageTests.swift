import Foundation
import Testing
import UIKit

@Suite("A picture")
struct ImageTests {
    /// A PNG of two by one pixels, red and blue.
    private static let redAndBlue = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4"
            + "zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="
    )!

    @Test("has its size from the file's header, and in points by its scale")
    func size() throws {
        let image = try #require(UIImage(data: Self.redAndBlue))
        #expect(image.size == CGSize(width: 2, height: 1))
        #expect(image.imageOrientation == .up)
        #expect(UIImage(data: Self.redAndBlue, scale: 2)?.size == CGSize(width: 1, height: 0.5))
        #expect(UIImage(data: Data("no picture".utf8)) == nil)
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(contentsOfFile: "/nowhere") == nil)
        #expect(UIImage(named: "../secret") == nil)
        #expect(image.pngData() == Self.redAndBlue)
    }

    @Test("that claims twenty thousand pixels a side costs no memory")
    func huge() throws {
        var bytes = Array(Self.redAndBlue)
        for (offset, side) in [(16, 20_000), (20, 20_000)] {
            for byte in 0..<4 { bytes[offset + byte] = UInt8(side >> (24 - 8 * byte) & 0xFF) }
        }
        let image = try #require(UIImage(data: Data(bytes)))
        #expect(image.size == CGSize(width: 20_000, height: 20_000))
        #expect(image.cgImage?.cropping(to: CGRect(x: 5, y: 5, width: 9, height: 9)) == nil)
        #expect(image.preparingThumbnail(of: CGSize(width: 50, height: 50)) == nil)
        #expect(image.jpegData(compressionQuality: 1) == nil)
    }

    #if FFmpeg
        @Test("is cropped to whole pixels, cut to the picture, and written as PNG and JPEG")
        func crops() throws {
            let image = try #require(UIImage(data: Self.redAndBlue)?.cgImage)
            let right = try #require(image.cropping(to: CGRect(x: 1, y: 0, width: 9, height: 9)))
            #expect(right.width == 1 && right.height == 1)
            #expect(image.cropping(to: CGRect(x: 2, y: 0, width: 1, height: 1)) == nil)
            #expect(image.cropping(to: .infinite) === image)
            #expect(image.cropping(to: CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)) == nil)
            let png = try #require(UIImage(cgImage: right).pngData())
            #expect(UIImage(data: png)?.size == CGSize(width: 1, height: 1))
            let jpeg = try #require(UIImage(cgImage: image).jpegData(compressionQuality: 0.5))
            #expect(jpeg.starts(with: [0xFF, 0xD8]))
            #expect(UIImage(data: jpeg)?.size == CGSize(width: 2, height: 1))
        }
    #endif
}
