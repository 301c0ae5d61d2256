// The part of Core Audio that iOS has: its types and the buffer lists.
@_exported import struct AudioToolbox.UnsafeMutableAudioBufferListPointer
@_exported import CoreAudioTypes
