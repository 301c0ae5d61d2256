#if FFmpeg
    package import AudioModel
    package import CFFmpeg

    /// The libavcodec codec for a format ID.
    package struct FFmpegCoding {
        package var id: FormatID
        var codec: AVCodecID
        /// Number of packets to decode before the target of a seek: the overlapping block of AAC
        /// and Vorbis, SBR's filters, the bit reservoir of layer 3, Opus's 80 ms of pre-roll, the
        /// prediction of speech codecs.
        var rollPacketCount: Int64
        /// Fixed number of frames per packet; nil when packets or formats state it.
        package var framesPerPacket: UInt32?
        /// Name of the decoder that does not round to 16 bits, when there are two; nil otherwise.
        var decoderName: String?

        var decoder: UnsafePointer<AVCodec>? {
            decoderName.flatMap { avcodec_find_decoder_by_name($0) } ?? avcodec_find_decoder(codec)
        }

        static func with(_ id: FormatID) -> FFmpegCoding? { all.first { $0.id == id } }
        package static func with(_ codec: AVCodecID) -> FFmpegCoding? {
            all.first { $0.codec == codec }
        }

        private init(
            _ id: FormatID, _ codec: AVCodecID, roll: Int64, frames: UInt32? = nil,
            decoder: String? = nil
        ) {
            self.id = id
            self.codec = codec
            rollPacketCount = roll
            framesPerPacket = frames
            decoderName = decoder
        }

        private static let all = [
            FFmpegCoding(.mpeg4AAC, AV_CODEC_ID_AAC, roll: 2),
            FFmpegCoding(.highEfficiencyAAC, AV_CODEC_ID_AAC, roll: 8),
            FFmpegCoding(.highEfficiencyAAC2, AV_CODEC_ID_AAC, roll: 8),
            FFmpegCoding(.appleLossless, AV_CODEC_ID_ALAC, roll: 0),
            FFmpegCoding(.mpegLayer3, AV_CODEC_ID_MP3, roll: 24),
            FFmpegCoding(.mpegLayer2, AV_CODEC_ID_MP2, roll: 2, frames: 1152, decoder: "mp2float"),
            FFmpegCoding(.mpegLayer1, AV_CODEC_ID_MP1, roll: 2, frames: 384, decoder: "mp1float"),
            FFmpegCoding(.flac, AV_CODEC_ID_FLAC, roll: 0),
            FFmpegCoding(.opus, AV_CODEC_ID_OPUS, roll: 32),
            FFmpegCoding(.vorbis, AV_CODEC_ID_VORBIS, roll: 2),
            FFmpegCoding(.speex, AV_CODEC_ID_SPEEX, roll: 64),
            FFmpegCoding(.ac3, AV_CODEC_ID_AC3, roll: 2, frames: 1536),
            FFmpegCoding(.enhancedAC3, AV_CODEC_ID_EAC3, roll: 8),
            FFmpegCoding(.adaptiveMultiRate, AV_CODEC_ID_AMR_NB, roll: 64, frames: 160),
            FFmpegCoding(.wideAdaptiveMultiRate, AV_CODEC_ID_AMR_WB, roll: 64, frames: 320),
            FFmpegCoding(.wavPack, AV_CODEC_ID_WAVPACK, roll: 0),
            FFmpegCoding(.monkeysAudio, AV_CODEC_ID_APE, roll: 0),
            FFmpegCoding(.trueAudio, AV_CODEC_ID_TTA, roll: 0),
            FFmpegCoding(.microsoftGSM, AV_CODEC_ID_GSM_MS, roll: 64, frames: 320),
            FFmpegCoding(.gsm, AV_CODEC_ID_GSM, roll: 64, frames: 160),
            FFmpegCoding(.mace3, AV_CODEC_ID_MACE3, roll: 1 << 12),
            FFmpegCoding(.mace6, AV_CODEC_ID_MACE6, roll: 1 << 12),
            FFmpegCoding(.qDesign2, AV_CODEC_ID_QDM2, roll: 16),
            FFmpegCoding(.iLBC, AV_CODEC_ID_ILBC, roll: 64),
        ]
    }
#endif
