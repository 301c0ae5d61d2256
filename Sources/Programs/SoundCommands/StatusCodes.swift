/// A status code of Apple's API and its meaning here.
package struct StatusCode: Equatable, Sendable {
    package var name: String
    package var value: Int32
    /// The meaning, in one sentence of our own.
    package var meaning: String

    /// The codes with a given number, four-character code or name.
    ///
    /// A number may be signed, unsigned, or hexadecimal after `0x`.
    package static func matching(_ word: String) -> [StatusCode] {
        let byName = all.filter { $0.name.lowercased() == word.lowercased() }
        guard byName.isEmpty else { return byName }
        guard let value = value(of: word) else { return [] }
        return all.filter { $0.value == value }
    }

    /// - Returns: The value; `nil` if the word is neither a number nor a four-character code.
    package static func value(of word: String) -> Int32? {
        if let number = Int32(word) { return number }
        if let number = UInt32(word) { return Int32(bitPattern: number) }
        if word.hasPrefix("0x"), let number = UInt32(word.dropFirst(2), radix: 16) {
            return Int32(bitPattern: number)
        }
        var bytes = Array(word.utf8)
        if bytes.count == 6, bytes.first == UInt8(ascii: "'"), bytes.last == bytes.first {
            bytes = Array(bytes[1..<5])
        }
        guard bytes.count == 4, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return nil
        }
        return Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The four characters, if the number consists of four printable ones.
    package var fourCharacters: String? {
        let bytes = [24, 16, 8, 0].map {
            UInt8(truncatingIfNeeded: UInt32(bitPattern: value) >> UInt32($0))
        }
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    package static let all =
        general + session + legacySession + systemSounds + files + extendedFiles + streams
        + formats + converters + queues

    /// Reads a table with a code in each line: its name, its value, and its meaning.
    private static func rows(_ table: String) -> [StatusCode] {
        table.split(separator: "\n").map { line in
            let cells = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard cells.count == 3, let value = value(of: cells[1]) else {
                preconditionFailure("not a row of status codes: \(line)")
            }
            return StatusCode(name: cells[0], value: value, meaning: cells[2])
        }
    }

    private static let general = rows(
        """
        noErr 0 the call succeeded
        kAudio_FileNotFoundError -43 there is no file at that path
        kAudio_ParamError -50 an argument has an invalid value
        kAudioFileEndOfFileError -39 the read began at or reached the file's end
        kAudio_TooManyFilesOpenError -42 no more files can be opened
        kAudio_FilePermissionError -54 the file may not be used like this
        kAudio_BadFilePathError !pth this is not the path of a file
        kAudio_UnimplementedError -4 this is not implemented
        kAudio_MemFullError -108 there is not enough memory
        """)

    /// Source: `AVAudioSession.ErrorCode`; the numbers are those of `SessionError`.
    private static let session = rows(
        """
        none 0 the session call succeeded
        badParam -50 a session does not take this argument, or not with its category: an option, \
        a mode, a policy, an input
        mediaServicesFailed msrv the device's media services were lost or restarted; create the \
        audio objects again
        isBusy !act the session has sounds running and cannot go inactive
        incompatibleCategory !cat the session's category does not allow this
        cannotInterruptOthers !int a session that does not mix was activated from the background
        missingEntitlement ent? the app lacks the permission that this needs
        siriIsRecording siri the assistant holds the microphone
        cannotStartPlaying !pla the app may not start to play now, for instance from the background
        cannotStartRecording !rec the app may not start to record now
        insufficientPriority !pri a session of higher priority is active
        resourceNotAvailable !res the hardware is missing or in use
        unspecified what the call failed; the reason is unknown
        expiredSession !ses the session belongs to something that ended
        sessionNotActive inac the session has to be active for this
        """)

    /// Source: the C interface `AudioSession`, of iPhone OS 2 to 6.
    private static let legacySession = rows(
        """
        kAudioSessionNoError 0 the session call succeeded
        kAudioSessionNotInitialized !ini AudioSessionInitialize comes first
        kAudioSessionAlreadyInitialized init AudioSessionInitialize was called before
        kAudioSessionInitializationError ini? the session could not be set up
        kAudioSessionUnsupportedPropertyError pty? there is no such property, or it cannot be \
        read or written
        kAudioSessionBadPropertySizeError !siz the property value has the wrong size
        kAudioSessionNotActiveError !act the session has to be active for this
        kAudioServicesNoHardwareError nohw the device has no hardware for this
        kAudioSessionIncompatibleCategory !cat the session's category does not allow this
        kAudioSessionUnspecifiedError what the call failed; the reason is unknown
        kAudioSessionNoCategorySet ?cat this needs a category to be set first
        kAudioSessionInterruptionType_ShouldResume irsm no error: the interruption ended, and \
        playback may resume
        kAudioSessionInterruptionType_ShouldNotResume !rsm no error: the interruption ended, and \
        only the user may resume playback
        """)

    /// Source: `AudioServices.h`.
    private static let systemSounds = rows(
        """
        kAudioServicesNoError 0 the system sound call succeeded
        kAudioServicesUnsupportedPropertyError pty? there is no such property, or it cannot be \
        read or written
        kAudioServicesBadPropertySizeError !siz the property value has the wrong size
        kAudioServicesBadSpecifierSizeError !spc the property's specifier has the wrong size
        kAudioServicesSystemSoundUnspecifiedError -1500 the file is missing, or is not a sound \
        that System Sound Services takes; 'sori info' says why, and SORI_SYSTEM_SOUNDS=lenient \
        accepts whatever decodes
        kAudioServicesSystemSoundClientTimedOutError -1501 the app did not answer in time
        kAudioServicesSystemSoundExceededMaximumDurationError -1502 the sound is longer than 30 \
        seconds
        """)

    /// Source: `AudioFile.h`.
    private static let files = rows(
        """
        kAudioFileUnspecifiedError wht? the file could not be used
        kAudioFileUnsupportedFileTypeError typ? the file type is not supported
        kAudioFileUnsupportedDataFormatError fmt? the file type cannot hold this format, or there \
        is no decoder for it
        kAudioFileInvalidChunkError chk? a part of the file is missing or contradicts the rest
        kAudioFileInvalidFileError dta? the file is damaged
        kAudioFilePermissionsError prm? the file was not opened for this, or may not be
        kAudioFileInvalidPacketOffsetError pck? the file has no packet with that number
        kAudioFileOperationNotSupportedError op?? this cannot be done with this kind of file, or \
        not any more
        kAudioFileDoesNotAllow64BitDataSizeError off? the file type has 32-bit sizes; CAF and \
        RF64 can be longer
        kAudioFileUnsupportedPropertyError pty? the file has no such property, or it cannot be \
        read or written
        kAudioFileBadPropertySizeError !siz the property value has the wrong size
        kAudioFileNotOptimizedError optm data follows the audio, which therefore cannot grow
        kAudioFileInvalidPacketDependencyError dep? the file has no valid dependencies for this \
        packet
        kAudioFileNotOpenError -38 the file is closed, or was never open
        kAudioFileFileNotFoundError -43 there is no file at that path
        kAudioFilePositionError -40 the bytes would be before the sound, or leave a gap in it
        """)

    /// Source: `ExtendedAudioFile.h`.
    private static let extendedFiles = rows(
        """
        kExtAudioFileError_CodecUnavailableInputConsumed -66559 the codec is unavailable; the \
        input was consumed
        kExtAudioFileError_CodecUnavailableInputNotConsumed -66560 the codec is unavailable; the \
        input was not consumed
        kExtAudioFileError_InvalidProperty -66561 the file has no such property, or it cannot be set
        kExtAudioFileError_InvalidPropertySize -66562 the property value has the wrong size
        kExtAudioFileError_NonPCMClientFormat -66563 the client's format must be linear PCM; set \
        kExtAudioFileProperty_ClientDataFormat
        kExtAudioFileError_InvalidChannelMap -66564 the layout or the map does not fit the number \
        of channels
        kExtAudioFileError_InvalidOperationOrder -66565 this must be set before the first frame \
        is written
        kExtAudioFileError_InvalidDataFormat -66566 the format contradicts itself
        kExtAudioFileError_MaxPacketSizeUnknown -66567 the maximum packet size is not known yet
        kExtAudioFileError_InvalidSeek -66568 the position is outside the file, or the file is \
        being written
        kExtAudioFileError_AsyncWriteTooLarge -66569 the frames exceed the buffer for \
        asynchronous writing
        kExtAudioFileError_AsyncWriteBufferOverflow -66570 frames come faster than they can be \
        written
        """)

    /// Source: `AudioConverter.h`.
    private static let converters = rows(
        """
        kAudioConverterErr_FormatNotSupported fmt? one of the formats is not converted here
        kAudioConverterErr_OperationNotSupported op?? these formats do not allow it, or the \
        converter is at work
        kAudioConverterErr_PropertyNotSupported prop the converter has no such property
        kAudioConverterErr_InvalidInputSize insz the input is not whole packets, or not in as \
        many buffers as its format has
        kAudioConverterErr_InvalidOutputSize otsz the output has no room for a packet, or not as \
        many buffers as its format has
        kAudioConverterErr_UnspecifiedError what the codec failed, or the converter was disposed of
        kAudioConverterErr_BadPropertySizeError !siz the property value has the wrong size
        kAudioConverterErr_RequiresPacketDescriptionsError !pkd packets that differ in size came \
        without descriptions
        kAudioConverterErr_InputSampleRateOutOfRange !isr the input's sample rate is invalid or \
        not supported
        kAudioConverterErr_OutputSampleRateOutOfRange !osr the output's sample rate is invalid or \
        too far from the input's
        kAudioConverterErr_HardwareInUse hwiu the hardware codec is in use; Sori uses none
        kAudioConverterErr_NoHardwarePermission perm the app may not use the hardware codec; Sori \
        uses none
        """)

    /// Source: `AudioFileStream.h`.
    private static let streams = rows(
        """
        kAudioFileStreamError_UnsupportedFileType typ? the stream's file type is not supported
        kAudioFileStreamError_UnsupportedDataFormat fmt? the stream's data format is not supported
        kAudioFileStreamError_UnsupportedProperty pty? the stream has no such property, or it \
        cannot be set
        kAudioFileStreamError_BadPropertySize !siz the property value has the wrong size
        kAudioFileStreamError_InvalidPacketOffset pck? there is no packet with that number
        kAudioFileStreamError_InvalidFile dta? the stream is damaged
        kAudioFileStreamError_UnspecifiedError wht? the stream could not be read
        kAudioFileStreamError_NotOptimized optm the packet table follows the audio; open the \
        stream as a file
        kAudioFileStreamError_ValueUnknown unk? the stream's header does not tell this
        kAudioFileStreamError_DataUnavailable more more of the stream must be parsed first
        kAudioFileStreamError_IllegalOperation nope the stream is closed, or was never open
        kAudioFileStreamError_DiscontinuityCantRecover dsc! data is missing, and the next packet \
        is unknown; seek to go on
        """)

    /// Source: `AudioFormat.h`.
    private static let formats = rows(
        """
        kAudioFormatUnspecifiedError what the call failed; the reason is unknown
        kAudioFormatBadPropertySizeError !siz the property value has the wrong size
        kAudioFormatUnsupportedDataFormatError fmt? the property is not supported for this format
        kAudioFormatUnsupportedPropertyError prop there is no such property
        kAudioFormatBadSpecifierSizeError !spc the property's specifier has the wrong size
        kAudioFormatUnknownFormatError !fmt the coding, the channel layout or the channel is not \
        known
        """)

    /// Source: `AudioQueue.h`.
    private static let queues = rows(
        """
        kAudioQueueErr_InvalidBuffer -66687 the buffer is another queue's
        kAudioQueueErr_BufferEmpty -66686 the buffer holds nothing to play
        kAudioQueueErr_DisposalPending -66685 the queue is about to be disposed of
        kAudioQueueErr_InvalidProperty -66684 a queue has no such property
        kAudioQueueErr_InvalidPropertySize -66683 the property value has the wrong size
        kAudioQueueErr_InvalidParameter -66682 a queue has no such parameter
        kAudioQueueErr_CannotStart -66681 the queue could not be started
        kAudioQueueErr_InvalidDevice -66680 there is no such device
        kAudioQueueErr_BufferInQueue -66679 the buffer is enqueued
        kAudioQueueErr_InvalidRunState -66678 this cannot be done while the queue runs, or while \
        it does not
        kAudioQueueErr_InvalidQueueType -66677 an input queue cannot do this, or an output queue \
        cannot
        kAudioQueueErr_Permissions -66676 the app may not do this
        kAudioQueueErr_InvalidPropertyValue -66675 the property cannot have that value
        kAudioQueueErr_PrimeTimedOut -66674 decoding ahead took too long
        kAudioQueueErr_CodecNotFound -66673 there is no decoder for the format
        kAudioQueueErr_InvalidCodecAccess -66672 the requested decoder is unavailable
        kAudioQueueErr_QueueInvalidated -66671 the media services were restarted; dispose of the \
        queue and make a new one
        kAudioQueueErr_TooManyTaps -66670 the queue has a processing tap already
        kAudioQueueErr_InvalidTapContext -66669 this can be asked only within the tap's callback, \
        or the tap is gone
        kAudioQueueErr_RecordUnderrun -66668 nothing was enqueued to record into, and sound was lost
        kAudioQueueErr_InvalidTapType -66667 a tap is either pre-effects or post-effects
        kAudioQueueErr_BufferEnqueuedTwice -66666 the buffer is enqueued already
        kAudioQueueErr_CannotStartYet -66665 the queue cannot be started yet
        kAudioQueueErr_InvalidOfflineMode -66626 the call does not fit the queue's offline mode
        kAudioQueueErr_EnqueueDuringReset -66632 nothing can be enqueued while the queue stops, \
        resets or is disposed of
        """)
}
