public import AVFAudio
public import CoreMedia
public import Foundation
import SoundClient
import Synchronization

/// One value of a file's or a stream's metadata, with the key that its tag has for it. Any thread.
///
/// Ownership: a mutex guards the values.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying,
    // Ownership: a mutex guards the values.
    AVAsynchronousKeyValueLoading, @unchecked Sendable
{
    private let storage: Mutex<MetadataValues>

    /// Makes an item without a value.
    public override init() {
        storage = Mutex(MetadataValues())
        super.init()
    }

    init(_ values: MetadataValues) {
        storage = Mutex(values)
        super.init()
    }

    var values: MetadataValues {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }

    /// The key space and the key as one text.
    open var identifier: AVMetadataIdentifier? { values.identifier }
    /// The key, in most key spaces an `NSString`.
    open var key: (any NSCopying & NSObjectProtocol)? { values.key }
    /// The set of keys that the key is of.
    open var keySpace: AVMetadataKeySpace? { values.keySpace }
    /// What the value is by the keys that all kinds of tags have; `nil` for others.
    open var commonKey: AVMetadataKey? { values.commonKey }
    /// The value: an `NSString`, an `NSNumber`, an `NSDate` or `NSData`.
    open var value: (any NSCopying & NSObjectProtocol)? { values.value }
    /// What the tag says about the value: a description by the key `info`, for example.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { values.extraAttributes }
    /// The type of the value, as Core Media names it.
    open var dataType: String? { values.dataType }
    /// The language of the value.
    open var locale: Locale? { values.locale }
    /// The language of the value, by its BCP 47 tag; `nil` where it is not known.
    open var extendedLanguageTag: String? { values.languageTag }
    /// When the value begins to apply; invalid for what is of the whole.
    open var time: CMTime { values.time }
    /// How long the value applies; invalid where that is not known.
    open var duration: CMTime { values.duration }
    /// The date at which the value begins to apply.
    open var startDate: Date? { values.startDate }

    /// The value as text; `nil` for bytes.
    open var stringValue: String? { values.string }
    /// The value as a number: of a text that is one, too.
    open var numberValue: NSNumber? { values.number }
    /// The value as a date: of a text in a form of ISO 8601, too.
    open var dateValue: Date? { values.date }
    /// The bytes of the value; `nil` for texts and numbers.
    open var dataValue: Data? { (values.value as? NSData).map { $0 as Data } }

    /// An item with the same values.
    open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(values) }

    /// An item with the same values, which can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(values) }

    // MARK: Loading

    /// The values of an item are there.
    open func statusOfValue(
        forKey key: String, error outError: NSErrorPointer
    ) -> AVKeyValueStatus {
        .loaded
    }

    /// Calls the handler on a work queue: the values of an item are there.
    @preconcurrency
    open func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        guard let handler else { return }
        AssetWork.ofCurrentApp.completions.async { handler() }
    }
}

extension AVMetadataItem: LoadableObject {
    func begin(
        _ stages: Set<AssetStage>, _ completion: @escaping AssetLoader.Completion
    ) -> Int? {
        nil
    }

    func cancelLoad(_ number: Int) {}

    func stageStatus(_ stage: AssetStage) -> (status: AVKeyValueStatus, error: (any Error)?) {
        (.loaded, nil)
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    /// The value; see `AVMetadataItem.value`.
    public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
        AVAsyncProperty([]) { $0.value }
    }
    /// The value as text.
    public static var stringValue: AVAsyncProperty<Root, String?> {
        AVAsyncProperty([]) { $0.stringValue }
    }
    /// The value as a number.
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> {
        AVAsyncProperty([]) { $0.numberValue }
    }
    /// The value as a date.
    public static var dateValue: AVAsyncProperty<Root, Date?> {
        AVAsyncProperty([]) { $0.dateValue }
    }
    /// The bytes of the value.
    public static var dataValue: AVAsyncProperty<Root, Data?> {
        AVAsyncProperty([]) { $0.dataValue }
    }
    /// What the tag says about the value.
    public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
        AVAsyncProperty([]) { $0.extraAttributes }
    }
}

/// An item of metadata that can be changed, to be written or shown. One thread at a time.
///
/// Ownership: a mutex guards the values.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// The key space and the key as one text; sets both.
    open override var identifier: AVMetadataIdentifier? {
        get { values.identifier }
        set { values.setIdentifier(newValue) }
    }
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { values.key }
        set { values.key = newValue }
    }
    open override var keySpace: AVMetadataKeySpace? {
        get { values.keySpace }
        set { values.keySpace = newValue }
    }
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { values.value }
        set { values.value = newValue }
    }
    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { values.extraAttributes }
        set { values.extraAttributes = newValue }
    }
    open override var dataType: String? {
        get { values.dataType }
        set { values.statedDataType = newValue }
    }
    open override var locale: Locale? {
        get { values.locale }
        set { values.languageTag = newValue?.identifier.replacingOccurrences(of: "_", with: "-") }
    }
    open override var extendedLanguageTag: String? {
        get { values.languageTag }
        set { values.languageTag = newValue }
    }
    open override var time: CMTime {
        get { values.time }
        set { values.time = newValue }
    }
    open override var duration: CMTime {
        get { values.duration }
        set { values.duration = newValue }
    }
    open override var startDate: Date? {
        get { values.startDate }
        set { values.startDate = newValue }
    }
}
