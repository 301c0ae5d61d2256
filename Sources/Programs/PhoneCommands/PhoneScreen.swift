import AudioModel
import CommandLineTool
package import LiveDevice
import Simulation
import SoundPolicy
import Terminal

/// The contents of the phone's screen, as lines of text.
package struct PhoneScreen: Equatable {
    package var snapshot: LiveSnapshot
    package var activityLog: [ActivityLogEntry]
    package var apps: [BuiltInApp]
    /// The name of this machine's output, for display.
    package var output: String
    /// Path of the recorded scenario; `nil` for none.
    package var recordPath: String?
    /// The phone's own name; `nil` for one without.
    package var phoneName: String?
    package var isHelpShown = false
    /// The levels shown by the meters, by stream; they fall slowly.
    package var levels: [String: Float] = [:]

    package init(
        _ snapshot: LiveSnapshot, activityLog: [ActivityLogEntry] = [], apps: [BuiltInApp],
        output: String = "nowhere",
        recordPath: String? = nil
    ) {
        self.snapshot = snapshot
        self.activityLog = activityLog
        self.apps = apps
        self.output = output
        self.recordPath = recordPath
    }

    package static func == (left: PhoneScreen, right: PhoneScreen) -> Bool {
        left.lines(width: 80, height: 24) == right.lines(width: 80, height: 24)
    }

    /// Smallest width in columns at which everything fits.
    package static let widthMin = 40
    package static let heightMin = 12
    private static let logRowsMin = 4
    private static let logEntryRowsMax = 3

    /// Returns exactly `height` lines of at most `width` columns.
    package func lines(width: Int, height: Int) -> [ScreenLine] {
        guard width >= Self.widthMin, height >= Self.heightMin else {
            return padded([.plain("make the window larger; q ends")], width, height)
        }
        let head = head(width)
        // The help needs the room; the title stays.
        var lines = isHelpShown ? Array(head.prefix(1)) + [.plain("")] : head
        let foot = self.foot(width)
        let room = height - lines.count - foot.count
        lines += isHelpShown ? help(width, room) : middle(width, room)
        return padded(Array(lines.prefix(height - foot.count)), width, height - foot.count)
            + padded(foot, width, foot.count)
    }

    private func padded(_ lines: [ScreenLine], _ width: Int, _ height: Int) -> [ScreenLine] {
        let cut = lines.prefix(height).map { $0.cut(to: width) }
        return cut + Array(repeating: .plain(""), count: max(0, height - cut.count))
    }

    // MARK: Header

    private func head(_ width: Int) -> [ScreenLine] {
        let device = snapshot.device
        let full = snapshot.lostActCount > 0 ? ", full" : ""
        let record =
            recordPath.map {
                "  recording \(snapshot.recordedActCount) acts\(full): \(fileName(of: $0))"
            } ?? ""
        let clock = Numeral.clock(snapshot.age.seconds)
        let half = min(max(width / 2, 34), 44)
        let title = "sori phone" + (phoneName.map { " " + printable($0) } ?? "")
        return [
            ScreenLine(
                "\(title)  iOS \(snapshot.profile.rawValue)  \(clock)  on \(output)\(record)",
                .title),
            pair(
                "switch  " + (device.ringSwitch == .silent ? "[silent]" : "ring"),
                "route   " + routeWords, half, isStriking: device.ringSwitch == .silent),
            pair(
                "media   " + volumeBar(device.mediaVolume),
                "ringer  " + volumeBar(device.ringerVolume), half),
            pair(
                "screen  " + (device.isLocked ? "[locked]" : "unlocked") + heldWords,
                "call    " + callWords, half, isStriking: device.isLocked),
        ] + nowPlayingLine + [
            ScreenLine("front   " + frontWords),
            appLine(width),
            .plain(""),
        ]
    }

    /// How the phone is held, unless it is upright.
    private var heldWords: String {
        snapshot.orientation == .portrait ? "" : ", " + snapshot.orientation.rawValue
    }

    /// What the lock screen shows of the now-playing app; empty if it shows nothing.
    private var nowPlayingLine: [ScreenLine] {
        guard let playing = snapshot.nowPlaying else { return [] }
        let words = [playing.title, playing.artist].compactMap { $0 }.joined(separator: " - ")
        let times = [playing.elapsed, playing.duration].compactMap { $0 }
            .map { Numeral.clock($0) }.joined(separator: " / ")
        return [
            ScreenLine(
                "playing "
                    + ([words, times, playing.app].filter { !$0.isEmpty })
                    .joined(separator: "  "))
        ]
    }

    private func pair(
        _ left: String, _ right: String, _ half: Int, isStriking: Bool = false
    ) -> ScreenLine {
        ScreenLine(left.padded(to: half) + right, isStriking ? .striking : .plain)
    }

    private var routeWords: String {
        let outputs = snapshot.device.route.outputs.map(\.description).joined(separator: ", ")
        let others = snapshot.device.accessories.filter {
            !snapshot.device.route.outputs.contains($0)
        }
        return (outputs.isEmpty ? "none" : outputs)
            + (others.isEmpty
                ? "" : " (also " + others.map(\.description).joined(separator: ", ") + ")")
    }

    private var callWords: String {
        let others = snapshot.device.interrupters.filter { $0 != .call }.map(\.rawValue)
        let snoozed = snapshot.device.snoozedUntil == nil ? [] : ["alarm snoozed"]
        return ([snapshot.device.call.rawValue] + others + snoozed).joined(separator: "; ")
    }

    private var frontWords: String {
        guard let front = snapshot.front else { return "the home screen" }
        let session = front.category.map { ", \($0.rawValue)" } ?? ""
        return "\(front.name), \(front.state.rawValue)\(session), session "
            + (front.isSessionActive ? "active" : "not active")
            + (front.interruptedBy.map { ", interrupted by \($0)" } ?? "")
    }

    private func appLine(_ width: Int) -> ScreenLine {
        func line(_ gap: String, nameWidth: Int) -> String {
            let words = snapshot.apps.enumerated().map { index, app in
                "\(index + 1) \(Self.cut(app.name, to: nameWidth))\(Self.sign(of: app))"
            }
            return "apps    " + words.joined(separator: gap)
        }
        let ways = [("  ", 99), (" ", 99), (" ", 12), (" ", 9), (" ", 6), (" ", 4)]
        let lines = ways.lazy.map { gap, nameWidth in line(gap, nameWidth: nameWidth) }
        return ScreenLine(lines.first { $0.count <= width } ?? line(" ", nameWidth: 2))
    }

    private static func cut(_ name: String, to width: Int) -> String {
        name.count > width ? name.prefix(width - 1) + "~" : name
    }

    /// The sign after an app's name: `*` in front, `+` runs in the background, `-` suspended.
    private static func sign(of app: LiveSnapshot.App) -> String {
        switch app.state {
        case .active, .inactive: "*"
        case .background: "+"
        case .suspended: "-"
        case .notRunning: ""
        }
    }

    // MARK: Streams and events

    private func middle(_ width: Int, _ room: Int) -> [ScreenLine] {
        let logRows = min(max(Self.logRowsMin, room / 2), room)
        let streams = streamLines(width, max(room - logRows - 1, 1))
        let rest = max(room - streams.count - 1, 0)
        return streams + [.plain("")] + logLines(width, rest)
    }

    /// One line per stream, or several if its reasons need them and there is room.
    private func streamLines(_ width: Int, _ room: Int) -> [ScreenLine] {
        guard !snapshot.streams.isEmpty else {
            let advice = snapshot.front == nil ? "; open an app and press space" : ""
            return [ScreenLine("nothing sounds" + advice, .faint)]
        }
        let longest = snapshot.streams.map { printable($0.name).count }.max() ?? 0
        let nameWidth = min(max(longest, Self.nameWidthMin), Self.nameWidthMax)
        let indent = nameWidth + Self.meterWidth + 4
        let whole = snapshot.streams.map {
            wrapped(streamText($0, nameWidth), width: width, indent: indent)
        }
        for most in [4, 2] {
            let lines = zip(snapshot.streams, whole).flatMap { stream, lines in
                Self.marked(Self.cut(lines, to: most, width), stream, nameWidth)
            }
            if lines.count <= room { return lines }
        }
        let streams = snapshot.streams
        guard streams.count > room else { return streams.map { shortLine($0, nameWidth) } }
        // Audible streams come first, so that the others are left out.
        let inOrder = streams.filter(\.isAudible) + streams.filter { !$0.isAudible }
        let hidden = streams.count - room + 1
        return inOrder.prefix(room - 1).map { shortLine($0, nameWidth) }
            + [ScreenLine("and \(hidden) more", .faint)]
    }

    /// Fewest columns for names, so that meters do not move as streams come and go.
    private static let nameWidthMin = 14
    private static let nameWidthMax = 20

    private func shortLine(_ stream: LiveSnapshot.Stream, _ nameWidth: Int) -> ScreenLine {
        Self.marked([streamText(stream, nameWidth)], stream, nameWidth)[0]
    }

    /// A stream's lines with its state in the state's colour.
    private static func marked(
        _ lines: [String], _ stream: LiveSnapshot.Stream, _ nameWidth: Int
    ) -> [ScreenLine] {
        let state = stream.verdict.state
        let start = nameWidth + meterWidth + 4
        let end = start + state.word(of: stream.kind).count
        return lines.enumerated().map { index, line in
            let mark = ScreenLine.Mark(
                range: start..<end, style: TextPaint.Style(state))
            return ScreenLine(
                line, stream.isAudible ? .plain : .faint, marks: index == 0 ? [mark] : [])
        }
    }

    /// The first `most` lines; the last one tells how many were left out.
    private static func cut(_ lines: [String], to most: Int, _ width: Int) -> [String] {
        guard lines.count > most, most > 0 else { return lines }
        return lines.prefix(most - 1) + [lines[most - 1].prefix(max(width - 1, 0)) + "~"]
    }

    private func streamText(_ stream: LiveSnapshot.Stream, _ nameWidth: Int) -> String {
        let name = Self.shortName(printable(stream.name), nameWidth)
        let meter = Self.meter(levels[stream.name] ?? stream.level)
        return "\(name.padded(to: nameWidth)) \(meter) \(printable(stream.why))"
    }

    /// A shortened name that keeps an app's streams apart where it can: `LanguageCo~.stream1`.
    private static func shortName(_ name: String, _ width: Int) -> String {
        guard name.count > width, let point = name.lastIndex(of: ".") else {
            return cut(name, to: width)
        }
        let own = name[point...]
        guard own.count + 4 <= width else { return cut(name, to: width) }
        return cut(String(name[..<point]), to: width - own.count) + own
    }

    private func logLines(_ width: Int, _ room: Int) -> [ScreenLine] {
        var lines: [ScreenLine] = []
        for item in activityLog.reversed() {
            guard lines.count < room else { break }
            let time = Numeral.clock(item.age.seconds)
            let text = wrapped(
                "\(time.paddedLeft(to: 7)) \(printable(item.text))", width: width, indent: 8)
            // The latest events are at the bottom; a long event and the topmost one keep their
            // beginnings.
            let most = min(Self.logEntryRowsMax, room - lines.count)
            let look: ScreenLine.Look = lines.isEmpty ? .plain : .faint
            let parts =
                [(text: time, style: TextPaint.Style.plain)]
                + item.styledParts.map { (printable($0.text), $0.style) }
            lines =
                ScreenLine.lines(Self.cut(text, to: most, width), look, parts: parts) + lines
        }
        return lines
    }

    private func help(_ width: Int, _ room: Int) -> [ScreenLine] {
        let keys = KeyCommand.keyWords.map { "\($0.keys.padded(to: 6))\($0.words)" }
        let widest = keys.map(\.count).max() ?? 0
        // Two columns are cut in a window that is too narrow for both.
        let columns = max((width + 1) / (widest + 1), 2)
        let rows = (keys.count + columns - 1) / columns
        let columnWidth = (width + 1) / columns
        var lines = (0..<rows).map { row in
            ScreenLine(
                (0..<columns).compactMap { column -> String? in
                    let index = column * rows + row
                    guard keys.indices.contains(index) else { return nil }
                    let text = Self.cut(keys[index], to: columnWidth - 1)
                    return column == columns - 1 ? text : text.padded(to: columnWidth)
                }.joined())
        }
        lines.append(.plain(""))
        for (index, app) in apps.enumerated() {
            let text = "\(index + 1) \(app.name.padded(to: 10)) \(app.summary)"
            lines += wrapped(text, width: width, indent: 13).map { ScreenLine($0) }
        }
        let signs = "behind an app's name: * in front, + runs behind, - suspended"
        lines += wrapped(signs, width: width, indent: 2).map { ScreenLine($0, .faint) }
        return Array(lines.prefix(room))
    }

    // MARK: Footer

    private func foot(_ width: Int) -> [ScreenLine] {
        let words = Self.footWords.first { $0.count < width } ?? Self.footWords[3]
        return [ScreenLine(words, .foot)]
    }

    private static let footWords = [
        "1-9 open  space play  y remote play  w headset  e other  h home  s switch  +- volume  "
            + "p plug  c call  l lock  ? help  q end",
        "1-9 open  space play  y remote  e other  h home  s switch  +- vol  c call  ? help  q end",
        "1-9 open  space play  e other  h home  s switch  +- vol  c call  ? help  q end",
        "1-9 open  space play  ? help  q end",
    ]

    // MARK: Meters

    private static let meterWidth = 12
    /// Level at a meter's left end, in decibels.
    private static let meterFloor = -48.0

    /// A meter's text: `[########----]`.
    package static func meter(_ level: Float) -> String {
        let decibels = decibels(ofAmplitude: Double(level.isFinite ? level : 0))
        let share = 1 - max(decibels, meterFloor) / meterFloor
        return bar(share, meterWidth)
    }

    private func volumeBar(_ volume: Float) -> String {
        Self.bar(Double(volume), 16) + " \(Int((volume * 100).rounded())) %"
    }

    private static func bar(_ share: Double, _ width: Int) -> String {
        let filled = Int((min(max(share.isFinite ? share : 0, 0), 1) * Double(width)).rounded())
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: "-", count: width - filled) + "]"
    }
}

extension String {
    fileprivate func paddedLeft(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
