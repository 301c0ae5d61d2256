// Programs import this module without using anything of it but what it brings.
@_exported import AudioToolbox
