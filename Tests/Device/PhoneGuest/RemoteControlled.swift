import AudioToolbox
import Foundation
import UIKit

/// A player that takes remote control events, and says which.
func isRemoteControlled() {
    MainActor.assumeIsolated { RemoteControlled.main() }
}

private final class RemoteControlled: UIResponder, UIApplicationDelegate {
    private let silence = SilentQueue()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.beginReceivingRemoteControlEvents()
        say("started: \(silence.start())")
        return true
    }

    override func remoteControlReceived(with event: UIEvent?) {
        say("remote \(event?.subtype.rawValue ?? 0)")
    }
}

/// A queue that plays silence, over and over.
final class SilentQueue {
    private var queue: AudioQueueRef?

    /// Starts the queue.
    func start() -> OSStatus {
        var format = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        let status = AudioQueueNewOutput(
            &format, { _, queue, buffer in AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }, nil,
            nil, nil, 0, &queue)
        guard status == noErr, let queue else { return status }
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, 4 * 4_410, &buffer)
            guard let buffer else { continue }
            memset(buffer.pointee.mAudioData, 0, 4 * 4_410)
            buffer.pointee.mAudioDataByteSize = 4 * 4_410
            AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        }
        return AudioQueueStart(queue, nil)
    }
}
