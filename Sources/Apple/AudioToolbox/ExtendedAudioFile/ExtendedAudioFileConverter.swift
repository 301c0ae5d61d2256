import AudioConversion
import AudioFiles
import CAudioToolbox
import CoreAudioTypes

// The converter of an extended audio file as the app sees it. Its settings take effect when the app
// sets `kExtAudioFileProperty_ConverterConfig`.

/// The converter's handle; zero when nothing is converted.
func converterValue(
    of file: ExtendedAudioFile, _ reference: ExtAudioFileRef?
) throws(ExtendedFileError) -> PropertyValue {
    let (input, output) = try file.access { $0.conversion }
    guard input != output else { return .of(UInt(0)) }
    if let made = extendedFiles[reference]?.converter { return .of(UInt(bitPattern: made)) }
    let converter: OpenConverter
    do throws(AudioConverterError) {
        converter = try OpenConverter(from: input, to: output)
    } catch {
        // No client format has been set.
        throw .clientFormatNotLinear
    }
    let made = openConverters.add(converter)
    extendedFiles.change(reference) { $0.converter = made }
    return .of(UInt(bitPattern: made))
}

/// Disposes of the converter after a change of formats; an app that needs it asks again.
func forgetConverter(of reference: ExtAudioFileRef?) {
    let made = extendedFiles[reference]?.converter
    extendedFiles.change(reference) { $0.converter = nil }
    openConverters.remove(made)?.dispose()
}

/// Applies the settings that the app has made on the converter.
func applyConverterSettings(
    of reference: ExtAudioFileRef?, to file: ExtendedAudioFile
) throws(ExtendedFileError) {
    guard let made = extendedFiles[reference]?.converter else { return }
    let settings: OpenConverter.Settings
    do throws(AudioConverterError) {
        let converter = try openConverter(made)
        settings = try converter.reading { converter.settings }
    } catch {
        return  // The app has disposed of it.
    }
    let complete = settings.completeOptions
    guard !file.isWritingAsynchronously else { throw .wrongOrder }
    try file.access { side throws(ExtendedFileError) in
        try side.changeOptions { options in
            options.quality = complete.quality
            options.primeMethod = complete.primeMethod
            options.isDithered = complete.isDithered
            options.outputBitRate = complete.outputBitRate
            options.channelMapping = complete.channelMapping
        }
    }
}
