import AudioFormats
import AudioModel

extension ConversionOptions {
    /// With the layouts of codings in the order that decoders give and encoders take, however the
    /// app put it: who names the channels of AAC does so in the order of the packets.
    ///
    /// An encoder gets the channels that its coding has for so many; a decoder's are what the app
    /// says, unless they are the same ones.
    func inOrderOfCoders(_ input: StreamFormat, _ output: StreamFormat) -> ConversionOptions {
        var options = self
        let isOneToOne = input.channelCount == output.channelCount
        if let decoded = coded(input) {
            if let inputLayout {
                if names(inputLayout, sameAs: decoded, input) { options.inputLayout = decoded }
            } else if outputLayout != nil || !isOneToOne {
                options.inputLayout = decoded
            }
        }
        if let encoded = coded(output) {
            // As many channels as there are, and nobody says which: those of the coding.
            let isOpen = isOneToOne && options.inputLayout == nil
            options.outputLayout = isOpen ? nil : encoded
        }
        return options
    }

    private func coded(_ format: StreamFormat) -> ChannelLayout? {
        guard format.channelCount > 2 else { return nil }
        return StandardLayout.decoded(format.id, channelCount: format.channelCount)
            .map { ChannelLayout(tag: $0) }
    }

    private func names(
        _ layout: ChannelLayout, sameAs other: ChannelLayout, _ format: StreamFormat
    ) -> Bool {
        let count = Int(format.channelCount)
        guard let mine = ChannelLayout.labels(layout, channelCount: count),
            let others = ChannelLayout.labels(other, channelCount: count)
        else { return false }
        return Set(mine) == Set(others)
    }
}
