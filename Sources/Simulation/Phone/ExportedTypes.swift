// Types of AudioModel in the signatures of `SimulatedPhone`: users need no other import. `Port` and
// `Actor`, names that other modules have too, are not exported.
@_exported import enum AudioModel.AppNotification
@_exported import enum AudioModel.AppState
@_exported import enum AudioModel.BackgroundWork
@_exported import enum AudioModel.DeviceSetting
@_exported import enum AudioModel.InterruptionReason
@_exported import enum AudioModel.Launch
@_exported import enum AudioModel.MicrophonePermission
@_exported import enum AudioModel.Overlay
@_exported import enum AudioModel.PhoneProfile
@_exported import enum AudioModel.PortKind
@_exported import enum AudioModel.ReasonKind
@_exported import enum AudioModel.RemoteCommand
@_exported import enum AudioModel.RingSwitch
@_exported import enum AudioModel.SessionCategory
@_exported import enum AudioModel.StreamState
@_exported import enum AudioModel.SystemChange
@_exported import enum AudioModel.VolumeButton
@_exported import enum AudioModel.VolumeKind
@_exported import struct AudioModel.Verdict
