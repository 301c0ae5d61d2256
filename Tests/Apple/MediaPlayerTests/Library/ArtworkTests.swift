import Foundation
import MediaPlayer
import Simulation
import Testing

@MainActor
@Suite("The artwork of a media item")
struct ArtworkTests {
    /// A PNG of two by one pixels.
    private static let small = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4"
            + "zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="
    )!

    private func artwork(_ picture: Data) throws -> MPMediaItemArtwork? {
        let phone = SimulatedPhone()
        phone.onFinding = { Issue.record($0) }
        var song = SimulatedPhone.Song("Pictured", artist: "Anna", seconds: 0.1)
        song.artwork = picture
        phone.library.add(song)
        return phone.launch("Songs", info: libraryInfo).run {
            let item = MPMediaQuery.songs().items?.first
            guard let artwork = item?.artwork else { return nil }
            // The file is read while the phone is there.
            #expect(artwork.image(at: CGSize(width: 0, height: 10)) == nil)
            #expect(artwork.image(at: CGSize(width: 100, height: 100))?.size == artwork.bounds.size)
            #expect(item?.value(forProperty: MPMediaItemPropertyArtwork) is MPMediaItemArtwork)
            return artwork
        }
    }

    @Test("has the size of the file's picture")
    func size() throws {
        let artwork = try #require(try artwork(Self.small))
        #expect(artwork.bounds == CGRect(x: 0, y: 0, width: 2, height: 1))
    }

    @Test("that claims twenty thousand pixels a side costs no memory")
    func huge() throws {
        var bytes = Array(Self.small)
        for offset in [16, 20] {
            bytes[offset + 2] = 0x4E
            bytes[offset + 3] = 0x20
        }
        // Nothing can be decoded: the image is the file's, with the size that the header claims.
        let phone = SimulatedPhone()
        phone.onFinding = { Issue.record($0) }
        var song = SimulatedPhone.Song("Huge", seconds: 0.1)
        song.artwork = Data(bytes)
        phone.library.add(song)
        phone.launch("Songs", info: libraryInfo).run {
            let artwork = MPMediaQuery.songs().items?.first?.artwork
            #expect(artwork?.bounds.width == 20_000)
            let image = artwork?.image(at: CGSize(width: 64, height: 64))
            #expect(image?.cgImage?.width == 20_000)
        }
    }

    @Test("of an app asks for its images with the size that is wanted")
    func requests() {
        let image = UIImage(data: Self.small) ?? UIImage()
        let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 600, height: 600)) { size in
            size.width > 100 ? image : UIImage()
        }
        #expect(artwork.image(at: CGSize(width: 200, height: 200)) === image)
        #expect(artwork.image(at: CGSize(width: 50, height: 50)) !== image)
        #expect(artwork.bounds.size == CGSize(width: 600, height: 600))
    }
}
