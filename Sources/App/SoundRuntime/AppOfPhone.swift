import AudioModel
import DeviceConnections
import DeviceProtocol
import Foundation
import HostLinux
package import SoundClient
import SoundMixer
import SoundServer
import Synchronization

let reportsCallbackReturns = Atomic<Bool>(false)

/// Makes the process's own app report when its code has returned from a callback
/// (`AppRequest.returned`), so that its phone can wait for that. Call it before the first
/// `currentApp()`.
package func announceCallbackReturns() { reportsCallbackReturns.store(true, ordering: .releasing) }

/// Whether another process decides for an app: a phone, or a device service.
package func isDecidedByAnotherProcess(_ app: AppSound) -> Bool {
    hasPhoneElsewhere(app) || (app.connection as? DeviceServiceConnection)?.isServed == true
}

/// Whether the phone that decides for an app is another process.
package func hasPhoneElsewhere(_ app: AppSound) -> Bool {
    app.connection is PhoneConnection || app.connection is NoPhone
}

/// Creates the app of a process that a phone has started: the process renders its own sound, and
/// the phone at the other end of the socket decides.
///
/// - Parameter path: The path of the phone's socket.
func makeAppOfPhone(at path: String, name: String) -> AppSound {
    let device = DeferredOutput(sampleRate: 48_000, usualFrames: outputRole.blockFrames) {
        findOutput(for: name)
    }
    let input = DeferredInput(sampleRate: 48_000, channelCount: 2) { findInput(for: name) }
    let environment = LinuxEnvironment()
    func makeApp(_ connect: (any AppReceiver) -> any AppConnection) -> AppSound {
        AppSound(
            mixer: Mixer(outputRate: device.sampleRate), environment: environment, device: device,
            inputDevice: input, systemSoundRule: SystemSoundSetting.ofProcess,
            systemSoundNames: SystemSoundSetting.namesOfProcess,
            interruptedRecordings: InterruptedRecordingSetting.ofProcess, connect: connect)
    }
    do throws(PhoneConnectionError) {
        let connection = try PhoneConnection(
            to: path, reportsCallbackReturns: reportsCallbackReturns.load(ordering: .acquiring))
        let levels = LevelReports(environment: environment) { connection.reportLevels($0) }
        let app = makeApp { receiver in
            var events = PhoneConnectionEvents()
            events.streamStarted = { levels.begin() }
            // Not on the connection's own thread: a device takes time to stop.
            events.holdOutput = {
                environment.onQueue {
                    device.hold()
                    connection.reportOutputHeld()
                }
            }
            events.resumeOutput = { environment.onQueue { device.letGoOn() } }
            events.lost = { why in
                // Without its phone the app could neither be opened nor ended.
                if why == .closed, reportsCallbackReturns.load(ordering: .acquiring) {
                    _exit(EXIT_FAILURE)
                }
                // Nothing else would release a held output.
                environment.onQueue { device.letGoOn() }
                if why != .closed { warn("\(why): no further sound is played") }
            }
            connection.attach(receiver, events: events)
            return connection
        }
        levels.report(on: app)
        return app
    } catch {
        // An app that has lost its phone must not decide for itself.
        warn("\(error): no sound is played")
        return makeApp { _ in NoPhone() }
    }
}

/// The connection of an app without a reachable phone: it refuses every request.
private final class NoPhone: AppConnection {
    let app = AppID(rawValue: -1)
    let session = SessionSnapshot(
        category: .soloAmbient, mode: .default, options: [], isActive: false,
        isOtherAudioPlaying: false, secondaryAudioShouldBeSilencedHint: false,
        route: Route(outputs: [.speaker]), outputVolume: 0)

    func request(_ request: AppRequest) throws(SessionError) { throw .mediaServicesFailed }
    func report(_ report: AppReport) {}
    func verdict(ofStream number: Int) -> Verdict? { nil }
    func disconnect(_ termination: Termination) {}
}
