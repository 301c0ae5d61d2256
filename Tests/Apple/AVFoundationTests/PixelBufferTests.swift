import AVFoundation
import CoreVideo
import Testing

/// Buffers of pixels and of samples.
struct PixelBufferTests {
    private func make(_ width: Int, _ height: Int, _ format: OSType) -> CVPixelBuffer? {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer)
        return buffer
    }

    @Test func `a buffer has rows that are read while it is locked`() throws {
        let buffer = try #require(make(5, 3, kCVPixelFormatType_32BGRA))
        #expect(CVPixelBufferGetWidth(buffer) == 5 && CVPixelBufferGetHeight(buffer) == 3)
        #expect(CVPixelBufferGetBytesPerRow(buffer) >= 20)
        #expect(!CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 0)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        let size = CVPixelBufferGetDataSize(buffer)
        #expect(UnsafeRawBufferPointer(start: base, count: size).allSatisfy { $0 == 0 })
        base.storeBytes(of: 7, toByteOffset: size - 1, as: UInt8.self)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        #expect(CVPixelBufferGetBaseAddress(buffer) == base)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    }

    @Test func `a planar buffer has luma and half as much chroma`() throws {
        let buffer = try #require(make(5, 3, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
        #expect(CVPixelBufferGetPlaneCount(buffer) == 2 && CVPixelBufferIsPlanar(buffer))
        CVPixelBufferLockBaseAddress(buffer, [])
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
        #expect(chroma - luma == 3 * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 3)
        #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == 2)
        #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, -1) == 0)
        #expect(CVPixelBufferGetBytesPerRow(buffer) * 3 >= CVPixelBufferGetDataSize(buffer))
    }

    @Test(arguments: [
        (0, 1, kCVPixelFormatType_32BGRA, -6681), (1, -1, kCVPixelFormatType_32BGRA, -6681),
        (1, 20_000, kCVPixelFormatType_32BGRA, -6681),
        (.max, .max, kCVPixelFormatType_32BGRA, -6681),
        (4, 4, 0, -6680),
    ])
    func `a size or a format that is none is refused`(
        width: Int, height: Int, format: OSType, code: CVReturn
    ) {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, width, height, format, nil, &buffer) == code)
        #expect(buffer == nil)
    }

    @Test func `a sample buffer has its picture with its times and its description`() throws {
        let image = try #require(make(4, 2, kCVPixelFormatType_32BGRA))
        var description: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: nil, imageBuffer: image, formatDescriptionOut: &description)
        let format = try #require(description)
        let size = CMVideoFormatDescriptionGetDimensions(format)
        #expect(size == CMVideoDimensions(width: 4, height: 2))
        #expect(format.mediaType == .video && format.mediaSubType.rawValue == 0x4247_5241)
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 30),
            presentationTimeStamp: CMTime(value: 5, timescale: 30), decodeTimeStamp: .invalid)
        var made: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: image, formatDescription: format,
                sampleTiming: &timing, sampleBufferOut: &made) == noErr)
        let buffer = try #require(made)
        #expect(CMSampleBufferGetImageBuffer(buffer) === image)
        #expect(buffer.presentationTimeStamp == CMTime(value: 5, timescale: 30))
        #expect(CMSampleBufferGetDuration(buffer) == CMTime(value: 1, timescale: 30))
        #expect(CMSampleBufferGetFormatDescription(buffer) == format)
        #expect(CMSampleBufferDataIsReady(buffer) && buffer.isValid && buffer.numSamples == 1)
        try buffer.invalidate()
        #expect(!CMSampleBufferIsValid(buffer))
        let other = try #require(make(4, 3, kCVPixelFormatType_32BGRA))
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: other, formatDescription: format,
                sampleTiming: &timing, sampleBufferOut: &made)
                == kCMSampleBufferError_InvalidMediaFormat)
    }
}
