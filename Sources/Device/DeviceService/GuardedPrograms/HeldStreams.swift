import DeviceEvents

/// The streams that are decided upon, counted, and those that stay silent until others end.
///
/// No program can take the places of all others.
struct HeldStreams {
    /// A program, as far as it is known.
    private struct Program: Hashable {
        var processID: Int32
        var name: String

        init(_ stream: GuardedStream) {
            processID = stream.processID
            name = stream.isProcessKnown ? "" : stream.facts.names.first ?? ""
        }
    }

    private struct Held {
        var stream: GuardedStream
        var isSounding = false
    }

    private let streamsMax: Int
    private let streamsOfProgramMax: Int
    /// The programs of the streams that are decided upon.
    private var programs: [UInt64: Program] = [:]
    private var counts: [Program: Int] = [:]
    /// In the order in which they came; the guard of streams limits their number.
    private var held: [Held] = []
    /// The programs with a stream that was held since there was none last.
    private var named: Set<Program> = []
    /// Most programs that are named one by one.
    static let namesMax = 64

    init(streamsMax: Int, streamsOfProgramMax: Int) {
        self.streamsMax = streamsMax
        self.streamsOfProgramMax = streamsOfProgramMax
    }

    /// The numbers of held streams, by the names of their programs.
    var countsByName: [String: Int] {
        Dictionary(held.map { ($0.stream.programName, 1) }, uniquingKeysWith: +)
    }

    /// Whether a stream is decided upon, or held.
    func contains(_ serial: UInt64) -> Bool {
        programs[serial] != nil || held.contains { $0.stream.serial == serial }
    }

    private func hasRoom(for program: Program) -> Bool {
        programs.count < streamsMax && counts[program, default: 0] < streamsOfProgramMax
    }

    /// Adds a stream, which is held where there is no room.
    ///
    /// - Returns: Whether it is to be decided upon; a sentence for the user, once for each program.
    mutating func add(_ stream: GuardedStream) -> (hasRoom: Bool, warning: String?) {
        let program = Program(stream)
        guard !hasRoom(for: program) else {
            count(stream, program)
            return (true, nil)
        }
        held.append(Held(stream: stream))
        guard named.count < Self.namesMax, named.insert(program).inserted else {
            return (false, nil)
        }
        let limit =
            programs.count < streamsMax
            ? "it has more than \(streamsOfProgramMax) streams"
            : "there are more than \(streamsMax) streams"
        let consequence = "the further ones stay silent until others end"
        return (false, "\(stream.programName): \(limit); \(consequence)")
    }

    private mutating func count(_ stream: GuardedStream, _ program: Program) {
        programs[stream.serial] = program
        counts[program, default: 0] += 1
    }

    /// - Returns: Whether the stream is held, so that nothing else is to be done.
    mutating func setSounding(_ isSounding: Bool, _ serial: UInt64) -> Bool {
        guard programs[serial] == nil,
            let index = held.firstIndex(where: { $0.stream.serial == serial })
        else { return false }
        held[index].isSounding = isSounding
        return true
    }

    mutating func remove(_ serial: UInt64) {
        guard let program = programs.removeValue(forKey: serial) else {
            held.removeAll { $0.stream.serial == serial }
            if held.isEmpty { named = [] }
            return
        }
        let rest = counts[program, default: 1] - 1
        counts[program] = rest > 0 ? rest : nil
    }

    /// Takes the held stream that there is room for, and that came first.
    mutating func takeNext() -> (stream: GuardedStream, isSounding: Bool)? {
        guard let index = held.firstIndex(where: { hasRoom(for: Program($0.stream)) }) else {
            return nil
        }
        let taken = held.remove(at: index)
        if held.isEmpty { named = [] }
        count(taken.stream, Program(taken.stream))
        return (taken.stream, taken.isSounding)
    }

    mutating func removeAll() {
        self = HeldStreams(streamsMax: streamsMax, streamsOfProgramMax: streamsOfProgramMax)
    }
}
