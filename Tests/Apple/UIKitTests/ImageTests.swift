import Foundation
import Pictures
import Simulation
import TestSupport
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

    @Test("of a name is that in the user's language")
    @MainActor
    func localized() throws {
        let folder = try TemporaryFolder()
        for language in ["en", "ko"] {
            let place = folder.url.appendingPathComponent("\(language).lproj")
            try FileManager.default.createDirectory(
                at: place, withIntermediateDirectories: false)
            var bytes = Array(Self.redAndBlue)
            // The width in the file's header.
            bytes[19] = language == "ko" ? 7 : 5
            try Data(bytes).write(to: place.appendingPathComponent("flag.png"))
        }
        let phone = SimulatedPhone.recordingFindings()
        let app = phone.launch("App", options: .init(resources: folder.url))
        #expect(app.run { UIImage(named: "flag")?.size.width } == 5)
        phone.change(locale: "ko_KR")
        #expect(app.run { UIImage(named: "flag")?.size.width } == 7)
        #expect(app.run { UIImage(named: "banner") } == nil)
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

        // Source: Apple's page of `imageOrientation`.
        @Test("has the orientation of its Exif data, and its files are upright")
        func orientation() throws {
            // Given a camera's photo of 32 by 16 pixels, red and blue, with the top on the left.
            let photo = try photo(orientation: 6)
            // Then its pixels are stored on their side, and the picture is upright.
            #expect(photo.imageOrientation == .right)
            #expect(photo.size == CGSize(width: 16, height: 32))
            #expect(photo.cgImage?.width == 32 && photo.cgImage?.height == 16)
            let small = try #require(photo.preparingThumbnail(of: CGSize(width: 16, height: 8)))
            #expect(small.size == CGSize(width: 4, height: 8) && small.imageOrientation == .right)
            for file in [photo.pngData(), photo.jpegData(compressionQuality: 1)] {
                let upright = try #require(file.flatMap { UIImage(data: $0) })
                #expect(upright.imageOrientation == .up)
                #expect(upright.size == photo.size)
                let pixels = try #require(upright.cgImage?.allPixels)
                #expect(pixels.rgba[0] > 200 && pixels.rgba[2] < 60)
                #expect(pixels.rgba[pixels.rgba.count - 2] > 200)
            }
            // And an archive keeps both.
            let archive = try NSKeyedArchiver.archivedData(
                withRootObject: photo, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIImage.self, from: archive)
            #expect(read?.imageOrientation == .right && read?.size == photo.size)
        }

        @Test("has one of eight orientations", arguments: 0...9)
        func orientations(tag: Int) throws {
            let expected: [UIImage.Orientation] = [
                .up, .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored,
                .left, .up,
            ]
            #expect(try photo(orientation: tag).imageOrientation == expected[tag])
        }

        private func photo(orientation: Int) throws -> UIImage {
            var rgba: [UInt8] = []
            for _ in 0..<16 {
                for column in 0..<32 { rgba += column < 16 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
            }
            let plain = UIImage(cgImage: CGImage(Pixels(width: 32, height: 16, rgba: rgba)))
            let jpeg = Array(try #require(plain.jpegData(compressionQuality: 1)))
            let exif =
                Array("Exif\0\0".utf8) + [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0]
                + [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
            let tagged =
                jpeg.prefix(2) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
            return try #require(UIImage(data: Data(tagged)))
        }
    #endif
}
