import AudioCodecs
import AudioModel
import ChannelLayouts

extension ConversionOptions {
    /// Returns the options with the layouts of coded formats in the order of decoders and encoders,
    /// whatever the order of the app's layout: an app that names the channels of AAC does so in the
    /// order of the packets.
    ///
    /// An encoder gets its coding's layout for the number of channels; a decoder's layout is the
    /// app's, unless both have the same channels.
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
            // Equal channel counts without layouts: the coding's own layout.
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
