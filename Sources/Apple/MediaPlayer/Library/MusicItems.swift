import MusicLibrary
package import Playback

extension MPMediaItem {
    /// The item as a music player takes it, without a path if its file is gone.
    package var musicItem: MusicItem {
        let record = record
        return MusicItem(
            id: persistentID, albumID: record?.albumID ?? albumPersistentID,
            path: record.map(\.path) ?? assetURL.flatMap { $0.isFileURL ? $0.path : nil })
    }

    /// The library's items that are in a music player's queue, in its order, for the calling app.
    package static func items(_ items: [MusicItem]) -> [MPMediaItem] {
        ItemPage.items(items.map(\.id), in: .current)
    }

    /// The library's item that a music player plays, for the calling app.
    package static func item(_ item: MusicItem) -> MPMediaItem {
        ItemPage.items([item.id], in: .current)[0]
    }
}

extension ItemPage {
    /// A page of one item.
    static func holding(_ id: UInt64, in source: LibrarySource) -> ItemPage {
        ItemPage(source, [id])
    }
}
