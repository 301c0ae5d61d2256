// The scenario language, the runner of scenarios and the reports are part of the public API.
@_exported public import enum DeviceActions.PhoneAct
@_exported public import ScenarioLanguage
@_exported public import SimulatedDevice
@_exported public import SimulationReports

// Types of AudioModel in the signatures of `SimulatedPhone`: users need no other import. `Port` and
// `Actor`, names that other modules have too, are not exported.
@_exported public import enum AudioModel.AppNotification
@_exported public import enum AudioModel.AppState
@_exported public import enum AudioModel.BackgroundWork
@_exported public import enum AudioModel.CameraPermission
@_exported public import enum AudioModel.DeviceEvent
@_exported public import enum AudioModel.DeviceOrientation
@_exported public import enum AudioModel.DeviceSetting
@_exported public import enum AudioModel.InterfaceOrientation
@_exported public import enum AudioModel.EmergencyButtons
@_exported public import enum AudioModel.InterruptedRecordingRule
@_exported public import enum AudioModel.FactConfidence
@_exported public import enum AudioModel.Faithfulness
@_exported public import enum AudioModel.InterruptionReason
@_exported public import enum AudioModel.Launch
@_exported public import enum AudioModel.MediaLibraryPermission
@_exported public import enum AudioModel.MicrophonePermission
@_exported public import enum AudioModel.Overlay
@_exported public import enum AudioModel.PhoneProfile
@_exported public import enum AudioModel.PortKind
@_exported public import enum AudioModel.ReasonKind
@_exported public import enum AudioModel.RemoteCommand
@_exported public import enum AudioModel.RemoteCommandKind
@_exported public import enum AudioModel.RemoteRepeatMode
@_exported public import enum AudioModel.RemoteShuffleMode
@_exported public import enum AudioModel.RingSwitch
@_exported public import enum AudioModel.SessionCategory
@_exported public import enum AudioModel.StreamState
@_exported public import enum AudioModel.SystemChange
@_exported public import enum AudioModel.SystemSoundRule
@_exported public import enum AudioModel.VolumeButton
@_exported public import enum SoundPolicy.AppCallState
@_exported public import enum AudioModel.VolumeKind
@_exported public import struct AudioModel.Battery
@_exported public import struct AudioModel.LanguageOption
@_exported public import struct AudioModel.Verdict
