import AudioCodecs

#if FFmpeg
    import AudioModel

    /// Whether the logical bitstreams of a chained Ogg file can be decoded like the first one.
    ///
    /// A bitstream with other parameters ends the file, because its format cannot change.
    ///
    /// Source: compared fields: RFC 7845, 5.1; Vorbis I specification, 4.2; RFC 9639, 10.1; The Speex
    /// Codec Manual, 7.2.
    struct OggChain {
        private let coding: FormatID
        /// libavformat's `extradata` of the first bitstream.
        private let headers: [UInt8]

        init(_ coding: FormatID, headers: [UInt8]) {
            self.coding = coding
            self.headers = headers
        }

        /// Whether a bitstream with these headers can be decoded like the first.
        func fits(_ other: DemuxedCoding) -> Bool {
            guard other.format.id == coding else { return false }
            switch coding {
            case .opus: return fitsOpus(other.headers)
            case .vorbis: return fitsVorbis(other.headers)
            case .flac: return fitsFLAC(other.headers)
            case .speex: return fitsSpeex(other.headers)
            default: return headers == other.headers
            }
        }

        /// The pre-skip, the input sample rate and the gain may differ.
        private func fitsOpus(_ other: [UInt8]) -> Bool {
            guard headers.count >= 19, headers.count == other.count else { return false }
            return headers[9] == other[9] && headers[16...].elementsEqual(other[16...])
        }

        /// Channels, sample rate, block sizes and codebooks; bit rates may differ.
        private func fitsVorbis(_ other: [UInt8]) -> Bool {
            guard let own = VorbisBlocks.headers(headers), let other = VorbisBlocks.headers(other)
            else { return false }
            let (first, second) = (own.identification, other.identification)
            return first.dropFirst(11).prefix(5).elementsEqual(second.dropFirst(11).prefix(5))
                && first.dropFirst(28).first == second.dropFirst(28).first
                && own.setup.elementsEqual(other.setup)
        }

        private func fitsFLAC(_ other: [UInt8]) -> Bool {
            guard let first = FLACStreamInfo(headers), let other = FLACStreamInfo(other) else {
                return false
            }
            return other.format.sampleRate == first.format.sampleRate
                && other.format.channelCount == first.format.channelCount
                && other.format.flags == first.format.flags
                && other.format.bitsPerChannel == first.format.bitsPerChannel
                && other.blockFrames.upperBound <= first.blockFrames.upperBound
        }

        /// Rate, mode, `nb_channels`, `frame_size` and `frames_per_packet`.
        private func fitsSpeex(_ other: [UInt8]) -> Bool {
            guard headers.count >= 80, other.count >= 80 else { return false }
            return [36..<44, 48..<52, 56..<60, 64..<68].allSatisfy {
                headers[$0].elementsEqual(other[$0])
            }
        }
    }
#endif
