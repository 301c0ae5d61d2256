// The part of Core Audio that iOS has: types and buffer lists.
@_exported public import struct AudioToolbox.UnsafeMutableAudioBufferListPointer
@_exported public import CoreAudioTypes
