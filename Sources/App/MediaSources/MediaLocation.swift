/// Where media is, and how its server is asked.
package struct MediaLocation: Hashable, Sendable {
    /// The address: `file`, `http`, `https`, or a scheme of the app's own.
    package var url: String
    /// Header fields of requests, as the app gives them.
    package var headers: [String: String] = [:]
    /// The `Cookie` field; `nil` for none.
    package var cookies: String?
    package var userAgent: String?
    /// The MIME type to assume, whatever the server says.
    package var mimeType: String?
    package var allowsCellularAccess = true

    package init(url: String) {
        self.url = url
    }
}
