import AudioToolbox
import AudioUnits
public import CAudioToolbox
public import Foundation

/// The type name of output units.
public let AVAudioUnitTypeOutput = "Output"
/// The type name of instruments.
public let AVAudioUnitTypeMusicDevice = "Music Device"
/// The type name of effects that take MIDI.
public let AVAudioUnitTypeMusicEffect = "Music Effect"
/// The type name of format converters, which changes of speed belong to.
public let AVAudioUnitTypeFormatConverter = "Format Converter"
/// The type name of effects.
public let AVAudioUnitTypeEffect = "Effect"
/// The type name of mixers.
public let AVAudioUnitTypeMixer = "Mixer"
/// The type name of panners.
public let AVAudioUnitTypePanner = "Panner"
/// The type name of generators.
public let AVAudioUnitTypeGenerator = "Generator"
/// The type name of effects that do not work in real time.
public let AVAudioUnitTypeOfflineEffect = "Offline Effect"
/// The type name of processors of MIDI.
public let AVAudioUnitTypeMIDIProcessor = "MIDI Processor"
/// The name of Apple as the manufacturer of audio units.
public let AVAudioUnitManufacturerNameApple = "Apple"

/// A kind of audio unit that can be made.
///
/// Ownership: immutable. Any thread.
open class AVAudioUnitComponent: NSObject, @unchecked Sendable {
    private let names: (manufacturer: String, unit: String)
    /// The version as a hexadecimal number: 1.0.0 for Apple's.
    public let version: Int
    /// The name of the component: three four-character codes.
    public let audioComponentDescription: AudioComponentDescription

    init(_ component: UnitComponent) {
        names = (AVAudioUnitManufacturerNameApple, component.name)
        version = UnitComponent.version
        audioComponentDescription = component.description
    }

    /// - Parameter description: The name of a component that the app has registered.
    init(registered description: AudioComponentDescription) {
        let known = AUAudioUnit.registeredName(description)
        names = (known?.manufacturer ?? "", known?.unit ?? "")
        version = known?.version ?? 0
        audioComponentDescription = description
    }

    /// The name for people.
    open var name: String { names.unit }

    /// The name of the component's type, such as `AVAudioUnitTypeEffect`.
    open var typeName: String {
        switch audioComponentDescription.componentType {
        case kAudioUnitType_Output: AVAudioUnitTypeOutput
        case kAudioUnitType_MusicDevice: AVAudioUnitTypeMusicDevice
        case kAudioUnitType_MusicEffect: AVAudioUnitTypeMusicEffect
        case kAudioUnitType_FormatConverter: AVAudioUnitTypeFormatConverter
        case kAudioUnitType_Mixer: AVAudioUnitTypeMixer
        case kAudioUnitType_Panner: AVAudioUnitTypePanner
        case kAudioUnitType_Generator: AVAudioUnitTypeGenerator
        case kAudioUnitType_OfflineEffect: AVAudioUnitTypeOfflineEffect
        case kAudioUnitType_MIDIProcessor: AVAudioUnitTypeMIDIProcessor
        default: AVAudioUnitTypeEffect
        }
    }

    /// The name of the component's type for people, which is English.
    open var localizedTypeName: String { typeName }

    /// The name of the manufacturer.
    open var manufacturerName: String { names.manufacturer }

    /// The version with dots.
    open var versionString: String { "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)" }

    /// Whether the component can be used in a sandbox: always.
    open var isSandboxSafe: Bool { true }

    /// Whether the component takes MIDI.
    open var hasMIDIInput: Bool {
        [AVAudioUnitTypeMusicDevice, AVAudioUnitTypeMusicEffect].contains(typeName)
    }

    /// Whether the component makes MIDI: never.
    open var hasMIDIOutput: Bool { false }

    /// The tags of the component; there are none.
    open var allTagNames: [String] { [] }

    /// Whether the other object is the same component.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioUnitComponent)?.codes == codes
    }

    /// The hash of the component.
    open override var hash: Int { codes.hashValue }

    private var codes: [UInt32] { audioComponentDescription.codes }

    /// A line with the component's names.
    open override var description: String {
        "<AVAudioUnitComponent: \(manufacturerName): \(name), \(typeName)>"
    }
}

/// The audio units that can be made.
///
/// Ownership: immutable. Any thread.
open class AVAudioUnitComponentManager: NSObject, @unchecked Sendable {
    private static let manager = AVAudioUnitComponentManager()

    private override init() {}

    /// The manager.
    open class func shared() -> AVAudioUnitComponentManager { manager }

    /// The notification of components that come or go. It is never posted.
    public class var registrationsChangedNotification: Notification.Name {
        Notification.Name("AVAudioUnitComponentManagerRegistrationsChangedNotification")
    }

    /// All tags of the components; there are none.
    open var tagNames: [String] { [] }

    /// The standard tags for people; there are none.
    open var standardLocalizedTagNames: [String] { [] }

    /// Returns the components for which a predicate holds.
    open func components(matching predicate: NSPredicate) -> [AVAudioUnitComponent] {
        components.filter { predicate.evaluate(with: $0) }
    }

    /// Returns the components that pass a test.
    ///
    /// - Parameter testHandler: Called with each component in turn, until it sets its second
    ///   argument to `true`.
    open func components(
        passingTest testHandler: (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
    ) -> [AVAudioUnitComponent] {
        var found: [AVAudioUnitComponent] = []
        var stops = ObjCBool(false)
        for component in components {
            if testHandler(component, &stops) { found.append(component) }
            if stops.boolValue { break }
        }
        return found
    }

    /// Returns the components that a description fits.
    ///
    /// - Parameter desc: Codes that are 0 fit everything.
    open func components(matching desc: AudioComponentDescription) -> [AVAudioUnitComponent] {
        components.filter { desc.fits($0.audioComponentDescription) }
    }

    private var components: [AVAudioUnitComponent] {
        UnitComponent.allCases.map { AVAudioUnitComponent($0) }
            + AUAudioUnit.registeredDescriptions.map { AVAudioUnitComponent(registered: $0) }
    }
}
