package import CoreAudioTypes

/// The refusal of a unit, or what its app's code has returned.
///
/// Source: `kAudioUnitErr_…` of Apple's `AUComponent.h`.
package struct UnitError: Error, Hashable, Sendable {
    /// The status that the app gets.
    package var status: OSStatus

    package init(status: OSStatus) { self.status = status }

    package static let missingArgument = UnitError(status: -50)
    package static let invalidProperty = UnitError(status: -10879)
    package static let invalidParameter = UnitError(status: -10878)
    package static let invalidElement = UnitError(status: -10877)
    /// An input has no source.
    package static let noConnection = UnitError(status: -10876)
    package static let failedInitialization = UnitError(status: -10875)
    /// More frames than `maximumFrames`.
    package static let tooManyFrames = UnitError(status: -10874)
    package static let formatNotSupported = UnitError(status: -10868)
    package static let uninitialized = UnitError(status: -10867)
    package static let invalidScope = UnitError(status: -10866)
    package static let notWritable = UnitError(status: -10865)
    /// Another thread renders the unit, or this call does.
    package static let cannotDoInCurrentContext = UnitError(status: -10863)
    package static let invalidPropertyValue = UnitError(status: -10851)
    package static let initialized = UnitError(status: -10849)
    package static let invalidComponent = UnitError(status: -3000)
    /// Another unit processes voice already.
    package static let severalVoiceProcessors = UnitError(status: -66635)
    /// The media services were lost after the unit was made.
    package static let invalidated = UnitError(status: -66749)
    package static let componentExists = UnitError(status: -66752)
    package static let unimplemented = UnitError(status: -4)
}
