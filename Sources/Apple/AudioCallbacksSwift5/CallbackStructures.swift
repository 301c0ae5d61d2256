public import CAudioToolbox
public import CoreAudioTypes

// The fields of structures of C that hold callbacks, before Swift 6: C's structure has pointers for
// them, because a callback of C is not `@Sendable`. See AudioCallbacksSwift5.swift.

extension AURenderCallbackStruct {
    /// Sets all fields.
    @available(swift, obsoleted: 6)
    public init(inputProc: AURenderCallback?, inputProcRefCon: UnsafeMutableRawPointer?) {
        self.init()
        self.inputProc = inputProc
        self.inputProcRefCon = inputProcRefCon
    }

    /// The callback.
    @available(swift, obsoleted: 6)
    public var inputProc: AURenderCallback? {
        get { unsafeBitCast(__inputProc, to: AURenderCallback?.self) }
        set { __inputProc = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }
}

extension AUInputSamplesInOutputCallbackStruct {
    /// Sets all fields.
    @available(swift, obsoleted: 6)
    public init(
        inputToOutputCallback: AUInputSamplesInOutputCallback?, userData: UnsafeMutableRawPointer?
    ) {
        self.init()
        self.inputToOutputCallback = inputToOutputCallback
        self.userData = userData
    }

    /// The callback.
    @available(swift, obsoleted: 6)
    public var inputToOutputCallback: AUInputSamplesInOutputCallback? {
        get { unsafeBitCast(__inputToOutputCallback, to: AUInputSamplesInOutputCallback?.self) }
        set { __inputToOutputCallback = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }
}

extension HostCallbackInfo {
    /// Sets all fields.
    @available(swift, obsoleted: 6)
    public init(
        hostUserData: UnsafeMutableRawPointer?, beatAndTempoProc: HostCallback_GetBeatAndTempo?,
        musicalTimeLocationProc: HostCallback_GetMusicalTimeLocation?,
        transportStateProc: HostCallback_GetTransportState?,
        transportStateProc2: HostCallback_GetTransportState2?
    ) {
        self.init()
        self.hostUserData = hostUserData
        self.beatAndTempoProc = beatAndTempoProc
        self.musicalTimeLocationProc = musicalTimeLocationProc
        self.transportStateProc = transportStateProc
        self.transportStateProc2 = transportStateProc2
    }

    /// Tells the beat and the tempo.
    @available(swift, obsoleted: 6)
    public var beatAndTempoProc: HostCallback_GetBeatAndTempo? {
        get { unsafeBitCast(__beatAndTempoProc, to: HostCallback_GetBeatAndTempo?.self) }
        set { __beatAndTempoProc = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }

    /// Tells the place in a bar.
    @available(swift, obsoleted: 6)
    public var musicalTimeLocationProc: HostCallback_GetMusicalTimeLocation? {
        get {
            unsafeBitCast(__musicalTimeLocationProc, to: HostCallback_GetMusicalTimeLocation?.self)
        }
        set {
            __musicalTimeLocationProc = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self)
        }
    }

    /// Tells what the transport does.
    @available(swift, obsoleted: 6)
    public var transportStateProc: HostCallback_GetTransportState? {
        get { unsafeBitCast(__transportStateProc, to: HostCallback_GetTransportState?.self) }
        set { __transportStateProc = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }

    /// Tells what the transport does, recording included.
    @available(swift, obsoleted: 6)
    public var transportStateProc2: HostCallback_GetTransportState2? {
        get { unsafeBitCast(__transportStateProc2, to: HostCallback_GetTransportState2?.self) }
        set { __transportStateProc2 = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }
}

extension ScheduledAudioSlice {
    /// Sets all fields.
    @available(swift, obsoleted: 6)
    public init(
        mTimeStamp: AudioTimeStamp, mCompletionProc: ScheduledAudioSliceCompletionProc?,
        mCompletionProcUserData: UnsafeMutableRawPointer?, mFlags: AUScheduledAudioSliceFlags,
        mReserved: UInt32, mReserved2: UnsafeMutableRawPointer?, mNumberFrames: UInt32,
        mBufferList: UnsafeMutablePointer<AudioBufferList>?
    ) {
        self.init()
        self.mTimeStamp = mTimeStamp
        self.mCompletionProc = mCompletionProc
        self.mCompletionProcUserData = mCompletionProcUserData
        self.mFlags = mFlags
        self.mReserved = mReserved
        self.mReserved2 = mReserved2
        self.mNumberFrames = mNumberFrames
        self.mBufferList = mBufferList
    }

    /// Called when the slice has been played or dropped.
    @available(swift, obsoleted: 6)
    public var mCompletionProc: ScheduledAudioSliceCompletionProc? {
        get { unsafeBitCast(__mCompletionProc, to: ScheduledAudioSliceCompletionProc?.self) }
        set { __mCompletionProc = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }
}

extension ScheduledAudioFileRegion {
    /// Sets all fields.
    @available(swift, obsoleted: 6)
    public init(
        mTimeStamp: AudioTimeStamp, mCompletionProc: ScheduledAudioFileRegionCompletionProc?,
        mCompletionProcUserData: UnsafeMutableRawPointer?, mAudioFile: AudioFileID?,
        mLoopCount: UInt32, mStartFrame: Int64, mFramesToPlay: UInt32
    ) {
        self.init()
        self.mTimeStamp = mTimeStamp
        self.mCompletionProc = mCompletionProc
        self.mCompletionProcUserData = mCompletionProcUserData
        self.mAudioFile = mAudioFile
        self.mLoopCount = mLoopCount
        self.mStartFrame = mStartFrame
        self.mFramesToPlay = mFramesToPlay
    }

    /// Called when the region has been read.
    @available(swift, obsoleted: 6)
    public var mCompletionProc: ScheduledAudioFileRegionCompletionProc? {
        get { unsafeBitCast(__mCompletionProc, to: ScheduledAudioFileRegionCompletionProc?.self) }
        set { __mCompletionProc = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }
}

extension AudioComponentPlugInInterface {
    /// Sets all fields.
    @available(swift, obsoleted: 6)
    public init(
        Open: (@convention(c) (UnsafeMutableRawPointer, AudioComponentInstance) -> OSStatus)?,
        Close: (@convention(c) (UnsafeMutableRawPointer) -> OSStatus)?,
        Lookup: (@convention(c) (Int16) -> AudioComponentMethod?)?,
        reserved: UnsafeMutableRawPointer?
    ) {
        self.init()
        self.Open = Open
        self.Close = Close
        self.Lookup = Lookup
        self.reserved = reserved
    }

    /// Opens an instance: called once, before anything else.
    @available(swift, obsoleted: 6)
    public var Open: (@convention(c) (UnsafeMutableRawPointer, AudioComponentInstance) -> OSStatus)?
    {
        get {
            unsafeBitCast(
                __Open,
                to: (@convention(c) (UnsafeMutableRawPointer, AudioComponentInstance) -> OSStatus)?
                    .self)
        }
        set { __Open = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }

    /// Closes an instance and frees it: called last.
    @available(swift, obsoleted: 6)
    public var Close: (@convention(c) (UnsafeMutableRawPointer) -> OSStatus)? {
        get {
            unsafeBitCast(__Close, to: (@convention(c) (UnsafeMutableRawPointer) -> OSStatus)?.self)
        }
        set { __Close = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }

    /// Finds a method by its selector; `nil` for one that is missing.
    @available(swift, obsoleted: 6)
    public var Lookup: (@convention(c) (Int16) -> AudioComponentMethod?)? {
        get { unsafeBitCast(__Lookup, to: (@convention(c) (Int16) -> AudioComponentMethod?)?.self) }
        set { __Lookup = unsafeBitCast(newValue, to: UnsafeMutableRawPointer?.self) }
    }
}
