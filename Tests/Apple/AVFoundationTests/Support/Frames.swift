import AVFoundation
import Cameras
import CoreVideo
import Synchronization

/// Keeps what a video data output delivers.
///
/// Ownership: a mutex guards the state.
final class Frames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    struct Frame: Sendable {
        var time: Double
        var duration: Double
        var width: Int
        var height: Int
        var format: OSType
        var orientation: AVCaptureVideoOrientation
        var picture: FramePixels?
    }

    private struct State {
        var frames: [Frame] = []
        var dropped: [Double] = []
    }

    private let state = Mutex(State())
    /// Seconds that the delegate sleeps for each frame.
    private let sleep: Double
    /// Whether pixels are kept.
    private let keepsPictures: Bool

    init(sleep: Double = 0, keepsPictures: Bool = false) {
        self.sleep = sleep
        self.keepsPictures = keepsPictures
    }

    var all: [Frame] { state.withLock { $0.frames } }
    var dropped: [Double] { state.withLock { $0.dropped } }
    var count: Int { state.withLock { $0.frames.count } }

    /// Forgets all so far.
    func clear() { state.withLock { $0 = State() } }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let image = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let frame = Frame(
            time: sampleBuffer.presentationTimeStamp.seconds,
            duration: sampleBuffer.duration.seconds,
            width: CVPixelBufferGetWidth(image), height: CVPixelBufferGetHeight(image),
            format: CVPixelBufferGetPixelFormatType(image),
            orientation: connection.videoOrientation,
            picture: keepsPictures ? Self.picture(image) : nil)
        state.withLock { $0.frames.append(frame) }
        if sleep > 0 { Thread.sleep(forTimeInterval: sleep) }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard sampleBuffer.imageBuffer == nil else { return }
        state.withLock { $0.dropped.append(sampleBuffer.presentationTimeStamp.seconds) }
    }

    /// The pixels of a BGRA buffer; `nil` for others.
    static func picture(_ buffer: CVPixelBuffer) -> FramePixels? {
        guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA,
            CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess
        else { return nil }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
        var bytes: [UInt8] = []
        for row in 0..<height {
            bytes += UnsafeRawBufferPointer(start: base + row * rowBytes, count: 4 * width)
        }
        return FramePixels(width: width, height: height, bytes: bytes)
    }
}
