import MediaPlaylists
import Testing

@Suite struct MediaAddressTests {
    /// Source: RFC 3986, 5.4, "Reference Resolution Examples", those with addresses of a server.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s", "http://a/b/c/g"), ("HTTPS://x/y", "https://x/y"),
    ])
    func `references are resolved as the RFC's examples`(reference: String, address: String) {
        #expect(MediaAddress.resolve(reference, against: "http://a/b/c/d;p?q") == address)
    }

    @Test(arguments: [
        ("a b.mp3", "http://a/a%20b.mp3"), ("é", "http://a/%C3%A9"),
        ("50%25.aac", "http://a/50%25.aac"),
        ("x\u{1}", "http://a/x%01"),
    ])
    func `what an address cannot hold is percent-encoded`(reference: String, address: String) {
        #expect(MediaAddress.resolve(reference, against: "http://a") == address)
    }

    @Test func `a server's playlist does not lead to files`() {
        #expect(MediaAddress.resolve("file:///etc/hostname", against: "http://a/b") == nil)
        #expect(MediaAddress.resolve("data:x,y", against: "http://a/b") == nil)
        #expect(MediaAddress.resolve("c.ts", against: "file:///a/b") == "file:///a/c.ts")
        #expect(MediaAddress.resolve("skd://k", against: "skd://a/b") == "skd://k")
        #expect(MediaAddress.resolve("http://x/", against: "mine://a/b") == "http://x/")
    }

    @Test func `the length is bounded, and a base must be absolute`() {
        #expect(MediaAddress.resolve("x", against: "/a") == nil)
        let long = String(repeating: "x", count: PlaylistLimits.addressBytesMax)
        #expect(MediaAddress.resolve(long, against: "http://a/") == nil)
        #expect(MediaAddress.resolve(long + "x", against: "http://a/") == nil)
        let dots = String(repeating: "../", count: 5000)
        #expect(MediaAddress.resolve(dots, against: "http://a/b") == "http://a/")
    }

    @Test func `a server is told by scheme, name and port`() {
        #expect(MediaAddress.server(of: "HTTP://Radio.Example:80/a?b") == "http://radio.example:80")
        #expect(MediaAddress.server(of: "http://a/") != MediaAddress.server(of: "https://a/"))
        #expect(MediaAddress.server(of: "") == "://")
    }
}
