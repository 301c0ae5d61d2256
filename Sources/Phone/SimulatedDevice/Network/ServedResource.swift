package import AudioModel

/// What a server of a simulated network has at an address, and how it answers. Positions count
/// bytes from the beginning of the resource, as it is sent.
package struct ServedResource: Sendable {
    /// How a request is answered.
    package enum Answer: Hashable, Sendable {
        /// With the body and this status; another than 200 has the body as its page.
        case status(Int)
        /// With another address.
        case redirect(to: String)
        /// Not at all: the connection is refused.
        case refusal
        /// The connection is made, and nothing is sent.
        case silence
        /// The server shows a certificate that is not trusted.
        case untrusted
    }

    /// The bytes that the server has at a time, in the phone's time.
    package var body: @Sendable (HostTime) -> [UInt8]
    package var answer = Answer.status(200)
    package var contentType: String?
    /// Further header fields of the response.
    package var headers: [(name: String, value: String)] = []
    /// The time from the request to the head of the response; `nil` for the network's.
    package var latency: HostInterval?
    /// The most bytes a second that the server sends to one client; `nil` for no limit of its own.
    package var bandwidth: Double?
    /// Places before which the server waits, in order; each transfer that comes by waits.
    package var stalls: [(position: Int64, length: HostInterval)] = []
    /// The number of bytes of each response after which the connection breaks.
    package var bytesUntilBreak: Int64?
    /// Whether parts of the body are sent on request.
    package var acceptsRanges = true
    /// Whether the head tells the length of the body.
    package var statesLength = true
    /// Whether the body is repeated without end.
    package var isEndless = false
    /// The number of bytes at the beginning of an endless body that are sent once.
    var introCount = 0
    /// The titles that a radio station sends within its stream; `nil` for none.
    package var titles: IcyTitles?

    package init(body: @escaping @Sendable (HostTime) -> [UInt8]) {
        self.body = body
    }

    package init(_ bytes: [UInt8]) {
        self.init { _ in bytes }
    }
}

/// The titles of a radio station's stream, for clients that ask for them.
package struct IcyTitles: Hashable, Sendable {
    /// The number of bytes of sound between two blocks of metadata, at least 1.
    package var interval: Int
    /// The titles by the number of their block, from 0; a block without one is empty.
    package var titles: [Int: String]

    package init(interval: Int, titles: [Int: String]) {
        self.interval = max(interval, 1)
        self.titles = titles
    }

    /// The block with its length, in units of 16 bytes.
    func block(_ number: Int) -> [UInt8] {
        guard let title = titles[number] else { return [0] }
        var text = Array("StreamTitle='\(title)';".utf8.prefix(255 * 16))
        while !text.count.isMultiple(of: 16) { text.append(0) }
        return [UInt8(text.count / 16)] + text
    }
}

/// The body of one response, piece by piece.
struct ResponseBody {
    private let bytes: [UInt8]
    private let end: Int
    private let isEndless: Bool
    /// Where an endless body is repeated from.
    private let loopStart: Int
    private let titles: IcyTitles?
    /// The position in the bytes.
    private var position: Int
    private var untilBlock: Int
    private var blockNumber = 0
    /// The rest of a block of metadata.
    private var block: ArraySlice<UInt8> = []

    /// - Parameter range: The bytes that are sent.
    init(_ bytes: [UInt8], _ range: Range<Int>, of resource: ServedResource, titles: IcyTitles?) {
        self.bytes = bytes
        end = range.upperBound
        position = range.lowerBound
        loopStart = max(resource.introCount, range.lowerBound)
        isEndless = resource.isEndless && loopStart < end
        self.titles = titles
        untilBlock = titles?.interval ?? .max
    }

    var isOver: Bool { block.isEmpty && position >= end && !isEndless }

    /// Takes the next bytes: at most `count`, and fewer at the end only.
    mutating func take(_ count: Int) -> [UInt8] {
        var taken: [UInt8] = []
        while taken.count < count, !isOver {
            if !block.isEmpty {
                let piece = block.prefix(count - taken.count)
                taken += piece
                block = block.dropFirst(piece.count)
                continue
            }
            if position >= end { position = loopStart }
            let length = min(count - taken.count, end - position, untilBlock)
            taken += bytes[position..<(position + length)]
            position += length
            guard let titles else { continue }
            untilBlock -= length
            if untilBlock == 0 {
                block = titles.block(blockNumber)[...]
                blockNumber += 1
                untilBlock = titles.interval
            }
        }
        return taken
    }
}
