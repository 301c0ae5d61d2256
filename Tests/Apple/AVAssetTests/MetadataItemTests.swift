import AVFoundation
import Foundation
import Testing

@Suite("A metadata item")
struct MetadataItemTests {
    private func item(_ identifier: AVMetadataIdentifier, _ value: String) -> AVMutableMetadataItem
    {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value as NSString
        return item
    }

    @Test("can be changed, and copied so that it cannot")
    func changes() throws {
        let item = AVMutableMetadataItem()
        #expect(item.identifier == nil && item.value == nil && item.commonKey == nil)
        #expect(!item.time.isValid && !item.duration.isValid)
        item.keySpace = .iTunes
        item.key = "@nam" as NSString
        item.value = "A title" as NSString
        item.extendedLanguageTag = "de-CH"
        item.time = CMTime(value: 1, timescale: 2)
        #expect(item.identifier == .iTunesMetadataSongName)
        #expect(item.identifier?.rawValue == "itsk/%A9nam")
        #expect(item.commonKey == .commonKeyTitle)
        #expect(item.locale?.identifier.prefix(2) == "de")
        let copy = try #require(item.copy() as? AVMetadataItem)
        #expect(!(copy is AVMutableMetadataItem))
        item.value = "Another" as NSString
        #expect(copy.stringValue == "A title")
        #expect(copy.time == CMTime(value: 1, timescale: 2))
        #expect((copy.mutableCopy() as? AVMutableMetadataItem)?.stringValue == "A title")
    }

    @Test("has values of several types, which are given at once")
    func values() async throws {
        let item = AVMutableMetadataItem()
        item.value = "120" as NSString
        #expect(item.numberValue == 120 && item.dataValue == nil)
        #expect(item.dataType == "com.apple.metadata.datatype.UTF-8")
        item.value = NSNumber(value: 2.5)
        #expect(item.stringValue == "2.5" && item.dateValue == nil)
        item.value = NSData(data: Data([1, 2]))
        #expect(item.stringValue == nil && item.numberValue == nil)
        #expect(try await item.load(.dataValue) == Data([1, 2]))
        #expect(try await item.load(.stringValue) == nil)
        #expect(item.statusOfValue(forKey: "value", error: nil) == .loaded)
    }

    @Test(
        "has a date of a text in a form of ISO 8601",
        arguments: [
            ("2004", 1_072_915_200.0), ("2004-05", 1_083_369_600), ("2004-05-06", 1_083_801_600),
            ("2004-05-06T07:08:09Z", 1_083_827_289), ("2004-05-06T07:08:09+0200", 1_083_820_089),
            ("2004-05-06T07:08:09-02:00", 1_083_834_489), ("2004-05-06 07:08", 1_083_827_280),
        ])
    func date(text: String, seconds: Double) {
        #expect(
            item(.commonIdentifierCreationDate, text).dateValue?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "has no date of another text",
        arguments: ["", "May", "2004-13-01", "2004-05-06-07", "-1", "2004-05-06T99:00", "20x4"])
    func noDate(text: String) {
        #expect(item(.commonIdentifierCreationDate, text).dateValue == nil)
    }

    @Test("has an identifier of its key space and its key, and the reverse")
    func identifiers() {
        func identifier(_ key: String, _ space: AVMetadataKeySpace) -> String? {
            AVMetadataItem.identifier(forKey: key, keySpace: space)?.rawValue
        }
        #expect(identifier("title", .common) == "common/title")
        #expect(identifier("TIT2", .id3) == "id3/TIT2")
        #expect(identifier("\0TT2", .id3) == "id3/%00TT2")
        #expect(identifier("©nam", .iTunes) == "itsk/%A9nam")
        #expect(identifier("@xyz", .quickTimeUserData) == "udta/%A9xyz")
        #expect(identifier("StreamTitle", .icy) == "icy/StreamTitle")
        #expect(
            identifier("com.apple.quicktime.title", .quickTimeMetadata)
                == "mdta/com.apple.quicktime.title")
        #expect(identifier("Ä/%", .quickTimeMetadata) == "mdta/%C3%84%2F%25")
        for raw in ["itsk/%A9nam", "id3/%00TT2", "common/title", "mdta/%C3%84%2F%25"] {
            let identifier = AVMetadataIdentifier(raw)
            let space = AVMetadataItem.keySpace(forIdentifier: identifier)
            let key = AVMetadataItem.key(forIdentifier: identifier)
            #expect(
                space.flatMap { space in
                    key.flatMap { AVMetadataItem.identifier(forKey: $0, keySpace: space) }
                } == identifier)
        }
        #expect(AVMetadataItem.keySpace(forIdentifier: AVMetadataIdentifier("nothing")) == nil)
        #expect(AVMetadataItem.identifier(forKey: [1], keySpace: .id3) == nil)
        #expect(AVMetadataIdentifier.id3MetadataTitleDescription.rawValue == "id3/TIT2")
        #expect(AVMetadataKey.iTunesMetadataKeySongName.rawValue == "@nam")
        #expect(AVMetadataIdentifier.icyMetadataStreamTitle.rawValue == "icy/StreamTitle")
    }

    @Test("is found by its identifier, by its key and by what it is in all kinds of tags")
    func filters() {
        let items = [
            item(.iTunesMetadataSongName, "A"), item(.id3MetadataTitleDescription, "B"),
            item(.iTunesMetadataComposer, "C"), item(.commonIdentifierTitle, "D"),
        ]
        func values(_ items: [AVMetadataItem]) -> [String?] { items.map(\.stringValue) }
        let find = AVMetadataItem.metadataItems(from:filteredByIdentifier:)
        #expect(values(find(items, .commonIdentifierTitle)) == ["A", "B", "D"])
        #expect(values(find(items, .id3MetadataTitleDescription)) == ["B"])
        func withKey(_ key: Any?, _ space: AVMetadataKeySpace?) -> [String?] {
            values(AVMetadataItem.metadataItems(from: items, withKey: key, keySpace: space))
        }
        #expect(withKey("@nam", .iTunes) == ["A"])
        #expect(withKey(AVMetadataKey.commonKeyTitle, .common) == ["A", "B", "D"])
        #expect(withKey("title", nil) == ["D"])
        #expect(withKey(nil, .iTunes) == ["A", "C"])
        #expect(withKey(nil, nil) == ["A", "B", "C", "D"])
    }

    @Test("is chosen by the languages that a user prefers")
    func languages() {
        let items = ["de", "en-GB", nil, "fr", "en"].map { tag in
            let item = item(.commonIdentifierTitle, tag ?? "none")
            item.extendedLanguageTag = tag
            return item
        }
        let sorted = AVMetadataItem.metadataItems(
            from: items, filteredAndSortedAccordingToPreferredLanguages: ["en-US", "de"])
        #expect(sorted.map(\.stringValue) == ["en-GB", "en", "de", "none"])
        let french = AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "fr_CA"))
        #expect(french.map(\.stringValue) == ["fr"])
    }

    @Test("is shared unless it names an account")
    func sharing() {
        let items = [
            item(.iTunesMetadataSongName, "A"), item(.iTunesMetadataAppleID, "B"),
            item(.id3MetadataPrivate, "C"),
        ]
        let shared = AVMetadataItem.metadataItems(from: items, filteredBy: .forSharing())
        #expect(shared.map(\.stringValue) == ["A"])
    }

    @Test("is in a group with a time")
    func groups() throws {
        let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
        let group = AVMutableTimedMetadataGroup(items: [], timeRange: range)
        group.items = [item(.commonIdentifierTitle, "A")]
        let copy = try #require(group.copy() as? AVTimedMetadataGroup)
        group.items = []
        #expect(copy.items.map(\.stringValue) == ["A"])
        #expect(copy.timeRange == range)
        #expect(!(copy is AVMutableTimedMetadataGroup))
    }
}
