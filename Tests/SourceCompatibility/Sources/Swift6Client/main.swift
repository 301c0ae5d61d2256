import AudioToolbox

let tone = makeTone()
tryAll(tone)
tryKeptCallbacks()
await tryAsync()
await tryCallbackToMain()
try? FileManager.default.removeItem(at: tone)
print("Swift6Client: every shape compiles and runs")
