// Many apps import only this module and expect it to re-export the others, as on Apple's systems.
@_exported public import AudioToolbox
@_exported public import CoreAudioTypes
@_exported public import Foundation
