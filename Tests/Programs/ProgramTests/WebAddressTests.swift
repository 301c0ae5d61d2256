import SoundCommands
import Testing

@Suite("Addresses of sounds")
struct WebAddressTests {
    @Test(
        "are those of HTTP, shown without a password",
        arguments: [
            ("http://a.example/x/song.mp3?token=1#t", "song.mp3", nil),
            ("HTTPS://a.example:8000", "a.example:8000", nil),
            ("http://a.example:8000/", "a.example:8000", nil),
            ("http://me:secret@a.example/live?x=a@b", "live", "http://a.example/live?x=a@b"),
        ] as [(String, String, String?)])
    func known(text: String, name: String, shown: String?) throws {
        let address = try #require(WebAddress(text))
        #expect(address.name == name)
        #expect(address.shown == shown ?? text)
    }

    @Test(
        "are nothing else",
        arguments: [
            "a.mp3", "/http://a/b", "http:", "http://", "http:/a", "file:///a", "-", "ftp://a",
        ])
    func unknown(text: String) {
        #expect(WebAddress(text) == nil)
    }
}
