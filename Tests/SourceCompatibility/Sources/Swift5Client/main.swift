import AudioToolbox

let tone = makeTone()
MainActor.assumeIsolated {
    tryAll(tone)
    tryKeptCallbacks()
}
try? FileManager.default.removeItem(at: tone)
print("Swift5Client: every shape compiles and runs")
