import Foundation

@MainActor
func tryAll(_ tone: URL) {
    tryViewController()
    tryInitializers()
    tryCallbacks(tone)
    tryCoreFoundation(tone)
    tryBesideCoreFoundation(tone)
    trySubmodules(tone)
    tryObserving()
    tryBuffers()
    tryFormatsAndFiles(tone)
    tryPlayerNodes(tone)
    tryEffectNodes()
    tryPlayersAndRecorders(tone)
    trySpeechAndMIDI()
    trySessionSymbols()
}
