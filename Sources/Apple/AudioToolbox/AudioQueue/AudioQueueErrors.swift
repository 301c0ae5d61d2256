import AudioModel
import AudioQueues
import CAudioToolbox
import CoreAudioTypes

/// Runs the body of a call of Audio Queue Services and maps its error to a status.
func queueStatus(_ body: () throws(AudioQueueError) -> Void) -> OSStatus {
    do throws(AudioQueueError) {
        try body()
        return noErr
    } catch {
        switch error {
        case .missingArgument, .wrongArgument: return kAudio_ParamError
        case .outOfMemory: return kAudio_MemFullError
        case .unsupportedFormat: return kAudioFileUnsupportedDataFormatError
        case .unimplemented: return kAudio_UnimplementedError
        case .invalidBuffer: return kAudioQueueErr_InvalidBuffer
        case .bufferEmpty: return kAudioQueueErr_BufferEmpty
        case .disposalPending: return kAudioQueueErr_DisposalPending
        case .invalidProperty: return kAudioQueueErr_InvalidProperty
        case .invalidPropertySize: return kAudioQueueErr_InvalidPropertySize
        case .invalidParameter: return kAudioQueueErr_InvalidParameter
        case .cannotStart: return kAudioQueueErr_CannotStart
        case .invalidDevice: return kAudioQueueErr_InvalidDevice
        case .bufferInQueue: return kAudioQueueErr_BufferInQueue
        case .invalidRunState: return kAudioQueueErr_InvalidRunState
        case .invalidQueueType: return kAudioQueueErr_InvalidQueueType
        case .permissions: return kAudioQueueErr_Permissions
        case .invalidPropertyValue: return kAudioQueueErr_InvalidPropertyValue
        case .primeTimedOut: return kAudioQueueErr_PrimeTimedOut
        case .codecNotFound: return kAudioQueueErr_CodecNotFound
        case .invalidCodecAccess: return kAudioQueueErr_InvalidCodecAccess
        case .queueInvalidated: return kAudioQueueErr_QueueInvalidated
        case .tooManyTaps: return kAudioQueueErr_TooManyTaps
        case .invalidTapContext: return kAudioQueueErr_InvalidTapContext
        case .brokenPacket: return kAudioConverterErr_UnspecifiedError
        case .recordUnderrun: return kAudioQueueErr_RecordUnderrun
        case .invalidTapType: return kAudioQueueErr_InvalidTapType
        case .bufferEnqueuedTwice: return kAudioQueueErr_BufferEnqueuedTwice
        case .cannotStartYet: return kAudioQueueErr_CannotStartYet
        case .enqueueDuringReset: return kAudioQueueErr_EnqueueDuringReset
        case .invalidOfflineMode: return kAudioQueueErr_InvalidOfflineMode
        case .session(let refusal): return refusal.rawValue
        }
    }
}

/// The value of `kAudioQueueProperty_ConverterError`: a status, or zero without an error.
func converterError(_ problem: AudioQueueError?) -> PropertyValue {
    let status = queueStatus { () throws(AudioQueueError) in
        if let problem { throw problem }
    }
    return .of(UInt32(bitPattern: status))
}
