import AudioModel
import DeviceEvents
import SoundPolicy
import Testing

@Suite("The calls of all services, merged")
struct CallBookTests {
    /// A step of a story: what a service reports, and what the policy then receives.
    struct Step: Sendable {
        var time: Double
        var report: CallReport?
        var ended: CallID?
        var party = EndingParty.unknown
        var expected: [DeviceEvent]
    }

    struct Story: Sendable, CustomTestStringConvertible {
        var name: String
        var steps: [Step]
        var testDescription: String { name }

        init(_ name: String, _ steps: Step...) {
            self.name = name
            self.steps = steps
        }
    }

    private static func set(
        _ id: CallID, _ state: ReportedCallState, _ number: String = "", at time: Double = 0,
        direction: CallDirection? = nil, isCellular: Bool? = nil, gives expected: DeviceEvent...
    ) -> Step {
        Step(
            time: time,
            report: CallReport(
                id, state, direction: direction, number: number, isCellular: isCellular),
            expected: expected)
    }

    private static func end(
        _ id: CallID, at time: Double = 0, by party: EndingParty = .unknown,
        gives expected: DeviceEvent...
    ) -> Step { Step(time: time, ended: id, party: party, expected: expected) }

    private static let (a, b) = (CallID(.ofono, "/m/a"), CallID(.ofono, "/m/b"))
    private static let modem = CallID(.modemManager, "/call/1")
    private static let dialler = CallID(.gnomeCalls, "/org/gnome/Calls/Call/1")
    private static let (voip, otherVoIP) = (CallID(.announcement, "1"), CallID(.announcement, "2"))
    private static let arrives = DeviceEvent.callArrived

    private static let stories: [Story] = [
        Story(
            "a call that comes in, is answered and ends", set(a, .incoming, gives: arrives),
            set(a, .active, gives: .callAnswered), end(a, gives: .callEnded)),
        Story("a missed call", set(a, .incoming, gives: arrives), end(a, gives: .callEnded)),
        Story(
            "a declined call", set(a, .incoming, gives: arrives),
            end(a, by: .user, gives: .callDeclined)),
        Story(
            "a call that is hung up", set(a, .incoming, gives: arrives),
            set(a, .active, gives: .callAnswered),
            end(a, by: .user, gives: .callEnded)),
        Story(
            "a call that the remote party hangs up", set(a, .incoming, gives: arrives),
            set(a, .active, gives: .callAnswered),
            end(a, by: .remoteParty, gives: .callEndedByRemoteParty)),
        Story(
            "an outgoing call, from dialling on", set(a, .dialing, gives: arrives, .callAnswered),
            set(a, .alerting), set(a, .active), end(a, gives: .callEnded)),
        Story(
            "a call that was there before", set(a, .active, gives: arrives, .callAnswered),
            end(a, gives: .callEnded)),
        Story(
            "a held call stays", set(a, .incoming, gives: arrives),
            set(a, .active, gives: .callAnswered),
            set(a, .held), set(a, .active), end(a, gives: .callEnded)),
        Story(
            "a waiting call changes nothing, and rings when the other has ended",
            set(a, .active, gives: arrives, .callAnswered), set(b, .waiting),
            end(a, gives: .callEnded, arrives),
            set(b, .incoming), set(b, .active, gives: .callAnswered), end(b, gives: .callEnded)),
        Story(
            "a waiting call that gives up", set(a, .active, gives: arrives, .callAnswered),
            set(b, .waiting), end(b), end(a, gives: .callEnded)),
        Story(
            "two held and active calls end one after the other",
            set(a, .held, gives: arrives, .callAnswered), set(b, .active), end(b),
            end(a, gives: .callEnded)),
        Story(
            "two calls that ring at once ring once", set(a, .incoming, gives: arrives),
            set(voip, .incoming, "anna"), end(a), set(voip, .active, gives: .callAnswered),
            end(voip, gives: .callEnded)),
        Story(
            "two modem services show one call", set(a, .incoming, "0171 2345678", gives: arrives),
            set(modem, .incoming, "+491712345678", at: 0.9),
            set(a, .active, gives: .callAnswered),
            // The late report of one that has ended would ring.
            end(a, at: 5, gives: .callEnded), set(modem, .active, at: 5.1), end(modem, at: 5.2)),
        Story(
            "calls more than a second apart are two", set(a, .incoming, "123", gives: arrives),
            set(modem, .incoming, "123", at: 1.1), end(a, at: 2),
            end(modem, at: 2, gives: .callEnded)),
        Story(
            "calls of two numbers are two", set(a, .incoming, "12345", gives: arrives),
            set(modem, .incoming, "12346"), end(a), end(modem, gives: .callEnded)),
        Story(
            "calls of two directions are two", set(a, .incoming, "123", gives: arrives),
            set(modem, .dialing, "123", gives: .callAnswered),
            end(modem, gives: .callEnded, arrives),
            end(a, gives: .callEnded)),
        Story(
            "calls without a number are two", set(a, .incoming, gives: arrives),
            set(modem, .incoming),
            end(a), end(modem, gives: .callEnded)),
        Story(
            "GNOME Calls shows the call of a modem, however late",
            set(modem, .incoming, "+49 171 2345678", gives: arrives),
            set(dialler, .incoming, "", at: 9, direction: .incoming, isCellular: true),
            end(modem, at: 10, gives: .callEnded), set(dialler, .active, at: 10),
            end(dialler, at: 11)),
        Story(
            "GNOME Calls shows the call of a modem first",
            set(dialler, .incoming, "123", direction: .incoming, isCellular: true, gives: arrives),
            set(modem, .incoming, "123", at: 3), set(modem, .active, gives: .callAnswered),
            set(dialler, .active, "123"), end(modem, gives: .callEnded), end(dialler)),
        Story(
            "a SIP call of GNOME Calls is one of its own",
            set(modem, .incoming, "123", gives: arrives),
            set(dialler, .incoming, "sip:b@example.org", direction: .incoming, isCellular: false),
            end(modem), end(dialler, gives: .callEnded)),
        Story(
            "GNOME Calls shows a call that has just ended",
            set(modem, .incoming, "123", gives: arrives), end(modem, at: 0.2, gives: .callEnded),
            set(dialler, .incoming, "123", at: 0.3, isCellular: true), end(dialler, at: 0.4)),
        Story(
            "the same caller calls again after that",
            set(modem, .incoming, "123", gives: arrives), end(modem, at: 0.2, gives: .callEnded),
            set(dialler, .incoming, "123", at: 2, isCellular: true, gives: arrives),
            end(dialler, at: 3, gives: .callEnded)),
        Story(
            "calls of three services at once are one",
            set(dialler, .incoming, "123", isCellular: true, gives: arrives),
            set(modem, .incoming, "123"), set(a, .incoming, "123"), end(dialler), end(modem),
            set(a, .active, gives: .callAnswered), end(a, gives: .callEnded)),
        Story(
            "a number that comes later", set(a, .incoming, gives: arrives),
            set(modem, .incoming, "123"),
            set(a, .incoming, "123", at: 0.5), set(a, .active, "123", gives: .callAnswered),
            end(a, gives: .callEnded), end(modem)),
        Story(
            "two announced calls of one caller are two",
            set(voip, .incoming, "anna", gives: arrives),
            set(otherVoIP, .incoming, "anna"), end(voip), end(otherVoIP, gives: .callEnded)),
        Story(
            "the end of an unknown call", end(b), set(a, .incoming, gives: arrives), end(b),
            end(a, gives: .callEnded)),
    ]

    @Test("reach the policy as one call", arguments: stories)
    func story(_ story: Story) {
        var book = CallBook()
        for (index, step) in story.steps.enumerated() {
            let time = HostTime.seconds(step.time)
            var acts: [DeviceEvent] = []
            if let report = step.report { acts = book.set(report, at: time) }
            if let id = step.ended { acts = book.end(id, by: step.party, at: time) }
            #expect(acts == step.expected, "step \(index + 1)")
        }
        #expect(book.state == .none)
        #expect(book.reportCount == 0)
    }

    @Test("arrive as a banner, if they are to")
    func banner() {
        var book = CallBook(arrivesAsBanner: true)
        #expect(
            book.set(CallReport(Self.a, .incoming), at: .zero) == [.callArrivedAsBanner])
        var other = CallBook(arrivesAsBanner: true)
        #expect(
            other.set(CallReport(Self.a, .dialing), at: .zero) == [Self.arrives, .callAnswered])
    }

    @Test("end with their service, or with their modem")
    func vanished() {
        var book = CallBook()
        _ = book.set(CallReport(Self.a, .active, modem: "/one"), at: .zero)
        _ = book.set(CallReport(Self.b, .held, modem: "/two"), at: .zero)
        _ = book.set(CallReport(Self.voip, .incoming), at: .zero)
        #expect(book.replaceCalls(of: .ofono, modem: "/one", with: [], at: .zero) == [])
        #expect(book.calls.map(\.id) == [Self.b, Self.voip])
        #expect(
            book.replaceCalls(of: .ofono, with: [], at: .zero) == [.callEnded, Self.arrives])
        #expect(
            book.replaceCalls(
                of: .announcement, with: [CallReport(Self.otherVoIP, .active)], at: .zero)
                == [.callAnswered])
        #expect(book.calls.map(\.id) == [Self.otherVoIP])
    }

    @Test("are bounded, each service for itself")
    func bounded() {
        var book = CallBook()
        for source in CallSource.allCases {
            for number in 0..<100 {
                let report = CallReport(
                    CallID(source, "\(number)"), .incoming,
                    number: "1" + String(repeating: "é", count: 1000))
                _ = book.set(report, at: .seconds(Double(number) * 2))
            }
        }
        #expect(book.reportCount == 64)
        #expect(book.calls.allSatisfy { $0.number.utf8.count <= CallReport.numberBytesMax })
    }

    @Test("are answered and hung up where they are")
    func targets() {
        var book = CallBook()
        #expect(book.ringingCall == nil)
        #expect(book.connectedCall == nil)
        _ = book.set(CallReport(Self.dialler, .incoming, number: "1", isCellular: true), at: .zero)
        _ = book.set(CallReport(Self.a, .incoming, number: "1"), at: .zero)
        #expect(book.ringingCall?.id == Self.a)
        let first = CallReport(Self.a, .active)
        _ = book.set(first, at: .zero)
        let second = CallReport(Self.b, .waiting, number: "2")
        _ = book.set(second, at: .zero)
        #expect(book.ringingCall?.id == Self.b)
        #expect(book.hasOtherCall(beside: second))
        #expect(!book.hasOtherCall(beside: first))
        _ = book.set(CallReport(Self.a, .held), at: .zero)
        _ = book.set(CallReport(Self.b, .active), at: .zero)
        #expect(book.connectedCall?.id == Self.b)
        #expect(book.ringingCall == nil)
    }
}
