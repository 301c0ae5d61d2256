import Foundation

/// A request that a server has received.
package struct TestRequest: Sendable {
    package var method: String
    /// The path without the query.
    package var path: String
    package var query: [String: String]
    /// The header fields; their names are in lower case.
    package var headers: [String: String]
    /// When it arrived, in seconds of a clock that never goes back.
    package var time: Double

    /// The first and the last byte of `Range: bytes=FIRST-LAST`.
    package var range: (first: Int, last: Int?)? {
        guard let text = headers["range"], text.hasPrefix("bytes=") else { return nil }
        let parts = text.dropFirst(6).split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]) else { return nil }
        return (first, Int(parts[1]))
    }

    package var firstByte: Int? { range?.first }
    package var userAgent: String? { headers["user-agent"] }
    /// Whether the client asks for titles within the sound.
    package var wantsTitles: Bool { headers["icy-metadata"] == "1" }

    /// Reads the head of a request, without the empty line.
    init?(_ head: String) {
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)[...]
        guard let words = lines.popFirst()?.split(separator: " "), words.count == 3 else {
            return nil
        }
        method = String(words[0])
        let address = words[1].split(separator: "?", maxSplits: 1)
        path = String(address[0])
        query = [:]
        if address.count == 2 {
            for item in address[1].split(separator: "&") {
                let parts = item.split(separator: "=", maxSplits: 1)
                query[String(parts[0])] =
                    parts.count == 2 ? String(parts[1]).removingPercentEncoding : ""
            }
        }
        headers = [:]
        for line in lines {
            let parts = line.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        time = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    }
}

/// How a file is served, from the query of its address.
package struct ServedOptions: Sendable {
    /// `norange`: answers requests for parts by the whole, without `Accept-Ranges`.
    package var hasRanges = true
    /// `nolen`: without `Content-Length`; the end of the connection is the end.
    package var statesLength = true
    /// `cut=N`: closes after N bytes of each response, with its full length stated.
    package var cut: Int?
    /// `cutonce=N`: closes the response that passes byte N of the file there; a response that begins
    /// there or later is not cut.
    package var cutOnce: Int?
    /// `reset`: a cut connection is reset instead of closed.
    package var resets = false
    /// `stall=N,S`: waits S seconds before byte N of the response.
    package var stall: (byte: Int, seconds: Double)?
    /// `type=T`: the `Content-Type`.
    package var type: String?
    /// `rate=N`: bytes a second.
    package var rate: Double?
    /// `length=N`: the length that is stated, whatever is sent.
    package var length: Int?
    /// `tag=T`: the `ETag`.
    package var tag: String?

    package init(_ query: [String: String]) {
        hasRanges = query["norange"] == nil
        statesLength = query["nolen"] == nil
        cut = query["cut"].flatMap { Int($0) }
        cutOnce = query["cutonce"].flatMap { Int($0) }
        resets = query["reset"] != nil
        if let parts = query["stall"]?.split(separator: ","), parts.count == 2,
            let byte = Int(parts[0]), let seconds = Double(parts[1])
        {
            stall = (byte, seconds)
        }
        type = query["type"]
        rate = query["rate"].flatMap { Double($0) }
        length = query["length"].flatMap { Int($0) }
        tag = query["tag"]
    }
}
