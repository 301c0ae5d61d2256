// Many apps import only this module and expect it to re-export Foundation, as on Apple's systems.
@_exported import SimulatedTime
@_exported import AudioCallbacks
@_exported import AudioCallbacksSwift5
@_exported import CAudioToolbox
@_exported import CoreAudioTypes
@_exported import Foundation
