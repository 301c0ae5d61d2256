import CAudioToolbox
package import CoreAudioTypes

/// The refusal of a unit, or what its app's code has returned.
package struct UnitError: Error, Hashable, Sendable {
    /// The status that the app gets.
    package var status: OSStatus

    package init(status: OSStatus) { self.status = status }

    package static let missingArgument = UnitError(status: kAudio_ParamError)
    package static let invalidProperty = UnitError(status: kAudioUnitErr_InvalidProperty)
    package static let invalidParameter = UnitError(status: kAudioUnitErr_InvalidParameter)
    package static let invalidElement = UnitError(status: kAudioUnitErr_InvalidElement)
    /// An input has no source.
    package static let noConnection = UnitError(status: kAudioUnitErr_NoConnection)
    package static let failedInitialization = UnitError(status: kAudioUnitErr_FailedInitialization)
    /// More frames than `maximumFrames`.
    package static let tooManyFrames = UnitError(status: kAudioUnitErr_TooManyFramesToProcess)
    package static let formatNotSupported = UnitError(status: kAudioUnitErr_FormatNotSupported)
    package static let uninitialized = UnitError(status: kAudioUnitErr_Uninitialized)
    package static let invalidScope = UnitError(status: kAudioUnitErr_InvalidScope)
    package static let notWritable = UnitError(status: kAudioUnitErr_PropertyNotWritable)
    /// Another thread renders the unit, or this call does.
    package static let cannotDoInCurrentContext = UnitError(
        status: kAudioUnitErr_CannotDoInCurrentContext)
    package static let invalidPropertyValue = UnitError(status: kAudioUnitErr_InvalidPropertyValue)
    package static let initialized = UnitError(status: kAudioUnitErr_Initialized)
    /// `invalidComponentID` of Apple's `MacErrors.h`.
    package static let invalidComponent = UnitError(status: -3000)
    /// Another unit processes voice already.
    package static let severalVoiceProcessors = UnitError(
        status: kAudioUnitErr_MultipleVoiceProcessors)
    /// The media services were lost after the unit was made.
    package static let invalidated = UnitError(status: kAudioComponentErr_InstanceInvalidated)
    package static let componentExists = UnitError(status: kAudioComponentErr_DuplicateDescription)
    package static let unimplemented = UnitError(status: kAudio_UnimplementedError)
}
