package import AudioModel
import Foundation
package import SoundPolicy

/// What a named phone keeps while it is shut down.
package struct KeptPhone: Equatable, Sendable {
    package var profile: PhoneProfile
    package var ringSwitch = RingSwitch.ring
    package var hasPasscode = false
    /// Volumes and settings; `nil` for a phone that has never been switched on.
    package var memory: DeviceMemory?
    /// The user's programs that are installed, in the order of their installation.
    package var programs: [InstalledProgram] = []
    /// The number of the folder with what apps keep; a phone that is erased goes on to the next.
    package var contentNumber = 1
    /// When it was last used, in seconds since 1970.
    package var lastUsed: Int64 = 0

    /// Limit of the installed programs.
    package static let programsMax = 100
    /// Limit of the bytes of a kept state that is read.
    package static let bytesMax = 1 << 20
    private static let contentNumbers = 1...1_000_000_000
    /// From 1970 to the end of the year 9999.
    private static let times: ClosedRange<Int64> = 0...253_402_300_799

    package init(profile: PhoneProfile = .ios17) { self.profile = profile }

    /// Adds a program, or puts it in the place of the one with its key.
    ///
    /// - Returns: Whether there was room.
    package mutating func install(_ program: InstalledProgram) -> Bool {
        if let index = programs.firstIndex(where: { $0.key == program.key }) {
            programs[index] = program
            return true
        }
        guard programs.count < Self.programsMax else { return false }
        programs.append(program)
        return true
    }

    /// The same generation without content, as an erased phone is.
    package var erased: KeptPhone {
        var kept = KeptPhone(profile: profile)
        kept.contentNumber = Self.contentNumber(after: contentNumber)
        kept.lastUsed = lastUsed
        return kept
    }

    /// The number that follows one; the first one follows the last.
    package static func contentNumber(after number: Int) -> Int {
        contentNumbers.contains(number + 1) ? number + 1 : contentNumbers.lowerBound
    }
}

/// A program of the user's that is installed on a named phone.
package struct InstalledProgram: Hashable, Codable, Sendable {
    /// What tells it from others: its bundle identifier, or the name of its executable.
    package var key: String
    package var path: String
    package var arguments: [String]

    package init(key: String, path: String, arguments: [String]) {
        self.key = key
        self.path = path
        self.arguments = arguments
    }
}

// MARK: As text

/// Why a kept state cannot be read.
package enum KeptPhoneError: Error, Equatable {
    /// A later version of the program has written it.
    case newer(version: Int)
    case damaged
}

extension KeptPhone {
    /// The version of the text; a change that earlier programs would misread raises it.
    package static let version = 1

    private struct Head: Codable {
        var version: Int
    }

    private struct Body: Codable {
        var version: Int
        var profile: Int
        var ringSwitch: String
        var hasPasscode: Bool
        var memory: DeviceMemory?
        var programs: [InstalledProgram]
        var contentNumber: Int
        var lastUsed: Int64
    }

    /// - Throws: A `KeptPhoneError` for anything but a whole state of a known version.
    package init(_ bytes: some Sequence<UInt8>) throws(KeptPhoneError) {
        let data = Data(bytes)
        guard data.count <= Self.bytesMax,
            let head = try? JSONDecoder().decode(Head.self, from: data), head.version > 0
        else { throw .damaged }
        guard head.version <= Self.version else { throw .newer(version: head.version) }
        guard let body = try? JSONDecoder().decode(Body.self, from: data),
            let profile = PhoneProfile(rawValue: body.profile),
            let ringSwitch = RingSwitch(rawValue: body.ringSwitch),
            body.programs.count <= Self.programsMax,
            Self.contentNumbers.contains(body.contentNumber), Self.times.contains(body.lastUsed),
            body.memory.map({ $0.isFinite }) ?? true
        else { throw .damaged }
        self.init(profile: profile)
        self.ringSwitch = ringSwitch
        hasPasscode = body.hasPasscode
        memory = body.memory
        programs = body.programs
        contentNumber = body.contentNumber
        lastUsed = body.lastUsed
    }

    /// The text to keep, for people to read too.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let body = Body(
            version: Self.version, profile: profile.rawValue, ringSwitch: ringSwitch.rawValue,
            hasPasscode: hasPasscode, memory: memory, programs: programs,
            contentNumber: contentNumber, lastUsed: min(max(lastUsed, 0), Self.times.upperBound))
        // The policy clamps volumes, and those that are read are finite.
        guard let data = try? encoder.encode(body) else {
            preconditionFailure("a kept phone has a number that JSON cannot hold")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

extension DeviceMemory {
    fileprivate var isFinite: Bool {
        ringerVolume.isFinite && (mediaVolumes + callVolumes).allSatisfy { $0.volume.isFinite }
    }
}
