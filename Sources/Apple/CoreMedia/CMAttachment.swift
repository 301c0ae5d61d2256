// Values that are attached to buffers.

/// A buffer that has attachments: a sample buffer or a block buffer.
public typealias CMAttachmentBearer = AnyObject
/// Whether an attachment goes along with a copy.
public typealias CMAttachmentMode = UInt32

/// The attachment stays with its buffer.
public var kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode { 0 }
/// The attachment goes along with a copy of its buffer.
public var kCMAttachmentMode_ShouldPropagate: CMAttachmentMode { 1 }

/// How much of the sample buffer's beginning is not heard: a dictionary of a `CMTime`.
public var kCMSampleBufferAttachmentKey_TrimDurationAtStart: NSString { "TrimDurationAtStart" }
/// How much of the sample buffer's end is not heard: a dictionary of a `CMTime`.
public var kCMSampleBufferAttachmentKey_TrimDurationAtEnd: NSString { "TrimDurationAtEnd" }
/// How much faster the samples are played: a number.
public var kCMSampleBufferAttachmentKey_SpeedMultiplier: NSString { "SpeedMultiplier" }
/// Whether the samples are played backwards: a Boolean.
public var kCMSampleBufferAttachmentKey_Reverse: NSString { "Reverse" }
/// Whether gaps before the samples are filled with silence: a Boolean.
public var kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: NSString {
    "FillDiscontinuitiesWithSilence"
}
/// Whether the buffer marks a time without samples: a Boolean.
public var kCMSampleBufferAttachmentKey_EmptyMedia: NSString { "EmptyMedia" }
/// Whether such a time is permanent: a Boolean.
public var kCMSampleBufferAttachmentKey_PermanentEmptyMedia: NSString { "PermanentEmptyMedia" }
/// Whether the sample before lasts until this one: a Boolean.
public var kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: NSString {
    "EndsPreviousSampleDuration"
}
/// Whether the decoder is reset first: a Boolean.
public var kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: NSString {
    "ResetDecoderBeforeDecoding"
}
/// Whether the decoder gives all that it has after these samples: a Boolean.
public var kCMSampleBufferAttachmentKey_DrainAfterDecoding: NSString { "DrainAfterDecoding" }
/// From how many samples before the decoding of sound has to start: a number.
public var kCMSampleBufferAttachmentKey_GradualDecoderRefresh: NSString {
    "GradualDecoderRefresh"
}

/// The attachments of a buffer. One thread at a time changes them.
final class AttachmentTable {
    var entries: [String: (value: AnyObject, mode: CMAttachmentMode)] = [:]

    /// The time of an attachment; `nil` where there is none, or it is no valid time.
    func time(_ key: NSString) -> CMTime? {
        (entries[key as String]?.value as? NSDictionary).map { CMTimeMakeFromDictionary($0) }
            .flatMap { $0.isNumeric ? $0 : nil }
    }

    /// Takes over the attachments of another buffer that go along with copies.
    func propagate(from other: AttachmentTable) {
        for (key, entry) in other.entries where entry.mode == kCMAttachmentMode_ShouldPropagate {
            entries[key] = entry
        }
    }
}

private func table(_ target: CMAttachmentBearer) -> AttachmentTable? {
    (target as? CMSampleBuffer)?.attachmentTable ?? (target as? CMBlockBuffer)?.attachmentTable
}

/// Attaches a value to a buffer; `nil` takes one away.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: NSString, value: AnyObject?,
    attachmentMode: CMAttachmentMode
) {
    table(target)?.entries[key as String] = value.map { ($0, attachmentMode) }
}

/// The value that is attached to a buffer.
///
/// - Parameter attachmentModeOut: Receives whether it goes along with copies, or `nil`.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: NSString,
    attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> AnyObject? {
    guard let entry = table(target)?.entries[key as String] else { return nil }
    attachmentModeOut?.pointee = entry.mode
    return entry.value
}

/// Takes a value away.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: NSString) {
    table(target)?.entries[key as String] = nil
}

/// Takes all values away.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
    table(target)?.entries = [:]
}

/// All values of one mode; `nil` where there are none.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> NSDictionary? {
    let values = table(target)?.entries.filter { $0.value.mode == attachmentMode } ?? [:]
    guard !values.isEmpty else { return nil }
    let dictionary = NSMutableDictionary()
    for (key, entry) in values { dictionary[NSString(string: key)] = entry.value }
    return dictionary
}

/// Attaches all values of a dictionary with texts as keys.
public func CMSetAttachments(
    _ target: CMAttachmentBearer, attachments theAttachments: NSDictionary,
    attachmentMode: CMAttachmentMode
) {
    for key in theAttachments.allKeys {
        guard let key = key as? NSString ?? (key as? String).map({ NSString(string: $0) }),
            let value = theAttachments[key]
        else { continue }
        CMSetAttachment(
            target, key: key, value: value as AnyObject, attachmentMode: attachmentMode)
    }
}

/// Attaches the values of one buffer that go along with copies to another one.
public func CMPropagateAttachments(
    _ source: CMAttachmentBearer, destination: CMAttachmentBearer
) {
    guard let source = table(source) else { return }
    table(destination)?.propagate(from: source)
}
