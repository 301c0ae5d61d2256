import Dispatch
import Glibc
package import Pictures
import Synchronization

/// A picture as a terminal shows it.
package enum ShownArtwork: Equatable, Sendable {
    /// Characters, as lines of the screen.
    case lines([StyledLine])
    /// A control sequence, written at the picture's first cell.
    case sequence(String)
}

/// What is to be shown, and how.
package struct ArtworkRequest: Hashable, Sendable {
    package var path: String
    package var method: TerminalPictureMethod
    package var columns: Int
    package var rows: Int
    package var cellWidth: Int
    package var cellHeight: Int
}

/// Decodes pictures on a thread of its own, and keeps the last one. Any thread.
package final class ArtworkLoader: Sendable {
    private let queue = DispatchQueue(label: "sori.music.artwork")
    private let state = Mutex(State())

    private struct State {
        var wanted: ArtworkRequest?
        var isBusy = false
        var done: (request: ArtworkRequest, artwork: ShownArtwork?)?
    }

    private static let pixelsPerSideMax = 1200

    package init() {}

    /// The picture; `nil` until it is decoded, and when it cannot be.
    package func artwork(_ request: ArtworkRequest) -> ShownArtwork? {
        let (artwork, starts) = state.withLock { state -> (ShownArtwork?, Bool) in
            if let done = state.done, done.request == request { return (done.artwork, false) }
            state.wanted = request
            guard !state.isBusy else { return (nil, false) }
            state.isBusy = true
            return (nil, true)
        }
        if starts { queue.async { [self] in work() } }
        return artwork
    }

    private func work() {
        // Only the last picture that was asked for.
        while let request = state.withLock({ $0.wanted }) {
            let artwork = Self.shown(request)
            state.withLock { state in
                state.done = (request, artwork)
                if state.wanted == request { state.wanted = nil }
                if state.wanted == nil { state.isBusy = false }
            }
        }
    }

    private static func shown(_ request: ArtworkRequest) -> ShownArtwork? {
        guard let bytes = contents(of: request.path) else { return nil }
        let picture = Picture(bytes: bytes)
        switch request.method {
        case .halfBlocks:
            return picture.pixels(fittingWidth: request.columns, height: 2 * request.rows)
                .map { .lines(halfBlockLines($0)) }
        case .kitty, .sixel:
            let width = min(request.columns * request.cellWidth, pixelsPerSideMax)
            let height = min(request.rows * request.cellHeight, pixelsPerSideMax)
            guard let pixels = picture.pixels(fittingWidth: width, height: height) else {
                return nil
            }
            if request.method == .sixel { return .sequence(pixels.sixels()) }
            // The cells keep the picture's proportions.
            let scale = min(
                Double(request.columns * request.cellWidth) / Double(pixels.width),
                Double(request.rows * request.cellHeight) / Double(pixels.height))
            let columns = Double(pixels.width) * scale / Double(request.cellWidth)
            let rows = Double(pixels.height) * scale / Double(request.cellHeight)
            return .sequence(
                pixels.kittyGraphics(
                    columns: max(Int(columns.rounded()), 1), rows: max(Int(rows.rounded()), 1),
                    identifier: 1))
        }
    }

    private static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rbe") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { break }
            bytes += piece[..<count]
            guard bytes.count <= Picture.encodedByteCountMax else { return nil }
        }
        return bytes
    }
}

/// A picture of upper half blocks: two pixels a character.
package func halfBlockLines(_ pixels: Pixels) -> [StyledLine] {
    func colour(_ x: Int, _ y: Int) -> UInt32? {
        guard y < pixels.height else { return nil }
        let at = 4 * (y * pixels.width + x)
        guard pixels.rgba[at + 3] >= 128 else { return nil }
        return UInt32(pixels.rgba[at]) << 16 | UInt32(pixels.rgba[at + 1]) << 8
            | UInt32(pixels.rgba[at + 2])
    }
    return stride(from: 0, to: pixels.height, by: 2).map { y in
        var line = StyledLine()
        for x in 0..<pixels.width {
            switch (colour(x, y), colour(x, y + 1)) {
            case (nil, nil): line.append(" ")
            case (nil, let low?): line.append("▄", StyledLine.Style(foreground: low))
            case (let high?, let low):
                line.append("▀", StyledLine.Style(foreground: high, background: low))
            }
        }
        return line
    }
}
