import AudioModel
import Cameras
import CoreMedia
import Foundation

/// A frame on its way to outputs, each of which makes its own pixels of it.
struct CapturedPicture {
    private let frame: CameraFrame
    private let zoom: Double
    private let size: PictureSize
    private let duration: Double
    private let isBlack: Bool

    /// - Parameters:
    ///   - zoom: The zoom factor at the frame's time.
    ///   - size: The size of the pictures, as the sensor lies.
    ///   - duration: The time of a frame, in seconds.
    ///   - isBlack: Whether the picture is black, because the user has not permitted another.
    init(
        _ frame: CameraFrame, zoom: Double, size: PictureSize, duration: Double, isBlack: Bool
    ) {
        self.frame = frame
        self.zoom = zoom
        self.size = size
        self.duration = duration
        self.isBlack = isBlack
    }

    /// The times of the frame.
    var timing: CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: CMTime(seconds: duration, preferredTimescale: 1_000_000_000),
            presentationTimeStamp: CMTime(
                value: frame.time.nanoseconds, timescale: 1_000_000_000),
            decodeTimeStamp: .invalid)
    }

    /// The pixels as a connection turns them.
    func pixels(_ connection: AVCaptureConnection) -> FramePixels? {
        let turns = connection.quarterTurns
        var pixels: FramePixels
        if isBlack {
            pixels = FramePixels(width: size.width, height: size.height)
        } else {
            guard let whole = FramePixels(frame) else { return nil }
            pixels = whole.zoomed(by: zoom, toWidth: size.width, height: size.height)
        }
        pixels = pixels.turned(by: turns)
        return connection.isVideoMirrored ? pixels.mirrored() : pixels
    }

    /// The picture as a connection turns it, in a buffer of a layout; `nil` without memory.
    func sampleBuffer(
        _ connection: AVCaptureConnection, _ format: PixelFormat
    ) -> CMSampleBuffer? {
        guard let pixels = pixels(connection),
            let buffer = CVPixelBuffer(
                width: pixels.width, height: pixels.height, format: format)
        else { return nil }
        buffer.write(pixels)
        return CMSampleBuffer(buffer, timing)
    }

    /// The mark of the frame, without a picture.
    func mark(_ connection: AVCaptureConnection, _ format: PixelFormat) -> CMSampleBuffer {
        CMSampleBuffer(
            without: connection.inputPorts.first?.formatDescription, timing)
    }
}

extension CVPixelBuffer {
    /// Fills the buffer with a picture of its size.
    func write(_ pixels: FramePixels) {
        switch format {
        case .bgra: copy(pixels.bytes, rowBytes: 4 * pixels.width, toPlane: 0)
        case .videoRange420, .fullRange420:
            let made = pixels.planes(isFullRange: format == .fullRange420)
            copy(made.luma, rowBytes: made.width, toPlane: 0)
            copy(made.chroma, rowBytes: 2 * made.chromaWidth, toPlane: 1)
        }
    }

    private func copy(_ bytes: [UInt8], rowBytes: Int, toPlane index: Int) {
        let plane = planes[index]
        bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            let rows = min(plane.height, source.count / max(rowBytes, 1))
            let count = min(rowBytes, plane.bytesPerRow)
            for row in 0..<rows {
                (plane.base + row * plane.bytesPerRow).copyMemory(
                    from: start + row * rowBytes, byteCount: count)
            }
        }
    }
}
