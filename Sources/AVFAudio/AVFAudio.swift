// Many apps import only this module and expect the others with it, as on Apple's systems.
@_exported import AudioToolbox
@_exported import CoreAudioTypes
@_exported import Foundation
