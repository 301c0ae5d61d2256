package import AudioModel

/// A message from an app's process to the phone.
///
/// Requests and reads carry a number that the app chooses; the answer repeats it.
package enum AppMessage: Hashable, Sendable {
    /// The first message, and never a later one.
    case hello(ProtocolVersion)
    /// Announces that the app reports when its code has returned from a callback
    /// (`AppRequest.returned`), which is later than its library's handling of the notification.
    /// Sent right after `hello`.
    case reportsCallbackReturns
    /// Describes the app to a device service, which did not start its process. Sent right after
    /// `hello`, and never to a phone.
    case introduction(AppIntroduction)
    case request(question: UInt32, AppRequest)
    case readSession(question: UInt32)
    case readVerdict(question: UInt32, streamNumber: Int)
    /// Acknowledges a notification that the app's library has handled.
    case acknowledged(notification: UInt32)
    /// The levels of all streams; replaces the levels sent before.
    case levels([StreamLevel])
    /// Acknowledges `PhoneMessage.holdOutput`: the app's output device has stopped.
    case outputHeld
    /// A part of the encoded picture that a following report of `AppReport.nowPlaying` refers to by
    /// its hash and its size. `offset` 0 begins a new picture.
    case artworkPart(offset: UInt32, [UInt8])
    /// A report. A picture is not part of it: the phone takes the parts sent before, or the picture
    /// of the report before.
    case report(AppReport, artwork: ArtworkReference?)
}

/// The picture that a report refers to.
package struct ArtworkReference: Hashable, Sendable {
    package var hash: UInt64
    package var byteCount: UInt32

    package init(hash: UInt64, byteCount: UInt32) {
        self.hash = hash
        self.byteCount = byteCount
    }
}

/// The peak levels of one stream.
package struct StreamLevel: Hashable, Sendable {
    package var number: Int
    /// The largest absolute source sample since the last report, full scale 1.
    package var sourcePeak: Float
    /// The largest absolute sample after all gains since the last report.
    package var outputPeak: Float

    package init(number: Int, sourcePeak: Float, outputPeak: Float) {
        self.number = number
        self.sourcePeak = sourcePeak
        self.outputPeak = outputPeak
    }
}

enum AppMessageKind: UInt8, CaseIterable {
    case hello, reportsCallbackReturns, request, readSession, readVerdict, acknowledged, levels,
        outputHeld
    case artworkPart, report, introduction
}

extension AppMessage {
    /// Encodes the message.
    ///
    /// - Throws: `tooLarge` for texts and lists that exceed `MessageLimits`.
    package func encoded() throws(MessageError) -> [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .hello(let version):
            writer.write(case: AppMessageKind.hello)
            writer.write(version)
        case .reportsCallbackReturns: writer.write(case: AppMessageKind.reportsCallbackReturns)
        case .introduction(let introduction):
            writer.write(case: AppMessageKind.introduction)
            writer.write(introduction)
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
        case .acknowledged(let notification):
            writer.write(case: AppMessageKind.acknowledged)
            writer.write(notification)
        case .levels(let levels):
            writer.write(case: AppMessageKind.levels)
            writer.write(levels, max: MessageLimits.levelsMax, "list of levels") { level, writer in
                writer.write(level.number)
                writer.write(level.sourcePeak)
                writer.write(level.outputPeak)
            }
        case .outputHeld: writer.write(case: AppMessageKind.outputHeld)
        case .artworkPart(let offset, let bytes):
            writer.write(case: AppMessageKind.artworkPart)
            writer.write(offset)
            writer.write(bytes, max: MessageLimits.artworkPartBytesMax, "part of a picture") {
                $1.write($0)
            }
        case .report(let report, let artwork):
            writer.write(case: AppMessageKind.report)
            writer.write(report)
            writer.write(artwork) { artwork, writer in
                writer.write(artwork.hash)
                writer.write(artwork.byteCount)
            }
        }
        return try writer.finish()
    }

    /// Decodes a message.
    ///
    /// - Throws: The first error in bytes that `encoded` does not produce.
    package init(decoding bytes: [UInt8]) throws(MessageError) {
        var reader = MessageReader(bytes)
        switch try reader.readCase("kind of message", of: AppMessageKind.self) {
        case .hello: self = .hello(try reader.readVersion())
        case .reportsCallbackReturns: self = .reportsCallbackReturns
        case .introduction: self = .introduction(try reader.readIntroduction())
        case .request:
            self = .request(question: try reader.readNumber(), try reader.readRequest())
        case .readSession: self = .readSession(question: try reader.readNumber())
        case .readVerdict:
            self = .readVerdict(
                question: try reader.readNumber(), streamNumber: try reader.readInt())
        case .acknowledged: self = .acknowledged(notification: try reader.readNumber())
        case .levels:
            self = .levels(
                try reader.readList(max: MessageLimits.levelsMax, "list of levels") {
                    reader throws(MessageError) in
                    StreamLevel(
                        number: try reader.readInt(), sourcePeak: try reader.readFloat("level"),
                        outputPeak: try reader.readFloat("level"))
                })
        case .outputHeld: self = .outputHeld
        case .artworkPart:
            self = .artworkPart(
                offset: try reader.readNumber(),
                try reader.readList(
                    max: MessageLimits.artworkPartBytesMax, "part of a picture"
                ) { reader throws(MessageError) in try reader.readByte() })
        case .report:
            self = .report(
                try reader.readReport(),
                artwork: try reader.readOptional("choice") { reader throws(MessageError) in
                    ArtworkReference(
                        hash: try reader.readNumber(), byteCount: try reader.readNumber())
                })
        }
        try reader.finish()
    }
}

extension MessageWriter {
    mutating func write(_ version: ProtocolVersion) {
        write(version.layout)
        write(version.vocabulary)
    }
}

extension MessageReader {
    mutating func readVersion() throws(MessageError) -> ProtocolVersion {
        ProtocolVersion(layout: try readNumber(), vocabulary: try readNumber())
    }
}
