import DBus
import Dispatch

/// What programs on the bus have announced, until they withdraw it or leave the bus.
///
/// Every item belongs to the program that has announced it: for any other it does not exist.
///
/// Ownership: `queue`.
final class Announcements<Item: Sendable>: @unchecked Sendable {
    private struct Program {
        var numbers: [UInt32] = []
        var watch: DBusSubscription?
    }

    private let connection: DBusConnection
    private let queue: DispatchQueue
    private let interface: String
    private var programs: [String: Program] = [:]
    private var items: [UInt32: Item] = [:]
    private var lastNumber: UInt32 = 0
    private let withdrawn: @Sendable (UInt32, Item) -> Void

    /// Items of one program at a time.
    static var itemsPerProgramMax: Int { 4 }
    /// Items of all programs at a time.
    static var itemsMax: Int { 16 }

    /// - Parameter withdrawn: Called for each item of a program that has left the bus.
    init(
        on connection: DBusConnection, queue: DispatchQueue, interface: String,
        withdrawn: @escaping @Sendable (UInt32, Item) -> Void
    ) {
        self.connection = connection
        self.queue = queue
        self.interface = interface
        self.withdrawn = withdrawn
    }

    var all: [(UInt32, Item)] { items.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// Adds an item.
    ///
    /// - Returns: Its number.
    func add(_ item: Item, of sender: String) throws(DBusError) -> UInt32 {
        guard isUniqueName(sender) else {
            throw DBusError(.accessDenied, "the caller has no name on the bus")
        }
        guard items.count < Self.itemsMax,
            programs[sender]?.numbers.count ?? 0 < Self.itemsPerProgramMax
        else {
            throw DBusError(.limitsExceeded, "end one of those that are announced first")
        }
        repeat { lastNumber &+= 1 } while lastNumber == 0 || items[lastNumber] != nil
        items[lastNumber] = item
        programs[sender, default: Program()].numbers.append(lastNumber)
        if programs[sender]?.watch == nil {
            programs[sender]?.watch = connection.watchOwner(of: sender) {
                [weak self, queue] owner in
                guard owner == nil else { return }
                queue.sync { self?.programLeft(sender) }
            }
        }
        return lastNumber
    }

    func item(_ number: UInt32, of sender: String) throws(DBusError) -> Item {
        guard programs[sender]?.numbers.contains(number) == true, let item = items[number] else {
            throw DBusError(
                name: interface + ".Error.Unknown",
                message: "this program has announced nothing with the number \(number)")
        }
        return item
    }

    func replace(_ number: UInt32, with item: Item) { items[number] = item }

    func remove(_ number: UInt32, of sender: String) throws(DBusError) -> Item {
        let item = try item(number, of: sender)
        items[number] = nil
        programs[sender]?.numbers.removeAll { $0 == number }
        if programs[sender]?.numbers.isEmpty == true { programs[sender] = nil }
        return item
    }

    private func programLeft(_ sender: String) {
        guard let program = programs.removeValue(forKey: sender) else { return }
        for number in program.numbers {
            if let item = items.removeValue(forKey: number) { withdrawn(number, item) }
        }
    }

    /// Withdraws all items.
    func removeAll() {
        programs = [:]
        items = [:]
    }
}

extension DBusAccess {
    /// The right to announce what sounds, which interrupts others.
    static let announcement = permitted(DevicePermission.announce)
}

extension DBusMethod {
    /// A method with a body that runs on a queue and gets the caller's unique name.
    init(
        _ name: String, access: DBusAccess, inputs: [DBusArgument] = [],
        outputs: [DBusArgument] = [], on queue: DispatchQueue,
        body:
            @escaping @Sendable (_ sender: String, [DBusValue]) throws(DBusError) -> [DBusValue]
    ) {
        self.init(name, access: access, inputs: inputs, outputs: outputs) {
            call throws(DBusError) in
            let result = queue.sync {
                Result { () throws(DBusError) in try body(call.sender, call.arguments) }
            }
            return try result.get()
        }
    }
}
