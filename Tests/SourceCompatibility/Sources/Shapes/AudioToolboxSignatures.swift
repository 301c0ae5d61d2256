import AudioToolbox

/// The types of the functions that public projects use most of AudioToolbox.
func checkAudioToolboxSignatures() {
    aliased(SystemSoundID.self, UInt32.self)
    aliased(ExtAudioFileRef.self, OpaquePointer.self)
    _ = ExtAudioFileOpenURL(_:_:) as (CFURL, UnsafeMutablePointer<ExtAudioFileRef?>?) -> OSStatus
    _ =
        AudioFileOpenURL(_:_:_:_:)
        as (CFURL, AudioFilePermissions, AudioFileTypeID, UnsafeMutablePointer<AudioFileID?>?) ->
        OSStatus
    aliased(AudioConverterRef.self, OpaquePointer.self)
    _ =
        AudioServicesCreateSystemSoundID(_:_:)
        as (CFURL, UnsafeMutablePointer<SystemSoundID>?) -> OSStatus
    _ = AudioConverterDispose(_:) as (AudioConverterRef?) -> OSStatus
    _ =
        AudioConverterFillComplexBuffer(_:_:_:_:_:_:)
        as (
            AudioConverterRef?, AudioConverterComplexInputDataProc?, UnsafeMutableRawPointer?,
            UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<AudioBufferList>?,
            UnsafeMutablePointer<AudioStreamPacketDescription>?
        ) -> OSStatus
    _ =
        AudioConverterNew(_:_:_:)
        as (
            UnsafePointer<AudioStreamBasicDescription>?,
            UnsafePointer<AudioStreamBasicDescription>?, UnsafeMutablePointer<AudioConverterRef?>?
        ) -> OSStatus
    _ = AudioServicesPlaySystemSound(_:) as (SystemSoundID) -> Void
    _ =
        ExtAudioFileSetProperty(_:_:_:_:)
        as (ExtAudioFileRef?, ExtAudioFilePropertyID, UInt32, UnsafeRawPointer?) -> OSStatus
    _ =
        ExtAudioFileGetProperty(_:_:_:_:)
        as (
            ExtAudioFileRef?, ExtAudioFilePropertyID, UnsafeMutablePointer<UInt32>?,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ =
        ExtAudioFileRead(_:_:_:)
        as (ExtAudioFileRef?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<AudioBufferList>?)
        -> OSStatus
    _ = ExtAudioFileDispose(_:) as (ExtAudioFileRef?) -> OSStatus
    aliased(AudioFileID.self, OpaquePointer.self)
    _ = AudioFileFlags.self
    _ =
        AudioFileGetProperty(_:_:_:_:)
        as (
            AudioFileID?, AudioFilePropertyID, UnsafeMutablePointer<UInt32>?,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    aliased(AudioFileTypeID.self, UInt32.self)
    _ = AudioFileClose(_:) as (AudioFileID?) -> OSStatus
    let _: AudioFileFlags = AudioFileFlags.eraseFile
    _ =
        AudioFileCreateWithURL(_:_:_:_:_:)
        as (
            CFURL, AudioFileTypeID, UnsafePointer<AudioStreamBasicDescription>, AudioFileFlags,
            UnsafeMutablePointer<AudioFileID?>?
        ) -> OSStatus
    _ = AudioFilePermissions.self
    _ =
        AudioFileWritePackets(_:_:_:_:_:_:_:)
        as (
            AudioFileID?, Bool, UInt32, UnsafePointer<AudioStreamPacketDescription>?, Int64,
            UnsafeMutablePointer<UInt32>?, UnsafeRawPointer?
        ) -> OSStatus
    _ =
        AudioFileGetPropertyInfo(_:_:_:_:)
        as (
            AudioFileID?, AudioFilePropertyID, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<UInt32>?
        ) -> OSStatus
    _ =
        AudioFormatGetProperty(_:_:_:_:_:)
        as (
            AudioFormatPropertyID, UInt32, UnsafeRawPointer?, UnsafeMutablePointer<UInt32>?,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ =
        AudioQueueNewInput(_:_:_:_:_:_:_:)
        as (
            UnsafePointer<AudioStreamBasicDescription>, AudioQueueInputCallback,
            UnsafeMutableRawPointer?, CFRunLoop?, CFString?, UInt32,
            UnsafeMutablePointer<AudioQueueRef?>
        ) -> OSStatus
    let _: AudioFilePermissions = AudioFilePermissions.readPermission
    aliased(AudioFileStreamID.self, OpaquePointer.self)
    _ =
        AudioQueueEnqueueBuffer(_:_:_:_:)
        as (
            AudioQueueRef?, AudioQueueBufferRef?, UInt32,
            UnsafePointer<AudioStreamPacketDescription>?
        ) -> OSStatus
    aliased(AudioQueueRef.self, OpaquePointer.self)
    _ = AudioQueueStart(_:_:) as (AudioQueueRef?, UnsafePointer<AudioTimeStamp>?) -> OSStatus
    _ =
        AudioFileSetProperty(_:_:_:_:)
        as (AudioFileID?, AudioFilePropertyID, UInt32, UnsafeRawPointer?) -> OSStatus
    aliased(AudioFileStreamPropertyID.self, UInt32.self)
    _ =
        ExtAudioFileCreateWithURL(_:_:_:_:_:_:)
        as (
            CFURL, AudioFileTypeID, UnsafePointer<AudioStreamBasicDescription>?,
            UnsafePointer<AudioChannelLayout>?, UInt32, UnsafeMutablePointer<ExtAudioFileRef?>?
        ) -> OSStatus
    _ =
        AudioFileStreamGetProperty(_:_:_:_:)
        as (
            AudioFileStreamID?, AudioFileStreamPropertyID, UnsafeMutablePointer<UInt32>?,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ =
        AudioFileStreamGetPropertyInfo(_:_:_:_:)
        as (
            AudioFileStreamID?, AudioFileStreamPropertyID, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<DarwinBoolean>?
        ) -> OSStatus
    _ = AudioServicesDisposeSystemSoundID(_:) as (SystemSoundID) -> OSStatus
    _ =
        AudioConverterGetProperty(_:_:_:_:)
        as (
            AudioConverterRef?, AudioConverterPropertyID, UnsafeMutablePointer<UInt32>?,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ =
        AudioFileGetGlobalInfo(_:_:_:_:_:)
        as (
            AudioFilePropertyID, UInt32, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ =
        AudioFileGetGlobalInfoSize(_:_:_:_:)
        as (AudioFilePropertyID, UInt32, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?) ->
        OSStatus
    _ =
        AudioFileStreamOpen(_:_:_:_:_:)
        as (
            UnsafeMutableRawPointer?, AudioFileStream_PropertyListenerProc?,
            AudioFileStream_PacketsProc?, AudioFileTypeID, UnsafeMutablePointer<AudioFileStreamID?>?
        ) -> OSStatus
    _ =
        AudioFileStreamParseBytes(_:_:_:_:)
        as (AudioFileStreamID?, UInt32, UnsafeRawPointer?, AudioFileStreamParseFlags) -> OSStatus
    _ = AudioFileStreamPropertyFlags.self
    _ = AudioFileTypeAndFormatID.self
    _ =
        AudioServicesAddSystemSoundCompletion(_:_:_:_:_:)
        as (
            SystemSoundID, CFRunLoop?, CFString?, AudioServicesSystemSoundCompletionProc,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ = AudioServicesRemoveSystemSoundCompletion(_:) as (SystemSoundID) -> Void
    _ =
        AudioQueueAllocateBuffer(_:_:_:)
        as (AudioQueueRef?, UInt32, UnsafeMutablePointer<AudioQueueBufferRef?>?) -> OSStatus
    aliased(AudioQueueBufferRef.self, UnsafeMutablePointer<AudioQueueBuffer>.self)
    readable(\AudioQueueBuffer.mAudioData, UnsafeMutableRawPointer?.self)
    settable(\AudioQueueBuffer.mAudioDataByteSize, UInt32.self)
    _ =
        AudioFileReadPacketData(_:_:_:_:_:_:_:)
        as (
            AudioFileID?, Bool, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<AudioStreamPacketDescription>?, Int64,
            UnsafeMutablePointer<UInt32>?, UnsafeMutableRawPointer?
        ) -> OSStatus
    _ = AudioQueueDispose(_:_:) as (AudioQueueRef?, Bool) -> OSStatus
    _ = AudioQueueStop(_:_:) as (AudioQueueRef?, Bool) -> OSStatus
    _ =
        AudioSessionGetProperty(_:_:_:)
        as (AudioSessionPropertyID, UnsafeMutablePointer<UInt32>?, UnsafeMutableRawPointer?) ->
        OSStatus
    _ =
        ExtAudioFileWrite(_:_:_:)
        as (ExtAudioFileRef?, UInt32, UnsafePointer<AudioBufferList>?) -> OSStatus
    _ =
        AudioQueueGetProperty(_:_:_:_:)
        as (
            AudioQueueRef?, AudioQueuePropertyID, UnsafeMutableRawPointer?,
            UnsafeMutablePointer<UInt32>?
        ) -> OSStatus
    _ =
        AudioQueueNewOutput(_:_:_:_:_:_:_:)
        as (
            UnsafePointer<AudioStreamBasicDescription>, AudioQueueOutputCallback,
            UnsafeMutableRawPointer?, CFRunLoop?, CFString?, UInt32,
            UnsafeMutablePointer<AudioQueueRef?>
        ) -> OSStatus
    _ = AudioConverterReset(_:) as (AudioConverterRef?) -> OSStatus
    _ =
        AudioQueueGetPropertySize(_:_:_:)
        as (AudioQueueRef?, AudioQueuePropertyID, UnsafeMutablePointer<UInt32>?) -> OSStatus
    _ =
        AudioQueueSetProperty(_:_:_:_:)
        as (AudioQueueRef?, AudioQueuePropertyID, UnsafeRawPointer?, UInt32) -> OSStatus
    _ = AudioServicesPlayAlertSound(_:) as (SystemSoundID) -> Void
    _ =
        AudioServicesPlaySystemSoundWithCompletion(_:_:)
        as (SystemSoundID, (@Sendable () -> Void)?) -> Void
    _ = ExtAudioFileSeek(_:_:) as (ExtAudioFileRef?, Int64) -> OSStatus
    _ = ExtAudioFileTell(_:_:) as (ExtAudioFileRef?, UnsafeMutablePointer<Int64>?) -> OSStatus
    _ = AudioConverterComplexInputDataProc.self
    _ =
        AudioConverterNewSpecific(_:_:_:_:_:)
        as (
            UnsafePointer<AudioStreamBasicDescription>?,
            UnsafePointer<AudioStreamBasicDescription>?, UInt32,
            UnsafePointer<AudioClassDescription>?, UnsafeMutablePointer<AudioConverterRef?>?
        ) -> OSStatus
    _ =
        AudioConverterSetProperty(_:_:_:_:)
        as (AudioConverterRef?, AudioConverterPropertyID, UInt32, UnsafeRawPointer?) -> OSStatus
    _ = AudioFileMarker.self
    _ = AudioFileMarkerList.self
    _ = AudioFilePacketTableInfo.self
    _ =
        AudioFileReadBytes(_:_:_:_:_:)
        as (AudioFileID?, Bool, Int64, UnsafeMutablePointer<UInt32>?, UnsafeMutableRawPointer?) ->
        OSStatus
    _ = AudioFileStreamClose(_:) as (AudioFileStreamID?) -> OSStatus
    _ = AudioFileStreamParseFlags.self
    _ =
        AudioFileStreamSeek(_:_:_:_:)
        as (
            AudioFileStreamID?, Int64, UnsafeMutablePointer<Int64>?,
            UnsafeMutablePointer<AudioFileStreamSeekFlags>?
        ) -> OSStatus
    _ = AudioFileStreamSeekFlags.self
    _ =
        AudioFileWriteBytes(_:_:_:_:_:)
        as (AudioFileID?, Bool, Int64, UnsafeMutablePointer<UInt32>?, UnsafeRawPointer?) -> OSStatus
    _ = AudioFile_ReadProc.self
    _ = AudioFile_WriteProc.self
    _ =
        AudioFormatGetPropertyInfo(_:_:_:_:)
        as (AudioFormatPropertyID, UInt32, UnsafeRawPointer?, UnsafeMutablePointer<UInt32>?) ->
        OSStatus
    _ =
        AudioQueueAddPropertyListener(_:_:_:_:)
        as (
            AudioQueueRef, AudioQueuePropertyID, AudioQueuePropertyListenerProc,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ = AudioQueueBuffer.self
    _ = AudioQueueInputCallback.self
    _ = AudioQueueOutputCallback.self
    aliased(AudioQueuePropertyID.self, UInt32.self)
    _ =
        AudioServicesGetProperty(_:_:_:_:_:)
        as (
            AudioServicesPropertyID, UInt32, UnsafeRawPointer?, UnsafeMutablePointer<UInt32>?,
            UnsafeMutableRawPointer?
        ) -> OSStatus
    _ =
        AudioServicesPlayAlertSoundWithCompletion(_:_:)
        as (SystemSoundID, (@Sendable () -> Void)?) -> Void
    _ =
        AudioServicesSetProperty(_:_:_:_:_:)
        as (AudioServicesPropertyID, UInt32, UnsafeRawPointer?, UInt32, UnsafeRawPointer?) ->
        OSStatus
    _ = AudioSessionInterruptionListener.self
    aliased(AudioSessionPropertyID.self, UInt32.self)
    _ =
        AudioSessionSetProperty(_:_:_:)
        as (AudioSessionPropertyID, UInt32, UnsafeRawPointer?) -> OSStatus
    readable(\AudioQueueBuffer.mAudioDataBytesCapacity, UInt32.self)
    _ = AudioFormatListItem.self
}
