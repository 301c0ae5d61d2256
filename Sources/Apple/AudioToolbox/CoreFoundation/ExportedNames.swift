// Core Foundation's names as `import AudioToolbox` brings them, the same that `Security` exports.
@_exported public import CoreFoundationTypes
