import AudioModel
import AudioQueues
public import CAudioToolbox
public import CoreAudioTypes

// Audio Queue Services, which <AudioToolbox/AudioQueue.h> declares and documents: offline
// rendering.

@c @implementation
public func AudioQueueSetOfflineRenderFormat(
    _ inAQ: AudioQueueRef!, _ inFormat: UnsafePointer<AudioStreamBasicDescription>!,
    _ inLayout: UnsafePointer<AudioChannelLayout>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        try outputQueue(inAQ).setOffline(inFormat.map { queueFormat($0.pointee) })
    }
}

@c @implementation
public func AudioQueueOfflineRender(
    _ inAQ: AudioQueueRef!, _ inTimestamp: UnsafePointer<AudioTimeStamp>!,
    _ ioBuffer: AudioQueueBufferRef!, _ inNumberFrames: UInt32
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try outputQueue(inAQ)
        guard let inTimestamp, let ioBuffer else { throw .missingArgument }
        guard inTimestamp.pointee.mFlags.contains(.sampleTimeValid) else { throw .wrongArgument }
        try queue.renderOffline(
            into: UnsafeMutableRawPointer(ioBuffer), frameCount: Int(inNumberFrames))
    }
}
