import AudioModel
public import Foundation

/// One of several transducers of a port, such as the front and back microphones. No port here has
/// any, and selecting one is refused.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
    /// Identifier, unique within the port.
    public let dataSourceID: NSNumber
    /// Name for the user.
    public let dataSourceName: String
    /// Position on the device; `nil` when unknown.
    public let location: AVAudioSession.Location?
    /// Direction it points to; `nil` when unknown.
    public let orientation: AVAudioSession.Orientation?
    /// Polar patterns to choose from; always `nil` here.
    public let supportedPolarPatterns: [AVAudioSession.PolarPattern]? = nil
    /// The polar pattern in use; always `nil` here.
    public let selectedPolarPattern: AVAudioSession.PolarPattern? = nil
    /// The polar pattern that the app prefers; always `nil` here.
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

    /// Sets the preferred polar pattern.
    ///
    /// - Throws: `badParam` for an unsupported pattern.
    public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        guard pattern == nil else { throw NSError(SessionError.badParam) }
    }
}

extension AVAudioSession {
    /// The position of a data source on the device.
    public struct Location: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The upper end of the device.
        public static let upper = Location(rawValue: "Upper")
        /// The lower end of the device.
        public static let lower = Location(rawValue: "Lower")
    }

    /// The direction that a data source points to, with the device upright.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Points to the top.
        public static let top = Orientation(rawValue: "Top")
        /// Points to the bottom.
        public static let bottom = Orientation(rawValue: "Bottom")
        /// Points the way the screen faces.
        public static let front = Orientation(rawValue: "Front")
        /// Points away from the back of the device.
        public static let back = Orientation(rawValue: "Back")
        /// Points to the left.
        public static let left = Orientation(rawValue: "Left")
        /// Points to the right.
        public static let right = Orientation(rawValue: "Right")
    }

    /// The directional sensitivity of a data source.
    public struct PolarPattern: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Equally sensitive in all directions.
        public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
        /// Most sensitive to the front, least to the back.
        public static let cardioid = PolarPattern(rawValue: "Cardioid")
        /// Between omnidirectional and cardioid.
        public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
        /// Two channels, left and right.
        public static let stereo = PolarPattern(rawValue: "Stereo")
    }

    /// The orientation of the device for stereo recording.
    public enum StereoOrientation: Int, Sendable {
        /// No orientation is set.
        case none = 0
        /// The device is upright.
        case portrait = 1
        /// The device is upside down.
        case portraitUpsideDown = 2
        /// The device lies sideways, with its connector on the right.
        case landscapeRight = 3
        /// The device lies sideways, with its connector on the left.
        case landscapeLeft = 4
    }

    /// Data sources of the input; always `nil` here.
    public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
    /// The input's data source in use; always `nil` here.
    public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
    /// Data sources of the output; always `nil` here.
    public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
    /// The output's data source in use; always `nil` here.
    public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// Selects a data source of the input.
    ///
    /// - Throws: `badParam` for any: inputs here have none.
    public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource == nil else { throw NSError(SessionError.badParam) }
    }

    /// Selects a data source of the output.
    ///
    /// - Throws: `badParam` for any: outputs here have none.
    public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource == nil else { throw NSError(SessionError.badParam) }
    }
}

extension AVAudioSessionPortDescription {
    /// Sets the preferred data source of the port.
    ///
    /// - Throws: `badParam` for any: ports here have none.
    public func setPreferredDataSource(
        _ dataSource: AVAudioSessionDataSourceDescription?
    ) throws {
        guard dataSource == nil else { throw NSError(SessionError.badParam) }
    }
}
