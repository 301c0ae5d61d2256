// Logs by the name of Apple's module for them: the same as `os`.

@_exported public import os
