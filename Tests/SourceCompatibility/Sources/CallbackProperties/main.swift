import AudioToolbox

MainActor.assumeIsolated { tryCallbacks() }
print("CallbackProperties: callbacks in properties compile without a warning, and run")
