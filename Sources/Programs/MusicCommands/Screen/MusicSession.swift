import AudioFiles
package import CommandLineTool
package import MusicLibrary
package import Pictures
package import Playback
import Realtime
import Synchronization
package import Terminal

/// A player in another process, with a volume of its own.
package protocol RemoteMusicControl: MusicControl {
    /// From 0 to 1.
    var volume: Double { get }
    func setVolume(_ volume: Double)
    /// Whether the other process is there.
    var isConnected: Bool { get }
}

/// Shows a player and a library on a terminal and takes keys, until the user or a signal ends it.
package struct MusicSession {
    package let control: any MusicControl
    package var catalog: LibraryCatalog
    package var screen = MusicScreen()
    package var support: TerminalPictureSupport
    /// Starts the player's process again when it has ended; `nil` when it needs none.
    package var restart: (() throws(ProgramError) -> Void)?
    let isQueueChanged = QueueChange()
    private let artworkLoader = ArtworkLoader()
    var scan: LibraryScanTask?
    private var decoder = TerminalKeyDecoder()
    private var writer: StyledScreenWriter
    private var cell: (width: Int, height: Int)?
    /// The picture that is on the screen.
    private var drawn: Drawn?
    private var observer = 0
    var changeCount: Int64 = -1
    /// When the library was last asked for changes.
    private var checkedAt = 0.0

    private struct Drawn: Equatable {
        var request: ArtworkRequest
        var place: ArtworkPlace
    }

    package static let framesPerSecond = 10
    /// Time after which an escape byte alone is the escape key, in milliseconds.
    private static let escapeMilliseconds = 40
    private static let secondsPerCheck = 1.0

    package init(
        _ control: any MusicControl, _ library: MediaLibrary, notice: String? = nil,
        isColored: Bool, environment: (String) -> String?
    ) {
        self.control = control
        catalog = LibraryCatalog(library)
        writer = StyledScreenWriter(isColored: isColored)
        support = TerminalPictureSupport(isColored: isColored, environment: environment)
        screen.notice = notice
        let change = isQueueChanged
        observer = control.addObserver { event in
            switch event {
            case .queueChanged: change.mark()
            case .failed(let item, let error):
                let words = error == .noSuchFile ? "the file is gone" : "cannot be played"
                change.fail("\(item.path ?? "a song of the queue"): \(words)")
            case .stateChanged, .itemChanged, .finished, .skipped, .bookmarked, .preparedChanged:
                break
            }
        }
    }

    /// - Parameters:
    ///   - size: Returns columns and rows; called for every frame.
    ///   - endSignal: Returns the signal that asked for the end; `nil` until there is one.
    package mutating func run(
        on terminal: RawTerminal, output: any TextSink,
        size: () -> (width: Int, height: Int), cellSize: () -> (width: Int, height: Int)?,
        endSignal: () -> EndSignal?
    ) -> ExitCode {
        defer {
            control.removeObserver(observer)
            scan?.cancel()
            if support.method == .kitty { output.write(Pixels.kittyRemoval) }
        }
        output.write(TerminalPictureSupport.query)
        while true {
            if let signal = endSignal() { return signal.exitCode }
            if output.isClosed { return .done }
            if JobSignals.takeStopRequest() { suspend(terminal, output) }
            if JobSignals.takeContinuation() {
                terminal.resume()
                writer.forget()
            }
            let (width, height) = size()
            screen.resize(width: width, height: height)
            cell = cellSize() ?? cell
            refresh()
            draw(to: output)
            guard terminal.waitForKeys(milliseconds: 1000 / Self.framesPerSecond) else {
                return .done
            }
            var keys = decoder.keys(in: terminal.waitingBytes())
            if keys.isEmpty, decoder.isWaiting { keys = afterEscape(terminal) }
            for key in keys {
                for action in screen.press(key) {
                    switch action {
                    case .quit: return .done
                    case .interrupt: return EndSignal.interrupt.exitCode
                    case .suspend: suspend(terminal, output)
                    case .redraw: writer.forget()
                    case .terminalAnswer(let answer): receive(answer)
                    default: perform(action)
                    }
                }
                // The next key may be for what this one has opened.
                openView()
            }
        }
    }

    private mutating func afterEscape(_ terminal: RawTerminal) -> [TerminalKey] {
        _ = terminal.waitForKeys(milliseconds: Self.escapeMilliseconds)
        let bytes = terminal.waitingBytes()
        return bytes.isEmpty ? decoder.finishWaiting() : decoder.keys(in: bytes)
    }

    private mutating func suspend(_ terminal: RawTerminal, _ output: any TextSink) {
        if support.method == .kitty { output.write(Pixels.kittyRemoval) }
        terminal.suspend()
        writer.forget()
        drawn = nil
    }

    private mutating func receive(_ answer: TerminalKey) {
        switch answer {
        case .attributes(let attributes): support.receive(attributes: attributes)
        case .kittyGraphics(let isSupported): support.receive(kittyGraphics: isSupported)
        case .cellSize(let height, let width) where height > 0 && width > 0:
            cell = (width, height)
        default: break
        }
    }

    // MARK: Drawing

    private mutating func draw(to output: any TextSink) {
        var artwork: [StyledLine]?
        var picture: (sequence: String, drawn: Drawn)?
        if let place = screen.artworkPlace, let request = request(for: place) {
            switch artworkLoader.artwork(request) {
            case .lines(let lines): artwork = lines
            case .sequence(let sequence):
                artwork = []
                picture = (sequence, Drawn(request: request, place: place))
            case nil: break
            }
        }
        var catalog = catalog
        let lines = screen.lines(rows: { catalog.rows($0, $1) }, artwork: artwork)
        self.catalog = catalog
        let (written, isCleared) = writer.update(lines, width: screen.width)
        var text = written
        if isCleared { drawn = nil }
        if picture?.drawn != drawn {
            if support.method == .kitty, drawn != nil || isCleared { text += Pixels.kittyRemoval }
            if let picture {
                let place = picture.drawn.place
                text += "\u{1B}[\(place.row + 1);\(place.column + 1)H" + picture.sequence
            }
            drawn = picture?.drawn
        }
        guard !text.isEmpty else { return }
        // Terminals that support synchronised output show all of it at once.
        output.write("\u{1B}[?2026h" + text + "\u{1B}[?2026l")
    }

    private func request(for place: ArtworkPlace) -> ArtworkRequest? {
        guard let method = support.method, let hash = screen.nowPlaying.picture,
            let picture = try? catalog.library.picture(hash)
        else { return nil }
        return ArtworkRequest(
            path: picture.path, method: method, columns: place.columns, rows: place.rows,
            cellWidth: cell?.width ?? 10, cellHeight: cell?.height ?? 20)
    }

    // MARK: What has changed

    /// Brings the screen up to date with the player and the library.
    package mutating func refresh() {
        followPlayer()
        if let failure = isQueueChanged.takeFailure() { screen.message = failure }
        let now = monotonicSeconds()
        let isDue = now - checkedAt >= Self.secondsPerCheck
        if isDue {
            checkedAt = now
            checkLibrary()
        }
        followScan()
        openView()
        if isQueueChanged.take() || isDue && screen.view == .queue { reloadQueue() }
    }

    /// Reads the list of a view that is shown for the first time.
    private mutating func openView() {
        guard screen.view != .playing, screen.levels[screen.view] == nil,
            let list = screen.view.list
        else { return }
        screen.open(list, list == .queue ? MusicEntries() : catalog.entries(of: list))
        if list == .queue { reloadQueue() }
    }
}

/// Whether the queue has changed since the last look. Any thread.
package final class QueueChange: Sendable {
    private let state = Mutex((isMarked: true, failure: String?.none))

    func mark() { state.withLock { $0.isMarked = true } }

    func fail(_ message: String) { state.withLock { $0.failure = message } }

    func take() -> Bool {
        state.withLock { state in
            defer { state.isMarked = false }
            return state.isMarked
        }
    }

    func takeFailure() -> String? {
        state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }
}
