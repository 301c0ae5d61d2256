import AudioModel
public import CoreMedia
public import Foundation
import SoundClient
import Synchronization

/// Receives sound of an audio data output, on the queue that was set with it.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Sound was captured: linear PCM of 16 bits, interleaved.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}

/// Gives a session's sound to a delegate. Any thread.
///
/// Ownership: a mutex guards the state.
public final class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
    /// The delegate and its queue, which are only passed on to that queue.
    ///
    /// Ownership: the delegate is called on its queue alone.
    private struct Receiver: @unchecked Sendable {
        weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
    }

    private struct State {
        var receiver = Receiver()
        /// Buffers that wait for the delegate or are with it.
        var buffersWaiting = 0
    }

    private let state = Mutex(State())

    /// Most buffers that wait for a busy delegate: ten seconds; later ones are lost.
    private static let buffersMax = 1000

    /// Makes an output without a delegate.
    public override init() { super.init() }

    /// Sets the receiver of the sound, and its queue. The output does not retain the delegate.
    ///
    /// - Parameter sampleBufferCallbackQueue: A serial queue; a fault without one, but for `nil` as
    ///   delegate.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        guard sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil else {
            return fault(
                "AVCaptureAudioDataOutput.setSampleBufferDelegate(_:queue:)",
                "a delegate needs a queue", of: session?.app ?? CurrentApp.simulated)
        }
        let receiver = Receiver(
            delegate: sampleBufferDelegate, queue: sampleBufferCallbackQueue)
        state.withLock { $0.receiver = receiver }
    }

    /// The receiver of the sound.
    public var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
        state.withLock { $0.receiver }.delegate
    }

    /// Where the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.receiver }.queue }

    override func takes(_ mediaType: AVMediaType) -> Bool { mediaType == .audio }

    override func take(
        _ sound: CapturedSound, _ sampleRate: Double, _ connection: AVCaptureConnection
    ) {
        let receiver = state.withLock { state -> Receiver? in
            guard state.receiver.queue != nil, state.receiver.delegate != nil,
                state.buffersWaiting < Self.buffersMax
            else { return nil }
            state.buffersWaiting += 1
            return state.receiver
        }
        guard let receiver else { return }
        nonisolated(unsafe) let sample = CMSampleBuffer(sound, sampleRate: sampleRate)
        receiver.queue?.async { [self] in
            receiver.delegate?.captureOutput(self, didOutput: sample, from: connection)
            state.withLock { $0.buffersWaiting -= 1 }
        }
    }
}

extension CMSampleBuffer {
    /// Makes a buffer of captured sound: 16 bits, interleaved.
    convenience init(_ sound: CapturedSound, sampleRate: Double) {
        let samples = sound.samples.map { sample -> Int16 in
            let scaled = (sample * 32768).rounded()
            return scaled.isNaN ? 0 : Int16(min(max(scaled, -32768), 32767))
        }
        self.init(
            samples.withUnsafeBytes { CMBlockBuffer($0) }, sampleCount: sound.frameCount,
            CMFormatDescription.ofCapturedSound(
                sampleRate: sampleRate, channelCount: sound.channelCount),
            CMSampleTimingInfo(
                duration: CMTime(
                    value: 1, timescale: CMTimeScale(min(max(sampleRate.rounded(), 1), 1e6))),
                presentationTimeStamp: CMTime(
                    value: sound.time.nanoseconds, timescale: 1_000_000_000),
                decodeTimeStamp: .invalid))
    }
}
