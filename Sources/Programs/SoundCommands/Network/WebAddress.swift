import CommandLineTool
import HTTPTransfers
import MediaSources
import SoundClient

/// An address of a sound on a server, `http` or `https`, or of a playlist on this machine: `file`.
package struct WebAddress: Hashable, Sendable {
    /// The address as the user gave it.
    package let text: String
    /// The server, with its port; empty for a playlist on this machine.
    package let host: String

    /// The address of a playlist on this machine that is played as one of a server is.
    ///
    /// - Parameter path: Absolute.
    package init(localPlaylist path: String) {
        text = "file://" + CommandLineTool.address(ofPath: path)
        host = ""
    }

    /// Whether it is a playlist on this machine.
    package var isLocal: Bool { host.isEmpty }

    /// The path of a playlist on this machine.
    private var localPath: String? {
        isLocal ? MediaSources.localPath(ofAddress: text) : nil
    }

    /// - Returns: `nil` for a path.
    package init?(_ text: String) {
        if text.hasPrefix("file:///"), text.lowercased().hasSuffix(".m3u8") {
            (self.text, host) = (text, "")
            return
        }
        guard let colon = text.firstIndex(of: ":"),
            ["http", "https"].contains(text[..<colon].lowercased())
        else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty else { return nil }
        self.text = text
        self.host = String(host)
    }

    /// The address without a user and a password in it, for messages.
    package var shown: String {
        if let localPath { return localPath }
        guard let start = text.firstRange(of: "//"),
            let at = text[start.upperBound...].prefix(while: { !"/?#".contains($0) })
                .lastIndex(of: "@")
        else { return text }
        return String(text[..<start.upperBound] + text[text.index(after: at)...])
    }

    /// The last part of the path, or else the server.
    package var name: String {
        if let localPath { return fileName(of: localPath) }
        let path = shown.dropFirst(shown.prefix { $0 != "/" }.count + 2)
            .prefix { !"?#".contains($0) }
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[parts.count - 1]) : host
    }

    /// A path or an address as messages show it.
    package static func shown(_ path: String) -> String {
        WebAddress(path)?.shown ?? StreamPath.name(of: path)
    }
}

extension WebAddress {
    /// What carries its transfers; `nil` without a network.
    func service(for app: AppSound) -> (any TransferService)? {
        isLocal ? FileTransfers(for: app) : app.networkAccess.service
    }

    /// The source of its sound; `nil` without a network.
    func source(for app: AppSound) -> (any MediaSource)? {
        service(for: app).map { makeMediaSource(MediaLocation(url: text), for: app, service: $0) }
    }
}
