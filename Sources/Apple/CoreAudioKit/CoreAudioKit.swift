// Programs import this module only for what it re-exports.
@_exported public import AudioToolbox
