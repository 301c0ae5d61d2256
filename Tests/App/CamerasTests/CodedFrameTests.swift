import Cameras
import Testing

@Suite("A coded frame")
struct CodedFrameTests {
    /// Two by two pixels: red and green above, blue and white below.
    private let colors: [(UInt8, UInt8, UInt8)] = [
        (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255),
    ]

    private func packed(_ coding: FrameCoding, _ order: [Int], padding: Int = 0) -> CodedFrame {
        var bytes: [UInt8] = []
        for (index, color) in colors.enumerated() {
            let channels = [color.0, color.1, color.2, 77]
            bytes += order.map { channels[$0] }
            if index % 2 == 1 { bytes += [UInt8](repeating: 9, count: padding) }
        }
        return CodedFrame(
            coding, width: 2, height: 2,
            planes: [.init(bytes: bytes, stride: 2 * order.count + padding)])
    }

    @Test(
        arguments: [
            (.bgrx, [2, 1, 0, 3]), (.bgra, [2, 1, 0, 3]), (.rgbx, [0, 1, 2, 3]),
            (.rgba, [0, 1, 2, 3]), (.rgb, [0, 1, 2]), (.bgr, [2, 1, 0]),
        ] as [(FrameCoding, [Int])])
    func `of red, green and blue becomes BGRA`(coding: FrameCoding, order: [Int]) throws {
        for padding in [0, 5] {
            let picture = try #require(packed(coding, order, padding: padding).decoded())
            for (index, color) in colors.enumerated() {
                let pixel = picture[index % 2, index / 2]
                #expect(pixel.red == color.0 && pixel.green == color.1 && pixel.blue == color.2)
                #expect(pixel.alpha == ([.bgra, .rgba].contains(coding) ? 77 : 255))
            }
        }
    }

    /// A picture of four by four pixels in one colour, as luma and chroma.
    private func even(_ coding: FrameCoding, _ levels: (UInt8, UInt8, UInt8)) -> CodedFrame {
        func plane(_ bytes: [UInt8], times: Int, stride: Int) -> CodedFrame.Plane {
            CodedFrame.Plane(
                bytes: [[UInt8]](repeating: bytes, count: times).flatMap { $0 }, stride: stride)
        }
        let planes: [CodedFrame.Plane] =
            switch coding {
            case .nv12:
                [
                    plane([levels.0], times: 16, stride: 4),
                    plane([levels.1, levels.2], times: 4, stride: 4),
                ]
            case .i420:
                [
                    plane([levels.0], times: 16, stride: 4), plane([levels.1], times: 4, stride: 2),
                    plane([levels.2], times: 4, stride: 2),
                ]
            default: [plane([levels.0, levels.1, levels.0, levels.2], times: 8, stride: 8)]
            }
        return CodedFrame(coding, width: 4, height: 4, planes: planes)
    }

    @Test(arguments: [FrameCoding.nv12, .i420, .yuy2])
    func `of luma and chroma has the standard's colours`(coding: FrameCoding) throws {
        // Source: ITU-R BT.601-7: the levels of full red, green, blue, white and black.
        let all: [((UInt8, UInt8, UInt8), (Int, Int, Int))] = [
            ((81, 90, 240), (255, 0, 0)), ((145, 54, 34), (0, 255, 0)),
            ((41, 240, 110), (0, 0, 255)), ((235, 128, 128), (255, 255, 255)),
            ((16, 128, 128), (0, 0, 0)), ((0, 128, 128), (0, 0, 0)),
        ]
        for (levels, color) in all {
            let picture = try #require(even(coding, levels).decoded())
            for place in 0..<16 {
                let pixel = picture[place % 4, place / 4]
                #expect(abs(Int(pixel.red) - color.0) <= 2)
                #expect(abs(Int(pixel.green) - color.1) <= 2)
                #expect(abs(Int(pixel.blue) - color.2) <= 2)
                #expect(pixel.alpha == 255)
            }
        }
    }

    @Test func `keeps its rows and columns apart`() throws {
        // Luma 16 + 10 × place, no colour.
        let luma = (0..<15).map { UInt8(16 + 10 * $0) }
        let frame = CodedFrame(
            .i420, width: 5, height: 3,
            planes: [
                .init(bytes: luma, stride: 5),
                .init(bytes: [UInt8](repeating: 128, count: 6), stride: 3),
                .init(bytes: [UInt8](repeating: 128, count: 6), stride: 3),
            ])
        let picture = try #require(frame.decoded())
        for place in 0..<15 {
            let expected = Double(10 * place) * 255 / 219
            #expect(abs(Double(picture[place % 5, place / 5].green) - expected) <= 1)
        }
    }

    @Test func `in two planes and back is the same but for a step`() throws {
        let picture = FramePixels(width: 8, height: 6, filledWith: (40, 90, 200, 255))
        for (isFullRange, matrix) in [(true, FrameMatrix.standard), (false, .high)] {
            let planes = picture.planes(isFullRange: isFullRange, matrix: matrix)
            let frame = CodedFrame(
                .nv12, width: 8, height: 6, isFullRange: isFullRange, matrix: matrix,
                planes: [
                    .init(bytes: planes.luma, stride: 8), .init(bytes: planes.chroma, stride: 8),
                ])
            let again = try #require(frame.decoded())[3, 3]
            #expect(abs(Int(again.blue) - 40) <= 2 && abs(Int(again.green) - 90) <= 2)
            #expect(abs(Int(again.red) - 200) <= 2)
        }
    }

    @Test(arguments: FrameCoding.allCases)
    func `with a byte too few is refused`(coding: FrameCoding) {
        let whole: CodedFrame =
            switch coding {
            case .nv12, .i420, .yuy2: even(coding, (100, 100, 100))
            case .rgb, .bgr: packed(coding, [0, 1, 2])
            default: packed(coding, [0, 1, 2, 3])
            }
        #expect((whole.decoded() != nil) == (coding != .mjpg))
        for plane in whole.planes.indices {
            var cut = whole
            cut.planes[plane].bytes.removeLast()
            // YUY2's last byte is a chroma sample, which is needed.
            #expect(cut.decoded() == nil)
            cut.planes[plane].bytes = []
            #expect(cut.decoded() == nil)
            cut = whole
            cut.planes[plane].stride = .max
            #expect(cut.decoded() == nil)
            cut.planes[plane].stride = -4
            #expect(cut.decoded() == nil)
        }
        var none = whole
        none.planes = []
        #expect(none.decoded() == nil)
        none = whole
        none.width = 0
        #expect(none.decoded() == nil)
        none.width = .max
        #expect(none.decoded() == nil)
    }

    #if FFmpeg
        @Test func `of JPEG files is decoded and a damaged file is left out`() throws {
            let decoder = try #require(JPEGFrameDecoder())
            for color in [(10, 200, 90, 255), (250, 20, 30, 255)] as [FramePixels.Color] {
                let picture = FramePixels(width: 64, height: 48, filledWith: color)
                let file = try #require(
                    JPEGPicture.encode(bgra: picture.bytes, width: 64, height: 48))
                let again = try #require(decoder.decode(Array(file)))
                #expect(again.width == 64 && again.height == 48)
                #expect(abs(Int(again[30, 20].green) - Int(color.1)) <= 3)
                #expect(abs(Int(again[30, 20].blue) - Int(color.0)) <= 3)
                #expect(decoder.decode(Array(file.prefix(20))) == nil)
                #expect(decoder.decode([]) == nil)
                #expect(decoder.decode([UInt8](repeating: 7, count: 1000)) == nil)
            }
        }
    #endif
}

@Suite("The formats of a machine's camera")
struct SourceFormatsTests {
    private func source(
        _ coding: FrameCoding, _ width: Int, _ height: Int, _ rate: UInt32
    ) -> SourceFormat {
        SourceFormat(
            coding, width: width...width, height: height...height, rateNumerator: rate)
    }

    @Test func `are taken from the fastest coding and then from the easiest`() {
        let formats = SourceFormats([
            source(.yuy2, 640, 480, 30), source(.mjpg, 640, 480, 30), source(.nv12, 640, 480, 30),
            source(.yuy2, 1920, 1080, 5), source(.mjpg, 1920, 1080, 30),
        ])
        #expect(formats.formats.map(\.width) == [1920, 640])
        #expect(formats.formats.map(\.frameRate) == [30, 30])
        #expect(formats.formats.allSatisfy { $0.zoomMax == 16 })
        #expect(formats.formats.map { formats.source(of: $0)?.coding } == [.mjpg, .nv12])
    }

    @Test func `leave out what cannot be decoded`() {
        let all = [source(.yuy2, 1920, 1080, 5), source(.mjpg, 1920, 1080, 30)]
        let formats = SourceFormats(all) { $0 != .mjpg }
        #expect(formats.formats.map(\.frameRate) == [5])
        #expect(SourceFormats([all[1]]) { $0 != .mjpg }.formats.isEmpty)
    }

    @Test func `of a range are the usual sizes in it`() {
        let range = SourceFormat(
            .bgrx, width: 1...1280, height: 1...720, rateNumerator: 0, rateDenominator: 1)
        let formats = SourceFormats([range])
        #expect(formats.formats.map(\.width) == [1280, 640, 320])
        #expect(formats.formats.allSatisfy { $0.frameRate == 30 })
        let small = SourceFormat(.bgrx, width: 16...100, height: 16...90, rateNumerator: 30)
        #expect(SourceFormats([small]).formats.map(\.width) == [100])
    }

    @Test func `are limited in number and size`() {
        let many = (1...1000).map { source(.bgrx, $0, 10, 30) }
        #expect(SourceFormats(many).formats.count == SourceFormats.countMax)
        #expect(SourceFormats([source(.bgrx, 0, 0, 30)]).formats.isEmpty)
        #expect(SourceFormats([source(.bgrx, 1_000_000, 10, 30)]).formats.isEmpty)
        let other = CameraFormat(width: 7, height: 7, frameRate: 30, zoomMax: 16)
        #expect(SourceFormats(many).source(of: other) == nil)
    }
}
