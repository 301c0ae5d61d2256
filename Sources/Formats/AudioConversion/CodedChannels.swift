import AudioCodecs
import AudioModel
import ChannelLayouts

extension ConversionOptions {
    /// Returns the options with the layouts of coded formats in the order of decoders and encoders,
    /// whatever the order of the app's layout: an app that names the channels of AAC does so in the
    /// order of the packets.
    ///
    /// An encoder gets its coding's layout for the number of channels; a decoder's layout is the
    /// app's, unless both have the same channels. Where the app names none and the numbers differ, the
    /// first channels are those that WAVE has first.
    func inOrderOfCoders(_ input: StreamFormat, _ output: StreamFormat) -> ConversionOptions {
        var options = self
        let isOneToOne = input.channelCount == output.channelCount
        if !isOneToOne, inputLayout == nil, outputLayout == nil, channelMapping == .firstChannels,
            let map = firstChannels(input, output)
        {
            options.channelMapping = .map(map)
            return options
        }
        if let decoded = coded(input) {
            if let inputLayout {
                if names(inputLayout, sameAs: decoded, input) { options.inputLayout = decoded }
            } else if outputLayout != nil || !isOneToOne {
                options.inputLayout = decoded
            }
        }
        if let encoded = coded(output, for: outputLayout) {
            // Equal channel counts without layouts: the coding's own layout.
            let isOpen = isOneToOne && options.inputLayout == nil
            options.outputLayout = isOpen ? nil : encoded
        }
        return options
    }

    private func coded(_ input: StreamFormat) -> ChannelLayout? {
        guard input.channelCount > 2 else { return nil }
        let configuration = inputMagicCookie.flatMap {
            decoderConfiguration(inCookie: $0, of: input)
        }
        return StandardLayout.decoded(
            input.id, channelCount: input.channelCount, configuration: configuration
        ).map { ChannelLayout(tag: $0) }
    }

    private func coded(_ output: StreamFormat, for layout: ChannelLayout?) -> ChannelLayout? {
        guard output.channelCount > 2 else { return nil }
        return StandardLayout.encoded(output.id, channelCount: output.channelCount, for: layout)
            .map { ChannelLayout(tag: $0) }
    }

    private func firstChannels(_ input: StreamFormat, _ output: StreamFormat) -> [Int]? {
        if input.id.beginsWithCenter, let labels = try? coded(input)?.labels() {
            return ChannelMixing.firstChannels(of: labels, outputCount: Int(output.channelCount))
        }
        guard output.id.beginsWithCenter, let labels = try? coded(output, for: nil)?.labels() else {
            return nil
        }
        return ChannelMixing.placed(inputCount: Int(input.channelCount), in: labels)
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
