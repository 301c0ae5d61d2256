import AudioModel
import SoundPolicy
import Testing

@Suite("A remote command")
struct RemoteCommandTests {
    @Test("is delivered as what the app takes that does the same", arguments: table)
    func delivered(row: Row) {
        let delivered = commandDelivered(
            for: row.command, to: RemoteCommands(row.enabled), isPlaying: row.isPlaying)
        #expect(delivered == row.delivered, "\(row)")
    }

    struct Row: Sendable {
        var command: RemoteCommand
        var enabled: [RemoteCommandKind]
        var isPlaying: Bool
        var delivered: RemoteCommand?

        init(
            _ command: RemoteCommand, to enabled: [RemoteCommandKind], isPlaying: Bool = false,
            is delivered: RemoteCommand?
        ) {
            self.command = command
            self.enabled = enabled
            self.isPlaying = isPlaying
            self.delivered = delivered
        }
    }

    static let table: [Row] =
        RemoteCommand.samples.flatMap { command in
            [
                Row(command, to: RemoteCommandKind.allCases, is: command),
                Row(command, to: [command.kind], isPlaying: true, is: command),
                Row(command, to: [], is: nil),
            ]
        } + [
            Row(.togglePlayPause, to: [.play, .pause], is: .play),
            Row(.togglePlayPause, to: [.play, .pause], isPlaying: true, is: .pause),
            Row(.togglePlayPause, to: [.play], isPlaying: true, is: nil),
            Row(.play, to: [.togglePlayPause], is: .togglePlayPause),
            Row(.play, to: [.togglePlayPause], isPlaying: true, is: nil),
            Row(.pause, to: [.togglePlayPause], isPlaying: true, is: .togglePlayPause),
            Row(.pause, to: [.togglePlayPause], is: nil),
            Row(.nextTrack, to: [.play, .pause, .previousTrack], is: nil),
            Row(.stop, to: [.pause], isPlaying: true, is: nil),
            Row(.skipForward(15), to: [.nextTrack, .skipBackward], is: nil),
            Row(.seekForward(.begin), to: [.seekBackward], isPlaying: true, is: nil),
        ]

    @Test("toggles nothing in an app that takes play and pause, where the setting says so")
    func noTranslation() {
        let delivered = commandDelivered(
            for: .togglePlayPause, to: RemoteCommands([.play, .pause]), isPlaying: true,
            togglesBecomePlayOrPause: false)
        #expect(delivered == nil)
    }

    @Test("is what one, two or three presses of a headset's button mean")
    func presses() {
        #expect(
            (-1...4).map { command(forHeadsetPresses: $0) } == [
                nil, nil, .togglePlayPause, .nextTrack, .previousTrack, nil,
            ])
    }

    @Test("of a button that is held at the last press seeks; a long press is for the assistant")
    func holds() {
        #expect(
            (-1...4).map { hold(forHeadsetPresses: $0) } == [
                nil, nil, .assistant, .seek(.seekForward), .seek(.seekBackward), nil,
            ])
    }

    @Test("is for the app that played last, else for the one that is a player, if it takes any")
    func election() {
        func candidate(
            _ number: Int, _ enabled: RemoteCommands = .all, _ role: AppRole = .ordinary,
            order: Int = 0, canRun: Bool = true, isInFront: Bool = false
        ) -> NowPlayingCandidate {
            NowPlayingCandidate(
                app: AppID(rawValue: number), enabled: enabled, role: role, playOrder: order,
                canRun: canRun, isInFront: isInFront)
        }
        let film = candidate(1, order: 5, canRun: false)
        let table: [(candidates: [NowPlayingCandidate], elected: Int?)] = [
            ([], nil),
            ([candidate(1)], nil),
            ([candidate(1, order: 4), candidate(2, order: 5)], 2),
            ([candidate(1, order: 5), candidate(2, order: 4)], 1),
            ([candidate(1, order: 4), candidate(2, [], order: 5)], 1),
            ([candidate(1, .all, .nowPlaying), candidate(2)], 1),
            ([candidate(1, .all, .nowPlaying), candidate(2, order: 1)], 2),
            ([candidate(1, [], .nowPlaying), candidate(2)], nil),
            ([candidate(1, .all, .nowPlaying), candidate(2, .all, .musicPlayer)], 2),
            ([film], 1),
            ([film, candidate(2)], 1),
            ([film, candidate(2, isInFront: true)], 2),
            ([film, candidate(2, [], isInFront: true)], 1),
            ([film, candidate(2, isInFront: true), candidate(3, order: 4)], 3),
            ([film, candidate(2, isInFront: true), candidate(3, .all, .nowPlaying)], 3),
            ([candidate(2, isInFront: true)], nil),
        ]
        for row in table {
            #expect(nowPlayingApp(among: row.candidates)?.rawValue == row.elected)
        }
    }

    @Test("needs a headset that has a button")
    func buttons() {
        #expect(
            PortKind.allCases.filter(\.hasHeadsetButton) == [
                .headset, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE,
            ])
    }
}

extension RemoteCommand {
    /// One command of each kind.
    static let samples: [RemoteCommand] = [
        .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack, .skipForward(15),
        .skipBackward(30), .seekForward(.begin), .seekBackward(.end), .changePosition(61.5),
        .changeRate(1.25), .changeRepeatMode(.one), .changeShuffleMode(.items), .rating(4),
        .like(.positive), .dislike(.negative), .bookmark(.positive),
        .enableLanguageOption(LanguageOption(.audible, languageTag: "fr-CA")),
        .disableLanguageOption(LanguageOption(.legible, languageTag: "de")),
    ]
}
