package import CommandLineTool
import Glibc
import SoundClient
import Terminal

/// Where sounds were left, in a file of lines: seconds, and an absolute path in percent encoding.
/// The newest is the last.
///
/// It is read again for each change, so that players beside each other keep what the others left.
package struct PlayPositions {
    private let folder: String
    private var path: String { folder + "/play-positions" }

    private static let countMax = 500
    private static let bytesMax = 1 << 22

    private struct Place {
        var seconds: Double
        var address: Substring
    }

    /// The positions of this user; `nil` without a home.
    package init?(_ environment: (String) -> String?) {
        guard let folder = stateFolder(environment) else { return nil }
        self.folder = folder
    }

    /// The sound of a list that was left last, and where; `nil` when none was left.
    package func newest(among paths: [String]) -> (index: Int, seconds: Double)? {
        let places = places()
        let ranks = Dictionary(
            places.enumerated().map { (String($1.address), $0) }, uniquingKeysWith: { $1 })
        let found = paths.indices.compactMap { index in
            ranks[Self.address(paths[index])].map { (index, $0) }
        }
        return found.max { $0.1 < $1.1 }.map { ($0.0, places[$0.1].seconds) }
    }

    /// Keeps where a sound was left, and forgets one that has been heard. A position that cannot be
    /// kept is a warning.
    func note(
        _ ending: PlaybackScreen.Ending, of path: String, at player: any Player, _ console: Console
    ) {
        guard !StreamPath.isStream(path), player.duration != nil else { return }
        do throws(ProgramError) {
            switch ending {
            case .finished, .skipped: try keep(nil, of: path)
            case .stopped, .interrupted, .deviceRemoved: try keep(player.position, of: path)
            }
        } catch {
            console.warn(printable(error.message()))
        }
    }

    /// - Parameter seconds: The position; `nil` to forget the sound.
    package func keep(_ seconds: Double?, of path: String) throws(ProgramError) {
        let address = Self.address(path)
        let known = places()
        var places = known.filter { $0.address != address }
        if let seconds { places.append(Place(seconds: seconds, address: address[...])) }
        guard seconds != nil || places.count < known.count else { return }
        _ = makeFolders(folder)
        let lines = places.suffix(Self.countMax).map { "\($0.seconds) \($0.address)\n" }
        try replaceFile(lines.joined(), at: self.path)
    }

    /// The lines of the file that are positions; none for a file that cannot be read.
    private func places() -> [Place] {
        guard let bytes = try? readFile(path, byteCountMax: Self.bytesMax) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let seconds = Double(words[0]), seconds.isFinite, seconds >= 0
            else { return nil }
            return Place(seconds: seconds, address: words[1])
        }
    }

    private static func address(_ path: String) -> String {
        CommandLineTool.address(ofPath: WebAddress(path)?.text ?? absolutePath(path))
    }
}
