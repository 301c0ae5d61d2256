import AudioModel
import Foundation

/// One of several places on a port, such as the front and back microphones. None is known here, so
/// there is no port with any, and a choice of one is refused.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
    public let dataSourceID: NSNumber
    public let dataSourceName: String
    public let location: AVAudioSession.Location?
    public let orientation: AVAudioSession.Orientation?
    public let supportedPolarPatterns: [AVAudioSession.PolarPattern]? = nil
    public let selectedPolarPattern: AVAudioSession.PolarPattern? = nil
    public let preferredPolarPattern: AVAudioSession.PolarPattern? = nil

    init(
        id: Int, name: String, location: AVAudioSession.Location? = nil,
        orientation: AVAudioSession.Orientation? = nil
    ) {
        dataSourceID = NSNumber(value: id)
        dataSourceName = name
        self.location = location
        self.orientation = orientation
    }

    /// - Throws: `badParam` for a pattern that is not among the supported ones.
    public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        guard pattern == nil else { throw NSError(SessionError.badParam) }
    }
}

extension AVAudioSession {
    /// Where on the device a data source is.
    public struct Location: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let upper = Location(rawValue: "Upper")
        public static let lower = Location(rawValue: "Lower")
    }

    /// Which way a data source looks, with the device upright.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let top = Orientation(rawValue: "Top")
        public static let bottom = Orientation(rawValue: "Bottom")
        public static let front = Orientation(rawValue: "Front")
        public static let back = Orientation(rawValue: "Back")
        public static let left = Orientation(rawValue: "Left")
        public static let right = Orientation(rawValue: "Right")
    }

    /// What a data source hears of what is beside it.
    public struct PolarPattern: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
        public static let cardioid = PolarPattern(rawValue: "Cardioid")
        public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
        public static let stereo = PolarPattern(rawValue: "Stereo")
    }

    /// How the device is held.
    public enum StereoOrientation: Int, Sendable {
        case none = 0
        case portrait = 1
        case portraitUpsideDown = 2
        case landscapeRight = 3
        case landscapeLeft = 4
    }

    public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
    public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
    public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
    public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// - Throws: `badParam` for one that the input does not have: for any.
    public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource == nil else { throw NSError(SessionError.badParam) }
    }

    /// - Throws: `badParam` for one that the output does not have: for any.
    public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource == nil else { throw NSError(SessionError.badParam) }
    }
}

extension AVAudioSessionPortDescription {
    /// - Throws: `badParam` for one that the port does not have: for any.
    public func setPreferredDataSource(
        _ dataSource: AVAudioSessionDataSourceDescription?
    ) throws {
        guard dataSource == nil else { throw NSError(SessionError.badParam) }
    }
}
