import Cameras
public import CoreMedia
public import Foundation
import SoundClient
import Synchronization

/// Receives frames of a video data output, on the queue that was set with it.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A frame was captured. It is the delegate's as long as it keeps it.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection)
    /// A frame was dropped, because the delegate was busy. The buffer has times and no picture.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}

/// Gives a session's frames to a delegate. Any thread.
///
/// Ownership: a mutex guards the state.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    /// The delegate and its queue, which are only passed on to that queue.
    ///
    /// Ownership: the delegate is called on its queue alone.
    private struct Receiver: @unchecked Sendable {
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
    }

    private struct State {
        var receiver = Receiver()
        var format = PixelFormat.videoRange420
        var discardsLate = true
        /// Frames, and marks of dropped ones, that wait for the delegate or are with it.
        var framesWaiting = 0
        var marksWaiting = 0
    }

    private let state = Mutex(State())

    /// Most frames that wait where late ones are not discarded.
    private static let framesMax = 15
    /// Most marks of dropped frames that wait; later ones are not told.
    private static let marksMax = 1000

    /// Makes an output without a delegate.
    public override init() { super.init() }

    /// Sets the receiver of the frames, and its queue. The output does not retain the delegate.
    ///
    /// - Parameter sampleBufferCallbackQueue: A serial queue; a fault without one, but for `nil` as
    ///   delegate.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        guard sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil else {
            return fault(
                "AVCaptureVideoDataOutput.setSampleBufferDelegate(_:queue:)",
                "a delegate needs a queue", of: session?.app ?? CurrentApp.simulated)
        }
        let receiver = Receiver(
            delegate: sampleBufferDelegate, queue: sampleBufferCallbackQueue)
        state.withLock { $0.receiver = receiver }
        session?.graphHasChanged()
    }

    /// The receiver of the frames.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        state.withLock { $0.receiver }.delegate
    }

    /// Where the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.receiver }.queue }

    /// Whether frames that come while the delegate is busy with another are dropped at once. Otherwise
    /// up to 15 wait.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { state.withLock { $0.discardsLate } }
        set { state.withLock { $0.discardsLate = newValue } }
    }

    /// The pixel formats that frames can have: `420v`, `420f`, `BGRA`.
    public var availableVideoPixelFormatTypes: [OSType] {
        [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA,
        ]
    }

    /// The form of the frames: the pixel format under `kCVPixelBufferPixelFormatTypeKey`. Without one
    /// it is `420v`; one that is not available is a fault.
    public var videoSettings: [String: Any]! {
        get { [kCVPixelBufferPixelFormatTypeKey as String: state.withLock { $0.format }.code] }
        set {
            let value = newValue?[kCVPixelBufferPixelFormatTypeKey as String]
            guard let format = Self.format(value) else {
                return fault(
                    "AVCaptureVideoDataOutput.videoSettings",
                    "the pixel format is none of availableVideoPixelFormatTypes",
                    of: session?.app ?? CurrentApp.simulated)
            }
            state.withLock { $0.format = format }
        }
    }

    private static func format(_ value: Any?) -> PixelFormat? {
        guard let value else { return .videoRange420 }
        let code: Int? =
            switch value {
            case let number as OSType: Int(number)
            case let number as Int: number
            case let number as NSNumber: number.intValue
            default: nil
            }
        return code.flatMap { OSType(exactly: $0) }.flatMap { PixelFormat(code: $0) }
    }

    // MARK: Frames

    override func takes(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    override var wantsFrames: Bool { sampleBufferDelegate != nil }

    override func take(_ picture: CapturedPicture, _ connection: AVCaptureConnection) {
        let (receiver, format, isLate) = state.withLock { state in
            let framesMax = state.discardsLate ? 1 : Self.framesMax
            let isLate = state.framesWaiting >= framesMax
            if !isLate { state.framesWaiting += 1 }
            return (state.receiver, state.format, isLate)
        }
        if isLate { return drop(picture, connection, receiver, format) }
        guard let queue = receiver.queue, receiver.delegate != nil,
            let buffer = picture.sampleBuffer(connection, format)
        else { return state.withLock { $0.framesWaiting -= 1 } }
        // Passed on once, to the delegate's queue.
        nonisolated(unsafe) let sample = buffer
        queue.async { [self] in
            receiver.delegate?.captureOutput(self, didOutput: sample, from: connection)
            state.withLock { $0.framesWaiting -= 1 }
        }
    }

    private func drop(
        _ picture: CapturedPicture, _ connection: AVCaptureConnection, _ receiver: Receiver,
        _ format: PixelFormat
    ) {
        guard let queue = receiver.queue, receiver.delegate != nil else { return }
        let isTold = state.withLock { state in
            guard state.marksWaiting < Self.marksMax else { return false }
            state.marksWaiting += 1
            return true
        }
        guard isTold else { return }
        nonisolated(unsafe) let mark = picture.mark(connection, format)
        queue.async { [self] in
            receiver.delegate?.captureOutput(self, didDrop: mark, from: connection)
            state.withLock { $0.marksWaiting -= 1 }
        }
    }
}
