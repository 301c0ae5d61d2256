import AudioCodecs
import CommandLineTool
import Playback
import Synchronization

/// The files of a play list as tracks that follow each other. Any thread.
///
/// The error of a file that cannot be opened is kept until the file's turn comes.
final class PlayListTracks: TrackOrder, Sendable {
    private let list: PlayList
    private let failures = Mutex<[Int: ProgramError]>([:])
    /// The factors of files, by their index in the list.
    private let gains = Mutex<[Int: Float]>([:])

    init(_ list: PlayList) {
        self.list = list
    }

    /// Takes the error of the file at a place; `nil` when it was not skipped.
    func takeFailure(at place: Int) -> ProgramError? {
        failures.withLock { $0.removeValue(forKey: place) }
    }

    /// The factor of the samples of the track at a place, as the list's ReplayGain says. It reads
    /// the file's tags the first time.
    func gain(at place: Int) -> Float {
        guard let request = list.request(at: place), !StreamPath.isStream(request.path),
            WebAddress(request.path) == nil
        else {
            return 1
        }
        let index = place % count
        if let known = gains.withLock({ $0[index] }) { return known }
        let gain = request.replayGain.factor(ofFile: request.path)
        gains.withLock { $0[index] = gain }
        return gain
    }

    var count: Int { list.requests.count }

    /// A stream is not opened ahead of its turn, which may take its time: the tracks end before it.
    func place(after place: Int, isSkipping: Bool) -> Int? {
        guard let request = list.request(at: place + 1), !StreamPath.isStream(request.path),
            WebAddress(request.path) == nil
        else { return nil }
        return place + 1
    }

    func open(_ place: Int) -> Track? {
        guard let request = list.request(at: place) else { return nil }
        do throws(ProgramError) {
            let track = try MachinePlayers.track(request, place)
            failures.withLock { $0[place] = nil }
            return track
        } catch {
            failures.withLock { $0[place] = error }
            return nil
        }
    }

    func skip(_ place: Int, because error: FormatError) {
        guard let request = list.request(at: place) else { return }
        failures.withLock { $0[place] = inputError(error, in: request.path) }
    }
}
