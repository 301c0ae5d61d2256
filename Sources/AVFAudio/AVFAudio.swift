// Many apps import only this module and expect it to re-export the others, as on Apple's systems.
@_exported import AudioToolbox
@_exported import CoreAudioTypes
@_exported import Foundation
