/// Reads the head of a response line by line. Heads that announce another one are left out.
struct ResponseHead {
    enum Step {
        case incomplete
        case complete(status: Int, [TransferHeader])
        case tooLong
    }

    private var status = 0
    private var headers: [TransferHeader] = []
    private var byteCount = 0
    private var isComplete = false

    /// Where the response sends the client; `nil` before its end and for other responses.
    private(set) var redirect: String?

    /// Takes the next line, with its end.
    mutating func append(_ line: UnsafeRawBufferPointer, bytesMax: Int) -> Step {
        byteCount += line.count
        guard byteCount <= bytesMax else { return .tooLong }
        // Fields after the body.
        guard !isComplete else { return .incomplete }
        let text = line.prefix { $0 != 13 && $0 != 10 }
        if text.isEmpty { return end() }
        if status == 0 {
            status = Self.status(text)
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(
                TransferHeader(
                    String(decoding: text[..<colon], as: UTF8.self),
                    String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self)))
        }
        return .incomplete
    }

    private mutating func end() -> Step {
        // Another head follows.
        guard !(100..<200).contains(status) else {
            self = ResponseHead()
            return .incomplete
        }
        isComplete = true
        if [301, 302, 303, 307, 308].contains(status) {
            redirect = headers.last { $0.name.lowercased() == "location" }?.value
        }
        return .complete(status: status, headers)
    }

    /// The status in `HTTP/1.1 200 OK` or `ICY 200 OK`; 0 for none.
    private static func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count >= 2, words[1].count == 3 else { return 0 }
        return Int(String(decoding: words[1], as: UTF8.self)) ?? 0
    }

    private static func trimmed(
        _ text: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 }
        guard let first = text.firstIndex(where: { !isSpace($0) }),
            let last = text.lastIndex(where: { !isSpace($0) })
        else { return text[text.endIndex...] }
        return text[first...last]
    }
}
