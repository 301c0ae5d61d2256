import AudioModel

/// A service that reports calls. Of two that report the same call, the first in this order counts.
package enum CallSource: Int, CaseIterable, Comparable, Sendable {
    case ofono
    case modemManager
    case gnomeCalls
    /// Programs that announce their calls by `org.sori.Calls1`.
    case announcement

    package static func < (left: CallSource, right: CallSource) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Whether the service owns modems itself.
    var isModemService: Bool { self == .ofono || self == .modemManager }
}

/// A call, as its service names it.
package struct CallID: Hashable, Sendable {
    package var source: CallSource
    /// The path of the call's object, or its number.
    package var key: String

    package init(_ source: CallSource, _ key: String) {
        self.source = source
        self.key = key
    }
}

/// The state of a call that has begun and not ended.
///
/// Source: oFono, `doc/voicecall-api.txt`, "State".
package enum ReportedCallState: String, CaseIterable, Sendable {
    case incoming
    /// Incoming during another call.
    case waiting
    case dialing
    /// Outgoing, while it rings at the other end.
    case alerting
    case active
    case held

    package var isRinging: Bool { self == .incoming || self == .waiting }
}

/// The party that ends a call, as far as its service says.
package enum EndingParty: CaseIterable, Sendable {
    /// The device's user.
    case user
    case remoteParty
    case unknown
}

package enum CallDirection: Sendable {
    case incoming, outgoing
}

/// A call, as a service describes it.
package struct CallReport: Hashable, Sendable {
    package var id: CallID
    package var state: ReportedCallState
    /// `nil` when the service does not say, and the call was answered before it was seen.
    package var direction: CallDirection?
    /// The other end: a number, an address, a name; empty when it is not known.
    package var number: String
    /// Whether the call is one of a modem.
    package var isCellular: Bool
    /// The object of the modem; empty when the service does not say.
    package var modem: String

    /// Bytes of a number that are kept.
    package static let numberBytesMax = 128

    package init(
        _ id: CallID, _ state: ReportedCallState, direction: CallDirection? = nil,
        number: String = "",
        isCellular: Bool? = nil, modem: String = ""
    ) {
        self.id = id
        self.state = state
        self.direction = direction ?? CallDirection(of: state)
        self.number = number.bounded(toBytes: Self.numberBytesMax)
        self.isCellular = isCellular ?? id.source.isModemService
        self.modem = modem
    }
}

extension CallDirection {
    /// The direction that a state has, if it has one.
    package init?(of state: ReportedCallState) {
        switch state {
        case .incoming, .waiting: self = .incoming
        case .dialing, .alerting: self = .outgoing
        case .active, .held: return nil
        }
    }
}
