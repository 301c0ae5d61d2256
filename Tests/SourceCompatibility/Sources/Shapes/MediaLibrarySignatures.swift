import Foundation
import MediaPlayer

/// The types of what public projects use most of the media library.
@MainActor
func checkMediaLibrarySignatures() {
    checkMediaItemSignatures()
    checkMediaQuerySignatures()
    checkMediaLibraryConstants()
    checkMediaPickerSignatures()
}

private func checkMediaItemSignatures() {
    _ = MPMediaItem.self
    aliased(MPMediaEntityPersistentID.self, UInt64.self)
    readable(\MPMediaItem.title, String?.self)
    readable(\MPMediaItem.albumTitle, String?.self)
    readable(\MPMediaItem.artist, String?.self)
    readable(\MPMediaItem.albumArtist, String?.self)
    readable(\MPMediaItem.genre, String?.self)
    readable(\MPMediaItem.artwork, MPMediaItemArtwork?.self)
    readable(\MPMediaItem.playbackDuration, TimeInterval.self)
    readable(\MPMediaItem.persistentID, MPMediaEntityPersistentID.self)
    readable(\MPMediaItem.assetURL, URL?.self)
    readable(\MPMediaItem.isCloudItem, Bool.self)
    readable(\MPMediaItem.releaseDate, Date?.self)
    _ = MPMediaItem.value(forProperty:) as (MPMediaItem) -> (String) -> Any?
    _ =
        MPMediaItem.enumerateValues(forProperties:using:)
        as (MPMediaItem) -> (
            Set<String>, @escaping (String, Any, UnsafeMutablePointer<ObjCBool>) -> Void
        ) -> Void
    _ = MPMediaItemArtwork.self
    _ = MPMediaItemArtwork.image(at:) as (MPMediaItemArtwork) -> (CGSize) -> UIImage?
    _ = MPMediaItemCollection.self
    _ = MPMediaItemCollection.init(items:) as ([MPMediaItem]) -> MPMediaItemCollection
    readable(\MPMediaItemCollection.items, [MPMediaItem].self)
    readable(\MPMediaItemCollection.representativeItem, MPMediaItem?.self)
    readable(\MPMediaItemCollection.count, Int.self)
}

private func checkMediaQuerySignatures() {
    _ = MPMediaQuery.self
    _ = MPMediaQuery.songs as () -> MPMediaQuery
    _ = MPMediaQuery.albums as () -> MPMediaQuery
    _ = MPMediaQuery.playlists as () -> MPMediaQuery
    _ = MPMediaQuery.podcasts as () -> MPMediaQuery
    _ = MPMediaQuery.audiobooks as () -> MPMediaQuery
    _ = MPMediaQuery.genres as () -> MPMediaQuery
    readable(\MPMediaQuery.items, [MPMediaItem]?.self)
    readable(\MPMediaQuery.collections, [MPMediaItemCollection]?.self)
    settable(\MPMediaQuery.filterPredicates, Set<MPMediaPredicate>?.self)
    _ = MPMediaQuery.addFilterPredicate(_:) as (MPMediaQuery) -> (MPMediaPredicate) -> Void
    _ = MPMediaPropertyPredicate.self
    _ =
        MPMediaPropertyPredicate.init(value:forProperty:)
        as (Any?, String) -> MPMediaPropertyPredicate
    _ = MPMediaLibrary.self
    _ = MPMediaLibrary.default as () -> MPMediaLibrary
    _ = MPMediaLibrary.authorizationStatus as () -> MPMediaLibraryAuthorizationStatus
    MPMediaLibrary.requestAuthorization { status in _ = status == .authorized }
    let type: MPMediaType = [.music, .anyAudio]
    _ = type.contains(.podcast)
}

private func checkMediaLibraryConstants() {
    let constants: [String] = [
        MPMediaItemPropertyTitle, MPMediaItemPropertyArtist, MPMediaItemPropertyAlbumTitle,
        MPMediaItemPropertyPlaybackDuration, MPMediaItemPropertyArtwork,
        MPMediaItemPropertyPersistentID, MPMediaItemPropertyIsCloudItem,
        MPMediaItemPropertyAlbumArtist, MPMediaItemPropertyAlbumTrackCount,
        MPMediaItemPropertyAlbumTrackNumber, MPMediaItemPropertyGenre,
        MPMediaItemPropertyMediaType, MPMediaItemPropertyPodcastTitle,
        MPMediaItemPropertyReleaseDate, MPMediaPlaylistPropertyName,
    ]
    expect(Set(constants).count == constants.count, "two properties have the same name")
}

@MainActor
private func checkMediaPickerSignatures() {
    _ = MPMediaPickerController.self
    _ = (any MPMediaPickerControllerDelegate).self
    let picker = MPMediaPickerController(mediaTypes: .anyAudio)
    picker.prompt = "Songs"
    picker.allowsPickingMultipleItems = true
    picker.showsCloudItems = true
    _ = picker.delegate == nil
}
