package import Foundation

/// The value of an attribute.
package enum KeychainValue: Hashable, Sendable {
    case text(String)
    case data(Data)
    case number(Int64)
    case flag(Bool)
    case date(Date)

    /// Whether the value says as much as no value: an empty text, no bytes.
    var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .data(let data): data.isEmpty
        case .number, .flag, .date: false
        }
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var data: Data? { if case .data(let data) = self { data } else { nil } }
    package var date: Date? { if case .date(let date) = self { date } else { nil } }
}

/// The class of an item.
package enum KeychainClass: String, CaseIterable, Sendable {
    case genericPassword = "genp"
    case internetPassword = "inet"

    /// The attributes that identify an item of the class, together with its group and whether it is
    /// synchronizable.
    ///
    /// Source: Apple, `errSecDuplicateItem`, "The item already exists".
    package var identity: [KeychainAttribute] {
        switch self {
        case .genericPassword: [.account, .service]
        case .internetPassword:
            [
                .account, .securityDomain, .server, .protocol, .authenticationType, .port, .path,
            ]
        }
    }
}

/// The attributes of items; the raw value is the key that Apple's constants stand for.
package enum KeychainAttribute: String, CaseIterable, Sendable {
    case account = "acct"
    case label = "labl"
    case description = "desc"
    case comment = "icmt"
    case group = "agrp"
    case created = "cdat"
    case modified = "mdat"
    case creator = "crtr"
    case type = "type"
    case isInvisible = "invi"
    case isNegative = "nega"
    case isSynchronizable = "sync"
    case accessibility = "pdmn"
    case service = "svce"
    case generic = "gena"
    case server = "srvr"
    case securityDomain = "sdmn"
    case path = "path"
    case port = "port"
    case `protocol` = "ptcl"
    case authenticationType = "atyp"

    /// The kinds of values.
    package enum Kind: Sendable { case text, data, number, flag, date }

    /// The kind of the attribute's values.
    package var kind: Kind {
        switch self {
        case .account, .label, .description, .comment, .group, .service, .server,
            .securityDomain, .path, .protocol, .authenticationType, .accessibility:
            .text
        case .generic: .data
        case .creator, .type, .port: .number
        case .isInvisible, .isNegative, .isSynchronizable: .flag
        case .created, .modified: .date
        }
    }

    /// Whether items of a class have the attribute.
    package func exists(in itemClass: KeychainClass) -> Bool {
        switch self {
        case .account, .label, .description, .comment, .group, .created, .modified, .creator,
            .type, .isInvisible, .isNegative, .isSynchronizable, .accessibility:
            true
        case .service, .generic: itemClass == .genericPassword
        case .server, .securityDomain, .path, .port, .protocol, .authenticationType:
            itemClass == .internetPassword
        }
    }

    /// Whether the value can be one of the attribute.
    package func accepts(_ value: KeychainValue) -> Bool {
        switch (kind, value) {
        case (.text, .text(let text)):
            self != .accessibility || KeychainAccessibility(rawValue: text) != nil
        case (.data, .data), (.flag, .flag), (.date, .date): true
        case (.number, .number(let number)):
            // A code of four characters is unsigned, but clients pass it as either.
            number >= Int64(Int32.min) && number <= Int64(UInt32.max)
        case (.text, _), (.data, _), (.number, _), (.flag, _), (.date, _): false
        }
    }
}

/// When the data of an item can be used; the raw value is what Apple's constants stand for.
package enum KeychainAccessibility: String, CaseIterable, Sendable {
    case whenUnlocked = "ak"
    case afterFirstUnlock = "ck"
    case always = "dk"
    case whenUnlockedThisDeviceOnly = "aku"
    case afterFirstUnlockThisDeviceOnly = "cku"
    case alwaysThisDeviceOnly = "dku"
    case whenPasscodeSetThisDeviceOnly = "akpu"

    /// Whether the data is protected while the device is locked.
    ///
    /// Source: Apple, "Restricting keychain item accessibility".
    package var needsUnlockedDevice: Bool {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: true
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly, .always, .alwaysThisDeviceOnly:
            false
        }
    }
}
