// The part of Core Audio that iOS has: types and buffer lists.
@_exported import struct AudioToolbox.UnsafeMutableAudioBufferListPointer
@_exported import CoreAudioTypes
