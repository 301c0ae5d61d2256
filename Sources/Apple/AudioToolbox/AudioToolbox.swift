// Many apps import only this module and expect it to re-export Foundation, as on Apple's systems.
@_exported public import SimulatedTime
@_exported public import AudioCallbacks
@_exported public import AudioCallbacksSwift5
@_exported public import CAudioToolbox
@_exported public import CoreAudioTypes
@_exported public import Foundation
