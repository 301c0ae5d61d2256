import Foundation
import MediaPlayer

/// An item with a sound file, of no library.
func testItem(_ id: UInt64, path: String) -> MPMediaItem { TestItem(id, path) }

/// An item of a test.
///
/// Ownership: immutable.
private final class TestItem: MPMediaItem, @unchecked Sendable {
    private let id: UInt64
    private let path: String

    init(_ id: UInt64, _ path: String) {
        self.id = id
        self.path = path
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var persistentID: MPMediaEntityPersistentID { id }
    override var assetURL: URL? { URL(fileURLWithPath: path) }
}
