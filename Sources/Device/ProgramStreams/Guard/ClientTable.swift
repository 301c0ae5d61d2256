import DesktopEntries

/// The clients of a server, and the owners of streams that follow from them.
struct ClientTable {
    struct Client {
        var serial: UInt64
        /// The process and the user at the other end of the socket, in the server's words.
        var processID: Int32?
        var userID: UInt32?
        var applicationName: String?
        var isFlatpak = false
        var flatpakAppID: String?
        /// Whether the client speaks for programs of its own, by its own words.
        var claimsPulseServer = false
        /// What `/proc` said when the first stream came; the outer optional is `nil` before.
        var facts: ProcessFacts??
    }

    /// Properties of a stream's node that say something of its owner.
    struct Claims {
        var names = StreamOwner.Claims()
        var isFromPulseServer = false
        /// Whether the program is on this machine.
        var isLocal = true
    }

    private(set) var clients: [UInt32: Client] = [:]
    private let desktopFiles: DesktopFiles?
    /// The files of programs that may say which process a stream belongs to.
    private let pulseServers: Set<FileIdentity>

    static let clientsMax = 8192

    init(desktopFiles: DesktopFiles?, pulseServerPaths: [String]) {
        self.desktopFiles = desktopFiles
        pulseServers = Set(pulseServerPaths.compactMap(FileIdentity.init(path:)))
    }

    /// - Returns: Whether there was room.
    mutating func add(_ client: Client, id: UInt32) -> Bool {
        guard clients[id] != nil || clients.count < ClientTable.clientsMax else { return false }
        clients[id] = client
        return true
    }

    mutating func remove(id: UInt32) {
        clients[id] = nil
    }

    mutating func removeAll() {
        clients = [:]
    }

    /// Takes the complete properties of a client.
    mutating func update(id: UInt32, property: (String) -> String?) {
        guard var client = clients[id] else { return }
        client.update(property)
        clients[id] = client
    }

    /// The owner of a stream, from its client and from what its node claims.
    ///
    /// - Parameter identifiesApp: Whether the app is wanted, for which desktop files may have to be
    ///   read: that takes longer than a stream needs to begin.
    mutating func owner(
        client id: UInt32?, claims: Claims, identifiesApp: Bool = true
    ) -> StreamOwner {
        var owner = StreamOwner()
        owner.claims = claims.names
        guard let id, var client = clients[id] else { return owner }
        if client.facts == nil {
            client.facts = .some(client.processID.flatMap(ProcessFacts.init))
            clients[id] = client
        }
        owner.claims.applicationName = claims.names.applicationName ?? client.applicationName
        owner.userID = client.userID
        owner.flatpakAppID = client.isFlatpak ? client.flatpakAppID : nil
        let facts = client.facts ?? nil
        owner.connection = facts?.identity
        if let facts, isPulseServer(client, facts, claims) {
            owner.isProcessClaimed = true
            identify(
                &owner, by: claimedProcess(claims, userID: client.userID),
                identifiesApp: identifiesApp)
        } else {
            identify(&owner, by: facts, identifiesApp: identifiesApp)
        }
        return owner
    }

    private func identify(
        _ owner: inout StreamOwner, by facts: ProcessFacts?, identifiesApp: Bool
    ) {
        owner.process = facts?.identity
        owner.executableName = facts?.executableName
        owner.commandName = facts?.commandName
        guard identifiesApp else { return }
        owner.app = AppIdentifier(
            flatpakAppID: owner.flatpakAppID, controlGroups: facts?.controlGroups,
            executableName: facts?.executableName,
            desktopFile: { [desktopFiles] executable in
                desktopFiles?.entry(executable: executable)?.id
            })
    }

    /// A claim counts only from a program that is known to make it for others.
    private func isPulseServer(
        _ client: Client, _ facts: ProcessFacts, _ claims: Claims
    ) -> Bool {
        (client.claimsPulseServer || claims.isFromPulseServer)
            && facts.executableFile.map(pulseServers.contains) == true
    }

    private func claimedProcess(_ claims: Claims, userID: UInt32?) -> ProcessFacts? {
        guard claims.isLocal, let id = claims.names.processID,
            let facts = ProcessFacts(id), facts.userID == userID
        else { return nil }
        return facts
    }
}

extension ClientTable.Client {
    /// Creates a client from the properties that its announcement has.
    init(serial: UInt64, property: (String) -> String?) {
        self.serial = serial
        processID = property("pipewire.sec.pid").flatMap { Int32($0) }
        userID = property("pipewire.sec.uid").flatMap { UInt32($0) }
        update(property)
    }

    /// Takes what a client may change; the process and the user stay.
    fileprivate mutating func update(_ property: (String) -> String?) {
        applicationName = property("application.name").map(clamped) ?? applicationName
        isFlatpak = property("pipewire.access") == "flatpak" || isFlatpak
        flatpakAppID = property("pipewire.access.portal.app_id").map(clamped) ?? flatpakAppID
        claimsPulseServer = property("client.api") == "pipewire-pulse" || claimsPulseServer
    }
}

extension ClientTable.Claims {
    /// Reads the properties of a stream's node.
    init(nodeProperty property: (String) -> String?) {
        names = StreamOwner.Claims(
            applicationName: property("application.name").map(clamped),
            applicationID: property("application.id").map(clamped),
            processID: property("application.process.id").flatMap { Int32($0) },
            processBinary: property("application.process.binary").map(clamped))
        isFromPulseServer = property("client.api") == "pipewire-pulse"
        isLocal = property("pulse.server.type").map { $0 == "unix" } ?? true
    }
}

/// A text of another program, cut to a length that cannot fill the memory.
func clamped(_ text: String) -> String {
    let lengthMax = 256
    return text.unicodeScalars.count <= lengthMax
        ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(lengthMax)))
}
