import Foundation

@MainActor
func tryAll(_ tone: URL) {
    tryViewController()
    tryTurningController()
    tryInitializers()
    tryCallbacks(tone)
    tryCoreFoundation(tone)
    tryBesideCoreFoundation(tone)
    tryKeychain()
    trySubmodules(tone)
    tryObserving()
    tryMediaPlayers()
    tryNetworkPaths()
    tryAssets(tone)
    tryBuffers()
    tryMusicSequences()
    tryFormatsAndFiles(tone)
    trySessionSymbols()
    checkSignatures()
    checkMediaLibrarySignatures()
}

/// The types of the symbols of `symbols.tsv`.
func checkSignatures() {
    checkSessionSignatures()
    checkNetworkSignatures()
    checkPlayerSignatures()
    checkMusicPlayerSignatures()
    checkEngineSignatures()
    checkFormatSignatures()
    checkAudioToolboxSignatures()
    checkAudioToolboxConstants()
    checkCoreAudioTypesSignatures()
}

/// Shapes that only have to compile: they need an engine, a microphone or a voice to run. The tests
/// of AVFAudio run what they call.
@MainActor
func compileOnly(_ tone: URL) {
    tryEngineGraph(tone)
    tryPlayerNodes(tone)
    tryEffectNodes()
    tryPlayersAndRecorders(tone)
    trySpeechAndMIDI()
    tryNowPlaying()
}
