import AudioModel

/// The encoded kinds of request. The switches of the writer and the reader are both exhaustive, so
/// that a new request does not compile until it is encoded.
enum RequestKind: UInt8, CaseIterable {
    case setCategory, setMode, activate, deactivate
    case startStream, prepareStream, pauseStream, resumeStream, stopStream, setStreamVolume
    case letStreamOutliveApp, streamEnded
    case vibrate, setMediaVolume, allowHapticsAndSystemSoundsDuringRecording, overrideOutput
    case prefer, setPreferredInput
    case beginBackgroundTask, endBackgroundTask, openURL, returned
    case enableRemoteCommands, startPlayer, openPlayer
    case call, prepareCall
}

extension MessageWriter {
    mutating func write(_ request: AppRequest) {
        switch request {
        case .setCategory(let category, let mode, let options, let policy):
            write(case: RequestKind.setCategory)
            write(case: category)
            write(case: mode)
            write(UInt64(options.rawValue))
            write(case: policy)
        case .setMode(let mode):
            write(case: RequestKind.setMode)
            write(case: mode)
        case .activate: write(case: RequestKind.activate)
        case .deactivate(let notifyingOthers):
            write(case: RequestKind.deactivate)
            write(notifyingOthers)
        case .startStream, .prepareStream, .pauseStream, .resumeStream, .stopStream,
            .setStreamVolume, .letStreamOutliveApp, .streamEnded:
            write(aboutStream: request)
        case .vibrate: write(case: RequestKind.vibrate)
        case .setMediaVolume(let volume):
            write(case: RequestKind.setMediaVolume)
            write(volume)
        case .allowHapticsAndSystemSoundsDuringRecording(let isAllowed):
            write(case: RequestKind.allowHapticsAndSystemSoundsDuringRecording)
            write(isAllowed)
        case .overrideOutput(let port):
            write(case: RequestKind.overrideOutput)
            write(case: port)
        case .prefer(let preference, let isPreferred):
            write(case: RequestKind.prefer)
            write(case: preference)
            write(isPreferred)
        case .setPreferredInput(let port):
            write(case: RequestKind.setPreferredInput)
            write(port) { $1.write($0) }
        case .beginBackgroundTask(let task): write(.beginBackgroundTask, task.rawValue)
        case .endBackgroundTask(let task): write(.endBackgroundTask, task.rawValue)
        case .openURL(let url):
            write(case: RequestKind.openURL)
            write(url)
        case .returned(let callback):
            write(case: RequestKind.returned)
            write(case: callback)
        case .enableRemoteCommands(let commands):
            write(case: RequestKind.enableRemoteCommands)
            write(commands.rawValue)
        case .startPlayer(let player): write(.startPlayer, player.rawValue)
        case .openPlayer(let player): write(.openPlayer, player.rawValue)
        case .call(let event):
            write(case: RequestKind.call)
            write(case: event)
        case .prepareCall: write(case: RequestKind.prepareCall)
        }
    }

    private mutating func write(aboutStream request: AppRequest) {
        switch request {
        case .startStream(let number, let kind, let volume):
            write(case: RequestKind.startStream)
            write(number)
            write(case: kind)
            write(volume)
        case .prepareStream(let number, let kind, let volume):
            write(case: RequestKind.prepareStream)
            write(number)
            write(case: kind)
            write(volume)
        case .setStreamVolume(let number, let volume):
            write(case: RequestKind.setStreamVolume)
            write(number)
            write(volume)
        case .pauseStream(let number): write(.pauseStream, number)
        case .resumeStream(let number): write(.resumeStream, number)
        case .stopStream(let number): write(.stopStream, number)
        case .letStreamOutliveApp(let number): write(.letStreamOutliveApp, number)
        case .streamEnded(let number): write(.streamEnded, number)
        default: break  // `write(_:)` has these.
        }
    }

    private mutating func write(_ kind: RequestKind, _ number: Int) {
        write(case: kind)
        write(number)
    }
}

extension MessageReader {
    mutating func readRequest() throws(MessageError) -> AppRequest {
        switch try readCase("kind of request", of: RequestKind.self) {
        case .setCategory:
            return .setCategory(
                try readCase("category"), try readCase("mode"), try readOptions(),
                try readCase("route sharing policy"))
        case .setMode: return .setMode(try readCase("mode"))
        case .activate: return .activate
        case .deactivate: return .deactivate(notifyingOthers: try readBool("choice"))
        case .startStream:
            return .startStream(
                number: try readInt(), try readCase("kind of stream"),
                appVolume: try readFloat("volume"))
        case .prepareStream:
            return .prepareStream(
                number: try readInt(), try readCase("kind of stream"),
                appVolume: try readFloat("volume"))
        case .pauseStream: return .pauseStream(number: try readInt())
        case .resumeStream: return .resumeStream(number: try readInt())
        case .stopStream: return .stopStream(number: try readInt())
        case .setStreamVolume:
            return .setStreamVolume(number: try readInt(), try readFloat("volume"))
        case .letStreamOutliveApp: return .letStreamOutliveApp(number: try readInt())
        case .streamEnded: return .streamEnded(number: try readInt())
        case .vibrate: return .vibrate
        case .setMediaVolume: return .setMediaVolume(try readFloat("volume"))
        case .allowHapticsAndSystemSoundsDuringRecording:
            return .allowHapticsAndSystemSoundsDuringRecording(try readBool("choice"))
        case .overrideOutput: return .overrideOutput(try readCase("output"))
        case .prefer: return .prefer(try readCase("preference"), try readBool("choice"))
        case .setPreferredInput:
            return .setPreferredInput(
                try readOptional("choice") { reader throws(MessageError) in try reader.readPort() })
        case .beginBackgroundTask:
            return .beginBackgroundTask(BackgroundTaskID(rawValue: try readInt()))
        case .endBackgroundTask:
            return .endBackgroundTask(BackgroundTaskID(rawValue: try readInt()))
        case .openURL: return .openURL(try readText("URL"))
        case .returned: return .returned(from: try readCase("callback"))
        case .enableRemoteCommands: return .enableRemoteCommands(try readRemoteCommands())
        case .startPlayer: return .startPlayer(AppID(rawValue: try readInt()))
        case .openPlayer: return .openPlayer(AppID(rawValue: try readInt()))
        case .call: return .call(try readCase("event"))
        case .prepareCall: return .prepareCall
        }
    }

    private mutating func readRemoteCommands() throws(MessageError) -> RemoteCommands {
        let commands = RemoteCommands(rawValue: try readNumber())
        guard commands.isSubset(of: .all) else {
            throw MessageError(.badField("commands"), offset: offset - 4)
        }
        return commands
    }

    mutating func readInt() throws(MessageError) -> Int { Int(try readNumber(Int64.self)) }

    mutating func readOptions() throws(MessageError) -> SessionOptions {
        SessionOptions(rawValue: UInt(try readNumber(UInt64.self)))
    }
}
