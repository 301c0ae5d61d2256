package import Terminal

extension MusicScreen {
    /// The keys and what they do, for the help.
    package static let keyWords: [(keys: String, words: String)] = [
        ("1-7 Tab", "views"), ("j k ↑ ↓", "move"), ("^U ^D PgUp", "pages"),
        ("g G", "first, last"), ("Enter", "open, play"), ("Esc ⌫", "back, close"),
        ("Space", "play or pause"), ("x c v", "play, pause, stop"),
        ("b z", "next, previous"), ("h l ← →", "seek 5 s"), (", .", "seek 60 s"),
        ("9 0 - +", "volume"), ("s r", "shuffle, repeat"), ("p", "play the entry"),
        ("a e", "add to the queue"), ("A E", "play next"), ("d", "remove from queue"),
        ("/", "search"), ("n N", "next, last match"), ("o", "go to what plays"),
        ("S", "scan the library"), ("^L", "draw again"), ("?", "this help"), ("q", "quit"),
    ]

    package static let seekSeconds = 5.0
    package static let longSeekSeconds = 60.0
    package static let volumeStep = 0.05

    /// Takes a key.
    ///
    /// - Returns: What is to be done.
    package mutating func press(_ key: TerminalKey) -> [MusicAction] {
        switch key {
        case .attributes, .cellSize, .kittyGraphics: return [.terminalAnswer(key)]
        case .interrupt: return [.interrupt]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        default: break
        }
        message = nil
        if typed != nil { return type(key) }
        if isHelpShown {
            isHelpShown = false
            if key == .character("?") || key == .escape || key == .character("q") { return [] }
        }
        switch key {
        case .character(let character): return press(character)
        case .tab: show(at: view.rawValue % View.allCases.count + 1)
        case .backTab: show(at: (view.rawValue + 5) % View.allCases.count + 1)
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp, .control("u"), .control("b"): move(by: -max(listRows - 1, 1))
        case .pageDown, .control("d"), .control("f"): move(by: max(listRows - 1, 1))
        case .home: move(to: 0)
        case .end: move(to: .max)
        case .left: return [.seek(-Self.seekSeconds)]
        case .right: return [.seek(Self.seekSeconds)]
        case .enter: return enter()
        case .backspace, .escape: goBack()
        default: break
        }
        return []
    }

    private mutating func press(_ character: Character) -> [MusicAction] {
        if let number = character.wholeNumberValue, (1...7).contains(number) {
            show(at: number)
            return []
        }
        switch character {
        case "j": move(by: 1)
        case "k": move(by: -1)
        case "g": move(to: 0)
        case "G": move(to: .max)
        case "?": isHelpShown = true
        case "/":
            view = .search
            if levels[.search] == nil { open(.search(""), MusicEntries()) }
            levels[.search] = levels[.search].map { Array($0.prefix(1)) }
            typed = ""
        default: return action(of: character)
        }
        return []
    }

    private mutating func action(of character: Character) -> [MusicAction] {
        switch character {
        case " ": return [.playPause]
        case "x": return [.play]
        case "c": return [.pause]
        case "v": return [.stop]
        case "b": return [.next]
        case "z": return [.previous]
        case "h": return [.seek(-Self.seekSeconds)]
        case "l": return [.seek(Self.seekSeconds)]
        case ",": return [.seek(-Self.longSeekSeconds)]
        case ".": return [.seek(Self.longSeekSeconds)]
        case "9", "-": return [.volume(-Self.volumeStep)]
        case "0", "+", "=": return [.volume(Self.volumeStep)]
        case "s": return [.cycleShuffle]
        case "r": return [.cycleRepeat]
        case "n", "N": return [.find(searchText, isForward: character == "n")]
        case "o": return [.showPlaying]
        case "S": return [.scan]
        case "q": return [.quit]
        case "p": return level?.selectedEntry.map { [.playEntry($0)] } ?? []
        case "a", "e": return enqueue(isNext: false)
        case "A", "E": return enqueue(isNext: true)
        case "d":
            guard view == .queue, let level, level.selectedEntry != nil else { return [] }
            return [.removeFromQueue(level.selected)]
        default: return []
        }
    }

    /// The text of the last search.
    package var searchText: String {
        guard case .search(let text)? = levels[.search]?.first?.list else { return "" }
        return text
    }

    private mutating func enqueue(isNext: Bool) -> [MusicAction] {
        guard view != .queue, let entry = level?.selectedEntry else { return [] }
        move(by: 1)
        return [.enqueue(entry, isNext: isNext)]
    }

    private mutating func enter() -> [MusicAction] {
        guard let level, let entry = level.selectedEntry else { return [] }
        if view == .queue { return [.moveInQueue(to: level.selected)] }
        if let list = entry.list { return [.open(list)] }
        return [.playFrom(level.selected)]
    }

    private mutating func goBack() {
        guard let count = levels[view]?.count, count > 1 else { return }
        levels[view]?.removeLast()
    }

    private mutating func show(at number: Int) {
        view = View(rawValue: number) ?? .artists
        if view == .search, levels[.search] == nil { typed = "" }
    }

    private mutating func move(by rows: Int) {
        guard view != .playing else {
            lyricsShift = min(max(lyricsShift + rows, -10_000), 10_000)
            return
        }
        guard let selected = level?.selected else { return }
        select(selected + rows)
    }

    private mutating func move(to index: Int) {
        if view == .playing { lyricsShift = 0 }
        select(index)
    }

    /// Most characters of a search.
    private static let typedMax = 200

    private mutating func type(_ key: TerminalKey) -> [MusicAction] {
        var text = typed ?? ""
        switch key {
        case .character(let character) where text.count < Self.typedMax: text.append(character)
        case .backspace where text.isEmpty, .escape:
            typed = nil
            return []
        case .backspace: text.removeLast()
        case .enter, .tab, .down:
            typed = nil
            return []
        default: return []
        }
        typed = text
        return [.search(text)]
    }
}
