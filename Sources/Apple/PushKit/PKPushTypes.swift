public import Foundation

/// A kind of push.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the kind.
    public var rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Invitations to calls, which the app must report with CallKit.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// Updates of a watch's face. None arrive here.
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
    /// Changes of files. None arrive here.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}

/// What an app's server needs to send it pushes.
public final class PKPushCredentials: NSObject, Sendable {
    /// The kind of the pushes.
    public let type: PKPushType
    /// The app's address; a made-up one here.
    public let token: Data

    init(_ type: PKPushType, token: Data) {
        self.type = type
        self.token = token
    }
}

/// A push.
///
/// Ownership: nothing changes; the dictionary holds values that may be sent.
public final class PKPushPayload: NSObject, @unchecked Sendable {
    /// The kind of the push.
    public let type: PKPushType
    /// What the app's server has sent.
    public let dictionaryPayload: [AnyHashable: Any]

    init(_ type: PKPushType, _ payload: [String: any Sendable]) {
        self.type = type
        var dictionary: [AnyHashable: Any] = [:]
        for (key, value) in payload { dictionary[key] = value }
        dictionaryPayload = dictionary
    }
}

/// Facts about a push for a call; since iOS 26.4.
public final class PKVoIPPushMetadata: NSObject, Sendable {
    /// Whether the app must report a call before it calls the push's completion.
    public let mustReport: Bool

    init(mustReport: Bool) { self.mustReport = mustReport }
}
