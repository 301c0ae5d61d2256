import AudioCodecs
import AudioFormats
import AudioModel
public import Foundation
import SimulatedDevice

extension SimulatedPhone {
    /// A song for the library of a phone's user: its tags, and the sound that is generated for it.
    public struct Song: Sendable {
        /// The sound of a song, 48 kHz mono.
        public enum Sound: Sendable {
            /// A sine with a peak of 0.25.
            case tone(hertz: Double)
            /// Silence, which differs from that of other songs in one sample below −90 dBFS.
            case silence
            /// Samples at 48 kHz, full scale ±1, repeated or cut to the song's length.
            case samples([Float])
        }

        /// The title.
        public var title: String
        /// The artist; `nil` for an unknown one.
        public var artist: String?
        /// The album; `nil` for none.
        public var album: String?
        /// The album's artist, where it is not the song's.
        public var albumArtist: String?
        /// The number of the track, from 1.
        public var track: Int?
        /// The number of the disc, from 1.
        public var disc: Int?
        /// The genre; `Podcast` and `Audiobook` make an episode and a part of an audio book.
        public var genre: String?
        /// The composer.
        public var composer: String?
        /// The year of the release.
        public var year: Int?
        /// Whether the album is of several artists.
        public var isCompilation = false
        /// The lyrics.
        public var lyrics: String?
        /// The picture of the cover, a JPEG or PNG file.
        public var artwork: Data?
        /// The length in seconds, at most 600.
        public var seconds: Double
        /// The sound; `nil` for a tone of a frequency that follows from the title.
        public var sound: Sound?

        /// Makes a song; further tags are set as properties.
        public init(
            _ title: String, artist: String? = nil, album: String? = nil, track: Int? = nil,
            genre: String? = nil, seconds: Double = 4, sound: Sound? = nil
        ) {
            self.title = title
            self.artist = artist
            self.album = album
            self.track = track
            self.genre = genre
            self.seconds = seconds
            self.sound = sound
        }

        /// The frequency of the tone that a title has by default, in hertz: 200 to 1,999.
        public static func hertz(ofTitle title: String) -> Double {
            200 + Double(FNV1aHash(title.utf8).value % 1800)
        }

        static let sampleRate = 48_000.0
        private static let secondsMax = 600.0

        private var tags: [(key: String, value: String)] {
            let texts: [(String, String?)] = [
                ("title", title), ("artist", artist), ("album", album),
                ("album artist", albumArtist), ("track number", track.map { "\($0)" }),
                ("disc number", disc.map { "\($0)" }), ("genre", genre), ("composer", composer),
                ("year", year.map { "\($0)" }), ("compilation", isCompilation ? "1" : nil),
                ("lyrics", lyrics),
            ]
            return texts.compactMap { key, value in value.map { (key, $0) } }
        }

        /// Writes the song as a WAVE file of 16-bit samples.
        func write(to url: URL) throws {
            let format = StreamFormat(
                sampleRate: Self.sampleRate, id: .linearPCM, flags: [.signedInteger, .packed],
                bytesPerPacket: 2, framesPerPacket: 1, bytesPerFrame: 2, channelCount: 1,
                bitsPerChannel: 16)
            let writer = try AudioFileWriter(path: url.path, kind: .wav, format: format)
            writer.properties.tags = tags
            writer.properties.artwork = artwork.map { Array($0) }
            let bytes = samples
            try bytes.withUnsafeBytes { try writer.writeBytes(at: 0, $0) }
            try writer.close()
        }

        /// Little-endian 16-bit samples.
        private var samples: [UInt8] {
            let seconds = seconds.isFinite ? min(max(seconds, 0.01), Self.secondsMax) : 1
            let count = Int(seconds * Self.sampleRate)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(2 * count)
            func append(_ value: Float) {
                let value = value.isFinite ? min(max(value, -1), 1) : 0
                let number = UInt16(bitPattern: Int16((value * 32_767).rounded()))
                bytes += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
            }
            switch sound ?? .tone(hertz: Self.hertz(ofTitle: title)) {
            case .tone(let hertz):
                let tone = SoundBuffer.tone(hertz: hertz, seconds: seconds, isWhole: true)
                for index in 0..<min(count, tone.frameCount) { append(tone.samples[index]) }
            case .silence:
                // Songs are told apart by their sound.
                let mark = Int(FNV1aHash(title.utf8).value % UInt64(count))
                for index in 0..<count { append(index == mark ? 1 / 32_767 : 0) }
            case .samples(let samples):
                for index in 0..<count {
                    append(samples.isEmpty ? 0 : samples[index % samples.count])
                }
            }
            return bytes
        }
    }
}
