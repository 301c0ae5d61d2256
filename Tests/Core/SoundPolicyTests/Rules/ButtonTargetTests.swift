import AudioModel
import SoundPolicy
import Testing

/// The conditions when a volume button is pressed, and the volume that it changes.
struct Press: Sendable, CustomStringConvertible {
    /// Whether a call is connected, media is playing, a ringer sound is playing, and the setting
    /// "change with buttons" is on.
    var call, media, ringer, setting: Bool
    var target: VolumeKind

    var description: String { "\(call) \(media) \(ringer) \(setting)" }

    /// The complete table, typed by hand: a row for every combination.
    static let table = """
        call media ringer setting | target
        no   no    no     on      | ringer
        no   no    no     off     | media
        no   no    yes    on      | ringer
        no   no    yes    off     | ringer
        no   yes   no     on      | media
        no   yes   no     off     | media
        no   yes   yes    on      | media
        no   yes   yes    off     | media
        yes  no    no     on      | call
        yes  no    no     off     | call
        yes  no    yes    on      | call
        yes  no    yes    off     | call
        yes  yes   no     on      | call
        yes  yes   no     off     | call
        yes  yes   yes    on      | call
        yes  yes   yes    off     | call
        """.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(whereSeparator: { $0 == " " || $0 == "|" })
            let isOn = cells.map { $0 == "yes" || $0 == "on" }
            return Press(
                call: isOn[0], media: isOn[1], ringer: isOn[2], setting: isOn[3],
                target: VolumeKind(rawValue: String(cells[4]))!)
        }
}

@Suite("A volume button")
struct ButtonTargetTests {
    @Test("moves the volume of what sounds, else the ringer's", arguments: Press.table)
    func target(press: Press) {
        #expect(
            buttonTarget(
                isCallConnected: press.call, isMediaSounding: press.media,
                isRingerSounding: press.ringer, changesWithButtons: press.setting,
                rules: RuleSet(off: [])) == press.target)
    }

    @Test("has a row for every situation")
    func complete() {
        #expect(Set(Press.table.map(\.description)).count == 16)
    }

    @Test("moves a sixteenth, and stays between silence and full", arguments: VolumeKind.allCases)
    func steps(kind: VolumeKind) {
        var phone = Phone()
        // Given that the button moves this volume, which is at 0.5.
        switch kind {
        case .media:
            phone.launch(.music, Session(category: .playback))
            phone.start(.song)
        case .ringer: break
        case .call:
            phone.send(.callArrived)
            phone.send(.callAnswered)
        }
        phone.send(.volumeSet(kind, 0.5))
        // When it is pressed once down, and then up without end.
        phone.send(.volumePressed(.down))
        #expect(phone.machine.currentVolume(kind) == 0.4375)
        var volumes: [Float] = []
        for _ in 0..<12 {
            phone.send(.volumePressed(.up))
            volumes.append(phone.machine.currentVolume(kind))
        }
        // Then it climbs by sixteenths, as far as it goes; and nothing else has moved.
        let sixteenths: [Float] = (8...16).map { Float($0) / 16 }
        #expect(volumes == sixteenths + [1, 1, 1])
        let initial = PolicyConfiguration()
        let others: [(VolumeKind, Float)] = [
            (.media, initial.mediaVolume), (.ringer, initial.ringerVolume),
            (.call, initial.callVolume),
        ]
        for (other, volume) in others where other != kind {
            #expect(phone.machine.currentVolume(other) == volume)
        }
    }
}
