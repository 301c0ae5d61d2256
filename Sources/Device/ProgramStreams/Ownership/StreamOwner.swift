public import DesktopEntries

/// The program that a stream belongs to, with how far each fact can be trusted.
public struct StreamOwner: Sendable, Equatable {
    /// The process. Vouched for by the socket, unless `isProcessClaimed`.
    public var process: ProcessIdentity?
    /// Whether `process` is what a client of the PulseAudio server says of itself. Such a process
    /// exists and has the server's user, but the client may be another one.
    public var isProcessClaimed = false
    /// The process at the other end of PipeWire's socket: the program, or a PulseAudio server.
    public var connection: ProcessIdentity?
    /// The user at the other end of PipeWire's socket.
    public var userID: UInt32?
    /// The Flatpak application, in the words of PipeWire's portal access.
    public var flatpakAppID: String?
    /// The application, from the best source that there is.
    public var app: AppIdentifier?
    /// The file name of the program that `process` runs.
    public var executableName: String?
    /// The name by which `process` was started; `nil` where the kernel does not confirm one.
    public var commandName: String?
    /// What the program says of itself: any text.
    public var claims = Claims()

    public struct Claims: Sendable, Equatable {
        public var applicationName: String?
        public var applicationID: String?
        public var processID: Int32?
        public var processBinary: String?

        public init(
            applicationName: String? = nil, applicationID: String? = nil, processID: Int32? = nil,
            processBinary: String? = nil
        ) {
            self.applicationName = applicationName
            self.applicationID = applicationID
            self.processID = processID
            self.processBinary = processBinary
        }
    }

    public init() {}

    /// A name of the program for messages.
    var displayName: String {
        app?.name ?? executableName ?? claims.applicationName ?? claims.processBinary
            ?? "an unknown program"
    }
}
