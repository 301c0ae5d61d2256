import AudioModel

/// What an app's process sends to the phone.
///
/// Questions carry a number of the app's choice, which the answer repeats.
package enum AppMessage: Hashable, Sendable {
    /// The first message, and only the first.
    case hello(WireVersion)
    /// The app says when its code has returned from what it is told (`AppRequest.returned`): not
    /// when its library has dealt with that. Right after `hello`.
    case saysItReturns
    case request(question: UInt32, AppRequest)
    case readSession(question: UInt32)
    case readVerdict(question: UInt32, streamNumber: Int)
    /// The app has dealt with a notification.
    case dealtWith(notification: UInt32)
    /// How loud the app's streams are; replaces what was told before.
    case levels([StreamLevel])
    /// The app's output stands still, as it was asked.
    case outputHeld
}

/// How loud one stream is at the moment.
package struct StreamLevel: Hashable, Sendable {
    package var number: Int
    /// Largest absolute sample of the sound itself since the last report, full scale 1.
    package var sourcePeak: Float
    /// The same after all gains.
    package var outputPeak: Float

    package init(number: Int, sourcePeak: Float, outputPeak: Float) {
        self.number = number
        self.sourcePeak = sourcePeak
        self.outputPeak = outputPeak
    }
}

enum AppMessageKind: UInt8, CaseIterable {
    case hello, saysItReturns, request, readSession, readVerdict, dealtWith, levels, outputHeld
}

extension AppMessage {
    /// - Throws: `tooLarge` for texts and lists over the limits of `WireLimits`.
    package func encoded() throws(WireError) -> [UInt8] {
        var writer = WireWriter()
        switch self {
        case .hello(let version):
            writer.write(case: AppMessageKind.hello)
            writer.write(version)
        case .saysItReturns: writer.write(case: AppMessageKind.saysItReturns)
        case .request(let question, let request):
            writer.write(case: AppMessageKind.request)
            writer.write(question)
            writer.write(request)
        case .readSession(let question):
            writer.write(case: AppMessageKind.readSession)
            writer.write(question)
        case .readVerdict(let question, let number):
            writer.write(case: AppMessageKind.readVerdict)
            writer.write(question)
            writer.write(number)
        case .dealtWith(let notification):
            writer.write(case: AppMessageKind.dealtWith)
            writer.write(notification)
        case .levels(let levels):
            writer.write(case: AppMessageKind.levels)
            writer.write(levels, max: WireLimits.levelsMax, "list of levels") { level, writer in
                writer.write(level.number)
                writer.write(level.sourcePeak)
                writer.write(level.outputPeak)
            }
        case .outputHeld: writer.write(case: AppMessageKind.outputHeld)
        }
        return try writer.finish()
    }

    /// - Throws: The first thing wrong, for any bytes that no `encoded` gives.
    package init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.readCase("kind of message", of: AppMessageKind.self) {
        case .hello: self = .hello(try reader.readVersion())
        case .saysItReturns: self = .saysItReturns
        case .request:
            self = .request(question: try reader.readNumber(), try reader.readRequest())
        case .readSession: self = .readSession(question: try reader.readNumber())
        case .readVerdict:
            self = .readVerdict(
                question: try reader.readNumber(), streamNumber: try reader.readInt())
        case .dealtWith: self = .dealtWith(notification: try reader.readNumber())
        case .levels:
            self = .levels(
                try reader.readList(max: WireLimits.levelsMax, "list of levels") {
                    reader throws(WireError) in
                    StreamLevel(
                        number: try reader.readInt(), sourcePeak: try reader.readFloat("level"),
                        outputPeak: try reader.readFloat("level"))
                })
        case .outputHeld: self = .outputHeld
        }
        try reader.finish()
    }
}

extension WireWriter {
    mutating func write(_ version: WireVersion) {
        write(version.layout)
        write(version.vocabulary)
    }
}

extension WireReader {
    mutating func readVersion() throws(WireError) -> WireVersion {
        WireVersion(layout: try readNumber(), vocabulary: try readNumber())
    }
}
