/// The one rule of which program may do what: programs of the user may do everything, and sandboxed
/// ones what is open to everyone and what the configuration allows them. One thread.
struct AccessRule {
    /// A program, and what it is allowed.
    struct Caller: Sendable {
        var program: BusProgram
        var allowances = DBusAllowances()

        init(_ program: BusProgram, _ allowances: DBusAllowances = DBusAllowances()) {
            self.program = program
            self.allowances = allowances
        }

        /// Finds a sandboxed program, which may block.
        init(_ look: ProcessLook, _ allowances: () -> DBusAllowances) {
            do throws(ProcessLook.LookError) {
                self.init(try look.sandboxedProgram(), allowances())
            } catch {
                self.init(.unknown(error.reason))
            }
        }
    }

    /// Programs that are remembered, by the unique names of their connections.
    private static let callersMax = 1_024
    /// Kinds of refusals that are counted by themselves.
    private static let refusalsMax = 256
    /// Looks into the root folders of sandboxed programs at a time.
    static let looksMax = 16

    private let policy: DBusAccessPolicy
    private var callers: [String: Caller] = [:]
    private var asked: Set<String> = []
    private var refusals: [String: Int] = [:]
    /// Counts the connections to the bus: each gives its own unique names.
    private(set) var generation = 0
    var lookCount = 0

    init(_ policy: DBusAccessPolicy) {
        self.policy = policy
    }

    var allowances: @Sendable () -> DBusAllowances { policy.allowances }

    func isKnown(_ sender: String) -> Bool { callers[sender] != nil }

    /// - Returns: Whether the bus is to be asked for the program of a connection.
    mutating func begin(_ sender: String) -> Bool {
        guard callers[sender] == nil else { return false }
        return asked.insert(sender).inserted
    }

    mutating func set(_ caller: Caller, of sender: String) {
        asked.remove(sender)
        if callers.count >= Self.callersMax { callers = [:] }
        callers[sender] = caller
    }

    mutating func forgetPrograms() {
        (callers, asked) = ([:], [])
        generation += 1
    }

    /// Throws, and reports it, when the program of a connection may not make a request.
    mutating func check(
        _ request: ExportedObjects.Request, of sender: String
    ) throws(DBusError) {
        guard let permission = request.permission else { return }
        let caller = callers[sender] ?? Caller(.unknown("it has not been looked at"))
        let (subject, remedy, key): (String, String, String)
        switch caller.program {
        case .unconfined: return
        case .sandboxed(let name, let process):
            if caller.allowances.contains(permission, for: name) { return }
            let kind =
                name == DBusAllowances.unidentified ? "a sandboxed program" : "\(name), sandboxed"
            (subject, key) = ("\(kind) (process \(process))", name)
            remedy =
                "the line '\(DBusAllowances.keyword) \(name) \(permission)' in device.conf allows it"
        case .unknown(let why):
            (subject, key) = ("\(sender)", "")
            remedy = "the program cannot be identified: \(why)"
        }
        let message =
            "\(subject) may not use \(request.interface).\(request.name)"
            + Self.detail(request.arguments) + ": \(remedy)"
        report(message, "\(key) \(request.interface).\(request.name) \(permission)")
        throw DBusError(.accessDenied, message)
    }

    /// The first text among the arguments, for a message.
    private static func detail(_ arguments: [DBusValue]) -> String {
        guard let text = arguments.lazy.compactMap(\.unwrapped.text).first, !text.isEmpty else {
            return ""
        }
        let printable = text.unicodeScalars.prefix(60).filter {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        var shown = ""
        shown.unicodeScalars.append(contentsOf: printable)
        return " '\(shown)'"
    }

    private mutating func report(_ message: String, _ key: String) {
        let key = refusals[key] != nil || refusals.count < Self.refusalsMax ? key : ""
        let count = refusals[key, default: 0] + 1
        refusals[key] = count
        guard count & (count - 1) == 0 else { return }
        policy.refused(count == 1 ? message : "\(message) (refused \(count) times)")
    }
}
