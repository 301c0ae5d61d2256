import AudioModel
import Cameras
import Foundation
import Pictures
import Testing

@Suite("The pixels of a frame")
struct FramePixelsTests {
    /// Each pixel is different: its column, its row, 7, opaque.
    private func numbered(_ width: Int, _ height: Int) throws -> FramePixels {
        let bytes = (0..<width * height).flatMap { pixel -> [UInt8] in
            [UInt8(pixel % width), UInt8(pixel / width), 7, 255]
        }
        return try #require(FramePixels(width: width, height: height, bytes: bytes))
    }

    /// The columns and rows that the pixels of a picture came from.
    private func origins(_ picture: FramePixels) -> [[[UInt8]]] {
        (0..<picture.height).map { y in
            (0..<picture.width).map { x in [picture[x, y].blue, picture[x, y].green] }
        }
    }

    private func scene(_ number: Int = 0) throws -> FramePixels {
        let app = VirtualApp()
        let frames = Collected<CameraFrame>()
        let cameras = SceneCameras(environment: app)
        cameras.quarterTurns = 0
        let stream = try cameras.start(
            SceneCameras.backIdentifier, format: cameras.cameras[0].formats[0],
            deliver: { frames.add($0) }, ended: { _ in })
        app.run(until: .seconds(Double(number + 1) / 30))
        stream.stop()
        let last = try #require(frames.values.last)
        return try #require(FramePixels(last))
    }

    @Test func `must be as many as the size says`() {
        #expect(FramePixels(width: 2, height: 2, bytes: [UInt8](repeating: 0, count: 16)) != nil)
        #expect(FramePixels(width: 2, height: 2, bytes: [UInt8](repeating: 0, count: 15)) == nil)
        #expect(FramePixels(width: 0, height: 2, bytes: []) == nil)
        #expect(FramePixels(width: -1, height: -4, bytes: [1, 2, 3, 4]) == nil)
        #expect(FramePixels(width: .max, height: .max, bytes: []) == nil)
    }

    @Test func `turn clockwise by quarters`() throws {
        let picture = try numbered(3, 2)
        #expect(
            origins(picture.turned(by: 1)) == [
                [[0, 1], [0, 0]], [[1, 1], [1, 0]], [[2, 1], [2, 0]],
            ])
        #expect(
            origins(picture.turned(by: 2)) == [
                [[2, 1], [1, 1], [0, 1]], [[2, 0], [1, 0], [0, 0]],
            ])
        #expect(picture.turned(by: 3) == picture.turned(by: -1))
        #expect(picture.turned(by: 3).turned(by: 1) == picture)
        #expect(picture.turned(by: 8) == picture)
        #expect(picture.turned(by: .min).width == 3)
    }

    @Test func `turn in tiles as in one piece`() throws {
        let picture = try numbered(70, 37)
        let turned = picture.turned(by: 1)
        for y in 0..<70 {
            for x in 0..<37 {
                #expect(turned[x, y].blue == y && turned[x, y].green == 36 - x)
            }
        }
    }

    @Test func `mirror left and right`() throws {
        #expect(
            origins(try numbered(3, 2).mirrored()) == [
                [[2, 0], [1, 0], [0, 0]], [[2, 1], [1, 1], [0, 1]],
            ])
    }

    @Test(arguments: [(0.0, 0), (90, 1), (180, 2), (270, 3), (45, nil), (.nan, nil), (360, nil)])
    func `turn by the angles that a connection has`(degrees: Double, turns: Int?) {
        #expect(FramePixels.quarterTurns(ofDegrees: degrees) == turns)
    }

    @Test func `zoom by two shows the middle half`() throws {
        let picture = try numbered(200, 100)
        let zoomed = picture.zoomed(by: 2)
        #expect(zoomed.width == 200 && zoomed.height == 100)
        for (x, y) in [(0, 0), (100, 50), (199, 99), (37, 61)] {
            let column = 50 + (Double(x) + 0.5) / 2 - 0.5
            let row = 25 + (Double(y) + 0.5) / 2 - 0.5
            #expect(abs(Double(zoomed[x, y].blue) - column) <= 1)
            #expect(abs(Double(zoomed[x, y].green) - row) <= 1)
            #expect(zoomed[x, y].red == 7 && zoomed[x, y].alpha == 255)
        }
    }

    @Test(arguments: [1, 1.23114, 1.51572, 2.82843, 8, 16])
    func `zoom makes the dot of the scene larger`(factor: Double) throws {
        let picture = try scene()
        let before = try #require(SceneMarks.dotDiameter(in: picture))
        #expect(abs(before - 54) < 1)
        let after = try #require(SceneMarks.dotDiameter(in: picture.zoomed(by: factor)))
        #expect(abs(after / before - factor) < 0.02 * factor)
    }

    @Test(arguments: [0.5, 0, -3, .nan, .infinity, 1])
    func `zoom below one shows the whole`(factor: Double) throws {
        let picture = try numbered(20, 10)
        #expect(picture.zoomed(by: factor) == picture)
    }

    @Test(arguments: [1, 1.5, 4, 1e9])
    func `zoom into one colour shows it`(factor: Double) {
        let picture = FramePixels(width: 64, height: 48, filledWith: (10, 255, 128, 200))
        #expect(picture.zoomed(by: factor) == picture)
    }

    @Test func `scale down to a preset and cut to its proportions`() throws {
        let smaller = try scene(21).zoomed(by: 1, toWidth: 480, height: 360)
        #expect(smaller.width == 480 && smaller.height == 360)
        // 1440 columns of 1920 are left: the outer bars are half as wide.
        #expect(smaller[10, 100].green > 180 && smaller[40, 100].blue < 10)
        let whole = try scene(21).zoomed(by: 1, toWidth: 640, height: 360)
        #expect(SceneMarks.number(in: whole) == 21)
        let tiny = try numbered(200, 100).zoomed(by: 1, toWidth: 20, height: 10)
        #expect(tiny[0, 0].blue == 5 && tiny[19, 9].blue == 195)
    }

    @Test func `scale pictures of one row and one column`() throws {
        let line = try numbered(5, 1)
        #expect(line.zoomed(by: 1, toWidth: 10, height: 2).height == 2)
        #expect(line.zoomed(by: 3, toWidth: 1, height: 1)[0, 0].blue == 2)
        #expect(line.turned(by: 1).zoomed(by: 16, toWidth: 3, height: 7).width == 3)
        #expect(try numbered(3, 200).zoomed(by: 1, toWidth: 1, height: 1).bytes.count == 4)
    }

    @Test(arguments: [(false, [16, 235]), (true, [0, 255])] as [(Bool, [UInt8])])
    func `become luma and chroma`(isFullRange: Bool, range: [UInt8]) throws {
        let bytes: [UInt8] = [
            0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 255, 255, 255, 255, 255,
            128, 128, 128, 255,
        ]
        let grays = try #require(FramePixels(width: 3, height: 2, bytes: bytes))
        let planes = grays.planes(isFullRange: isFullRange)
        #expect(planes.luma[0] == range[0] && planes.luma[1] == range[1])
        #expect(planes.luma[2] == (isFullRange ? 128 : 126))
        #expect(planes.chroma == [128, 128, 128, 128])
        #expect(planes.chromaWidth == 2 && planes.chromaHeight == 1)
    }

    /// Source: ITU-R BT.601-7 and BT.709-6, the levels of 100 % colours, of eight bits.
    @Test(
        arguments: [
            (FrameMatrix.standard, [(81, 90, 240), (145, 54, 34), (41, 240, 110)]),
            (FrameMatrix.high, [(63, 102, 240), (173, 42, 26), (32, 240, 118)]),
        ] as [(FrameMatrix, [(UInt8, UInt8, UInt8)])])
    func `have the standard's levels for red, green and blue`(
        matrix: FrameMatrix, levels: [(UInt8, UInt8, UInt8)]
    ) {
        let colors: [(UInt8, UInt8, UInt8, UInt8)] = [
            (0, 0, 255, 255), (0, 255, 0, 255), (255, 0, 0, 255),
        ]
        for (color, level) in zip(colors, levels) {
            let picture = FramePixels(width: 2, height: 2, filledWith: color)
            let planes = picture.planes(isFullRange: false, matrix: matrix)
            #expect(planes.luma == [UInt8](repeating: level.0, count: 4))
            #expect(planes.chroma == [level.1, level.2])
        }
    }

    @Test func `choose the matrix by the size`() {
        #expect(FrameMatrix(width: 640, height: 480) == .standard)
        #expect(FrameMatrix(width: 1280, height: 720) == .high)
        #expect(FrameMatrix(width: 1080, height: 1920) == .high)
    }

    @Test func `become a JPEG file that shows the same`() throws {
        let picture = try scene(5)
        let file = try #require(
            JPEGPicture.encode(
                bgra: picture.bytes, width: picture.width, height: picture.height))
        let drawn = try #require(
            Picture(bytes: Array(file)).pixels(fittingWidth: 4000, height: 4000))
        let again = try #require(FramePixels(drawn))
        #expect(again.width == 1920 && again.height == 1080)
        #expect(SceneMarks.number(in: again) == 5)
        let (before, after) = (picture[600, 300], again[600, 300])
        #expect(abs(Int(before.blue) - Int(after.blue)) < 8)
        #expect(abs(Int(before.red) - Int(after.red)) < 8)
        #expect(JPEGPicture.encode(bgra: [1, 2, 3], width: 1, height: 1) == nil)
    }
}
