import AudioModel

/// A status code of Apple's API and its meaning here.
package struct StatusCode: Equatable, Sendable {
    package var name: String
    package var value: Int32
    /// The meaning, in one sentence of our own.
    package var meaning: String

    package init(_ name: String, _ value: Int32, _ meaning: String) {
        self.name = name
        self.value = value
        self.meaning = meaning
    }

    package init(_ name: String, fourCC: FourCC, _ meaning: String) {
        self.init(name, Int32(bitPattern: fourCC.rawValue), meaning)
    }

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

    private static let general = [
        StatusCode("noErr", 0, "the call succeeded"),
        StatusCode("kAudio_FileNotFoundError", -43, "there is no file at that path"),
        StatusCode("kAudio_ParamError", -50, "an argument has an invalid value"),
        StatusCode("kAudioFileEndOfFileError", -39, "the read began at or reached the file's end"),
        StatusCode("kAudio_TooManyFilesOpenError", -42, "no more files can be opened"),
        StatusCode("kAudio_FilePermissionError", -54, "the file may not be used like this"),
        StatusCode("kAudio_BadFilePathError", fourCC: "!pth", "this is not the path of a file"),
        StatusCode("kAudio_UnimplementedError", -4, "this is not implemented"),
        StatusCode("kAudio_MemFullError", -108, "there is not enough memory"),
    ]

    /// Source: `AVAudioSession.ErrorCode`; the numbers are those of `SessionError`.
    private static let session = [
        StatusCode("none", 0, "the session call succeeded"),
        StatusCode(
            "badParam", -50,
            "a session does not take this argument, or not with its category: an option, a mode, "
                + "a policy, an input"),
        StatusCode(
            "mediaServicesFailed", fourCC: "msrv",
            "the device's media services were lost or restarted; create the audio objects again"),
        StatusCode(
            "isBusy", fourCC: "!act", "the session has sounds running and cannot go inactive"),
        StatusCode(
            "incompatibleCategory", fourCC: "!cat", "the session's category does not allow this"),
        StatusCode(
            "cannotInterruptOthers", fourCC: "!int",
            "a session that does not mix was activated from the background"),
        StatusCode(
            "missingEntitlement", fourCC: "ent?", "the app lacks the permission that this needs"),
        StatusCode("siriIsRecording", fourCC: "siri", "the assistant holds the microphone"),
        StatusCode(
            "cannotStartPlaying", fourCC: "!pla",
            "the app may not start to play now, for instance from the background"),
        StatusCode(
            "cannotStartRecording", fourCC: "!rec", "the app may not start to record now"),
        StatusCode(
            "insufficientPriority", fourCC: "!pri", "a session of higher priority is active"),
        StatusCode(
            "resourceNotAvailable", fourCC: "!res", "the hardware is missing or in use"),
        StatusCode("unspecified", fourCC: "what", "the call failed; the reason is unknown"),
        StatusCode("expiredSession", fourCC: "!ses", "the session belongs to something that ended"),
        StatusCode("sessionNotActive", fourCC: "inac", "the session has to be active for this"),
    ]

    /// Source: the C interface `AudioSession`, of iPhone OS 2 to 6.
    private static let legacySession = [
        StatusCode("kAudioSessionNoError", 0, "the session call succeeded"),
        StatusCode(
            "kAudioSessionNotInitialized", fourCC: "!ini", "AudioSessionInitialize comes first"),
        StatusCode(
            "kAudioSessionAlreadyInitialized", fourCC: "init",
            "AudioSessionInitialize was called before"),
        StatusCode(
            "kAudioSessionInitializationError", fourCC: "ini?", "the session could not be set up"),
        StatusCode(
            "kAudioSessionUnsupportedPropertyError", fourCC: "pty?",
            "there is no such property, or it cannot be read or written"),
        StatusCode(
            "kAudioSessionBadPropertySizeError", fourCC: "!siz",
            "the property's value has the wrong size"),
        StatusCode(
            "kAudioSessionNotActiveError", fourCC: "!act", "the session has to be active for this"),
        StatusCode(
            "kAudioServicesNoHardwareError", fourCC: "nohw",
            "the device has no hardware for this"),
        StatusCode(
            "kAudioSessionIncompatibleCategory", fourCC: "!cat",
            "the session's category does not allow this"),
        StatusCode(
            "kAudioSessionUnspecifiedError", fourCC: "what",
            "the call failed; the reason is unknown"),
        StatusCode(
            "kAudioSessionNoCategorySet", fourCC: "?cat", "this needs a category to be set first"),
        StatusCode(
            "kAudioSessionInterruptionType_ShouldResume", fourCC: "irsm",
            "no error: the interruption ended, and playback may resume"),
        StatusCode(
            "kAudioSessionInterruptionType_ShouldNotResume", fourCC: "!rsm",
            "no error: the interruption ended, and only the user may resume playback"),
    ]

    /// Source: `AudioServices.h`.
    private static let systemSounds = [
        StatusCode("kAudioServicesNoError", 0, "the system sound call succeeded"),
        StatusCode(
            "kAudioServicesUnsupportedPropertyError", fourCC: "pty?",
            "there is no such property, or it cannot be read or written"),
        StatusCode(
            "kAudioServicesBadPropertySizeError", fourCC: "!siz",
            "the property's value has the wrong size"),
        StatusCode(
            "kAudioServicesBadSpecifierSizeError", fourCC: "!spc",
            "the property's specifier has the wrong size"),
        StatusCode(
            "kAudioServicesSystemSoundUnspecifiedError", -1500,
            "the file is missing, or is not a sound that System Sound Services takes; "
                + "'sori info' says why"),
        StatusCode(
            "kAudioServicesSystemSoundClientTimedOutError", -1501,
            "the app did not answer in time"),
        StatusCode(
            "kAudioServicesSystemSoundExceededMaximumDurationError", -1502,
            "the sound is longer than 30 seconds"),
    ]

    /// Source: `AudioFile.h`.
    private static let files = [
        StatusCode("kAudioFileUnspecifiedError", fourCC: "wht?", "the file could not be used"),
        StatusCode(
            "kAudioFileUnsupportedFileTypeError", fourCC: "typ?",
            "the file type is not supported"),
        StatusCode(
            "kAudioFileUnsupportedDataFormatError", fourCC: "fmt?",
            "the file type cannot hold this format, or there is no decoder for it"),
        StatusCode(
            "kAudioFileInvalidChunkError", fourCC: "chk?",
            "a part of the file is missing or contradicts the rest"),
        StatusCode(
            "kAudioFileInvalidFileError", fourCC: "dta?", "the file is damaged"),
        StatusCode(
            "kAudioFilePermissionsError", fourCC: "prm?",
            "the file was not opened for this, or may not be"),
        StatusCode(
            "kAudioFileInvalidPacketOffsetError", fourCC: "pck?",
            "the file has no packet with that number"),
        StatusCode(
            "kAudioFileOperationNotSupportedError", fourCC: "op??",
            "this cannot be done with this kind of file, or not any more"),
        StatusCode(
            "kAudioFileDoesNotAllow64BitDataSizeError", fourCC: "off?",
            "the file type has 32-bit sizes; CAF and RF64 can be longer"),
        StatusCode(
            "kAudioFileUnsupportedPropertyError", fourCC: "pty?",
            "the file has no such property, or it cannot be read or written"),
        StatusCode(
            "kAudioFileBadPropertySizeError", fourCC: "!siz",
            "the property's value has the wrong size"),
        StatusCode(
            "kAudioFileNotOptimizedError", fourCC: "optm",
            "data follows the audio, which therefore cannot grow"),
        StatusCode(
            "kAudioFileInvalidPacketDependencyError", fourCC: "dep?",
            "the file has no valid dependencies for this packet"),
        StatusCode("kAudioFileNotOpenError", -38, "the file is closed, or was never open"),
        StatusCode("kAudioFileFileNotFoundError", -43, "there is no file at that path"),
        StatusCode(
            "kAudioFilePositionError", -40,
            "the bytes would be before the sound, or leave a gap in it"),
    ]

    /// Source: `ExtendedAudioFile.h`.
    private static let extendedFiles = [
        StatusCode(
            "kExtAudioFileError_CodecUnavailableInputConsumed", -66559,
            "the codec is unavailable; the input was consumed"),
        StatusCode(
            "kExtAudioFileError_CodecUnavailableInputNotConsumed", -66560,
            "the codec is unavailable; the input was not consumed"),
        StatusCode(
            "kExtAudioFileError_InvalidProperty", -66561,
            "the file has no such property, or it cannot be set"),
        StatusCode(
            "kExtAudioFileError_InvalidPropertySize", -66562,
            "the property's value has the wrong size"),
        StatusCode(
            "kExtAudioFileError_NonPCMClientFormat", -66563,
            "the client's format must be linear PCM; set kExtAudioFileProperty_ClientDataFormat"),
        StatusCode(
            "kExtAudioFileError_InvalidChannelMap", -66564,
            "the layout or the map does not fit the number of channels"),
        StatusCode(
            "kExtAudioFileError_InvalidOperationOrder", -66565,
            "this must be set before the first frame is written"),
        StatusCode(
            "kExtAudioFileError_InvalidDataFormat", -66566, "the format contradicts itself"),
        StatusCode(
            "kExtAudioFileError_MaxPacketSizeUnknown", -66567,
            "the maximum packet size is not known yet"),
        StatusCode(
            "kExtAudioFileError_InvalidSeek", -66568,
            "the position is outside the file, or the file is being written"),
        StatusCode(
            "kExtAudioFileError_AsyncWriteTooLarge", -66569,
            "the frames exceed the buffer for asynchronous writing"),
        StatusCode(
            "kExtAudioFileError_AsyncWriteBufferOverflow", -66570,
            "frames come faster than they can be written"),
    ]

    /// Source: `AudioConverter.h`.
    private static let converters = [
        StatusCode(
            "kAudioConverterErr_FormatNotSupported", fourCC: "fmt?",
            "one of the formats is not converted here"),
        StatusCode(
            "kAudioConverterErr_OperationNotSupported", fourCC: "op??",
            "these formats do not allow it, or the converter is at work"),
        StatusCode(
            "kAudioConverterErr_PropertyNotSupported", fourCC: "prop",
            "the converter has no such property"),
        StatusCode(
            "kAudioConverterErr_InvalidInputSize", fourCC: "insz",
            "the input is not whole packets, or not in as many buffers as its format has"),
        StatusCode(
            "kAudioConverterErr_InvalidOutputSize", fourCC: "otsz",
            "the output has no room for a packet, or not as many buffers as its format has"),
        StatusCode(
            "kAudioConverterErr_UnspecifiedError", fourCC: "what",
            "the codec failed, or the converter was disposed of"),
        StatusCode(
            "kAudioConverterErr_BadPropertySizeError", fourCC: "!siz",
            "the property's value has the wrong size"),
        StatusCode(
            "kAudioConverterErr_RequiresPacketDescriptionsError", fourCC: "!pkd",
            "packets that differ in size came without descriptions"),
        StatusCode(
            "kAudioConverterErr_InputSampleRateOutOfRange", fourCC: "!isr",
            "the input's sample rate is invalid or not supported"),
        StatusCode(
            "kAudioConverterErr_OutputSampleRateOutOfRange", fourCC: "!osr",
            "the output's sample rate is invalid or too far from the input's"),
        StatusCode(
            "kAudioConverterErr_HardwareInUse", fourCC: "hwiu",
            "the hardware codec is in use; Sori uses none"),
        StatusCode(
            "kAudioConverterErr_NoHardwarePermission", fourCC: "perm",
            "the app may not use the hardware codec; Sori uses none"),
    ]

    /// Source: `AudioFileStream.h`.
    private static let streams = [
        StatusCode(
            "kAudioFileStreamError_UnsupportedFileType", fourCC: "typ?",
            "the stream's file type is not supported"),
        StatusCode(
            "kAudioFileStreamError_UnsupportedDataFormat", fourCC: "fmt?",
            "the stream's data format is not supported"),
        StatusCode(
            "kAudioFileStreamError_UnsupportedProperty", fourCC: "pty?",
            "the stream has no such property, or it cannot be set"),
        StatusCode(
            "kAudioFileStreamError_BadPropertySize", fourCC: "!siz",
            "the property's value has the wrong size"),
        StatusCode(
            "kAudioFileStreamError_InvalidPacketOffset", fourCC: "pck?",
            "there is no packet with that number"),
        StatusCode(
            "kAudioFileStreamError_InvalidFile", fourCC: "dta?", "the stream is damaged"),
        StatusCode(
            "kAudioFileStreamError_UnspecifiedError", fourCC: "wht?",
            "the stream could not be read"),
        StatusCode(
            "kAudioFileStreamError_NotOptimized", fourCC: "optm",
            "the packet table follows the audio; open the stream as a file"),
        StatusCode(
            "kAudioFileStreamError_ValueUnknown", fourCC: "unk?",
            "the stream's header does not tell this"),
        StatusCode(
            "kAudioFileStreamError_DataUnavailable", fourCC: "more",
            "more of the stream must be parsed first"),
        StatusCode(
            "kAudioFileStreamError_IllegalOperation", fourCC: "nope",
            "the stream is closed, or was never open"),
        StatusCode(
            "kAudioFileStreamError_DiscontinuityCantRecover", fourCC: "dsc!",
            "data is missing, and the next packet is unknown; seek to go on"),
    ]

    /// Source: `AudioFormat.h`.
    private static let formats = [
        StatusCode(
            "kAudioFormatUnspecifiedError", fourCC: "what", "the call failed; the reason is unknown"
        ),
        StatusCode(
            "kAudioFormatBadPropertySizeError", fourCC: "!siz",
            "the property's value has the wrong size"),
        StatusCode(
            "kAudioFormatUnsupportedDataFormatError", fourCC: "fmt?",
            "the property is not supported for this format"),
        StatusCode(
            "kAudioFormatUnsupportedPropertyError", fourCC: "prop", "there is no such property"),
        StatusCode(
            "kAudioFormatBadSpecifierSizeError", fourCC: "!spc",
            "the property's specifier has the wrong size"),
        StatusCode(
            "kAudioFormatUnknownFormatError", fourCC: "!fmt",
            "the coding, the channel layout or the channel is not known"),
    ]

    /// Source: `AudioQueue.h`.
    private static let queues = [
        StatusCode("kAudioQueueErr_InvalidBuffer", -66687, "the buffer is another queue's"),
        StatusCode("kAudioQueueErr_BufferEmpty", -66686, "the buffer holds nothing to play"),
        StatusCode(
            "kAudioQueueErr_DisposalPending", -66685, "the queue is about to be disposed of"),
        StatusCode("kAudioQueueErr_InvalidProperty", -66684, "a queue has no such property"),
        StatusCode(
            "kAudioQueueErr_InvalidPropertySize", -66683, "the property's value has the wrong size"),
        StatusCode("kAudioQueueErr_InvalidParameter", -66682, "a queue has no such parameter"),
        StatusCode("kAudioQueueErr_CannotStart", -66681, "the queue could not be started"),
        StatusCode("kAudioQueueErr_InvalidDevice", -66680, "there is no such device"),
        StatusCode("kAudioQueueErr_BufferInQueue", -66679, "the buffer is enqueued"),
        StatusCode(
            "kAudioQueueErr_InvalidRunState", -66678,
            "this cannot be done while the queue runs, or while it does not"),
        StatusCode(
            "kAudioQueueErr_InvalidQueueType", -66677,
            "an input queue cannot do this, or an output queue cannot"),
        StatusCode("kAudioQueueErr_Permissions", -66676, "the app may not do this"),
        StatusCode(
            "kAudioQueueErr_InvalidPropertyValue", -66675, "the property cannot have that value"),
        StatusCode("kAudioQueueErr_PrimeTimedOut", -66674, "decoding ahead took too long"),
        StatusCode("kAudioQueueErr_CodecNotFound", -66673, "there is no decoder for the format"),
        StatusCode(
            "kAudioQueueErr_InvalidCodecAccess", -66672,
            "the requested decoder is unavailable"),
        StatusCode(
            "kAudioQueueErr_QueueInvalidated", -66671,
            "the media services were restarted; dispose of the queue and make a new one"),
        StatusCode("kAudioQueueErr_TooManyTaps", -66670, "the queue has a processing tap already"),
        StatusCode(
            "kAudioQueueErr_InvalidTapContext", -66669,
            "this can be asked only within the tap's callback, or the tap is gone"),
        StatusCode(
            "kAudioQueueErr_RecordUnderrun", -66668,
            "nothing was enqueued to record into, and sound was lost"),
        StatusCode(
            "kAudioQueueErr_InvalidTapType", -66667,
            "a tap is either pre-effects or post-effects"),
        StatusCode("kAudioQueueErr_BufferEnqueuedTwice", -66666, "the buffer is enqueued already"),
        StatusCode("kAudioQueueErr_CannotStartYet", -66665, "the queue cannot be started yet"),
        StatusCode(
            "kAudioQueueErr_InvalidOfflineMode", -66626,
            "the call does not fit the queue's offline mode"),
        StatusCode(
            "kAudioQueueErr_EnqueueDuringReset", -66632,
            "nothing can be enqueued while the queue stops, resets or is disposed of"),
    ]
}
