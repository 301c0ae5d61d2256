import AudioModel
import DBus
import DeviceEvents
import SoundServer

/// The connection of an app that may be sandboxed: what it does with its own session and streams is its
/// own matter; what acts on the device or on other apps needs a permission then. Any thread.
final class AllowedConnection: AppConnection {
    private let connection: any AppConnection
    private let program: ConnectedProgram

    init(_ connection: any AppConnection, of program: ConnectedProgram) {
        self.connection = connection
        self.program = program
    }

    var app: AppID { connection.app }
    var lastRefusal: RefusalReason? { connection.lastRefusal }
    var session: SessionSnapshot { connection.session }

    func request(_ request: AppRequest) throws(SessionError) {
        if let (act, permission) = Self.permission(for: request),
            !program.may(act, permission: permission)
        {
            throw .missingEntitlement
        }
        try connection.request(request)
    }

    func report(_ report: AppReport) { connection.report(report) }
    func verdict(ofStream number: Int) -> Verdict? { connection.verdict(ofStream: number) }
    func disconnect(_ termination: Termination) { connection.disconnect(termination) }

    /// The permission for a request that acts on more than the app itself.
    private static func permission(for request: AppRequest) -> (act: String, permission: String)? {
        switch request {
        case .setMediaVolume: ("setMediaVolume", "volume")
        case .openURL: ("openURL", DevicePermission.front)
        case .openPlayer: ("openPlayer", DevicePermission.front)
        case .call(.arrived), .prepareCall: ("call", DevicePermission.announce)
        case .startPlayer: ("startPlayer", DBusAllowances.music)
        case .setCategory, .setMode, .activate, .deactivate, .startStream, .prepareStream,
            .pauseStream, .resumeStream, .stopStream, .setStreamVolume, .letStreamOutliveApp,
            .streamEnded, .vibrate, .allowHapticsAndSystemSoundsDuringRecording, .overrideOutput,
            .prefer, .setPreferredInput, .beginBackgroundTask, .endBackgroundTask, .returned,
            .enableRemoteCommands, .call:
            nil
        }
    }
}
