import AudioCodecs
import AudioFormats
import CommandLineTool

/// A sound to convert or describe: a file, or what comes through a pipe, which is kept in a temporary
/// file until its end.
struct SoundSource {
    /// The path to read from, as long as the value lives.
    let path: String
    /// What messages name.
    let name: String
    private let spool: SpooledInput?

    /// - Parameters:
    ///   - path: A file, a FIFO, or `-` for standard input, which is read to its end.
    ///   - isCancelled: Returns whether to give up.
    init(_ path: String, isCancelled: () -> Bool) throws(ProgramError) {
        name = StreamPath.name(of: path)
        guard StreamPath.isStream(path) else {
            self.path = path
            spool = nil
            return
        }
        // What is no sound need not come to its end.
        let spool = try SpooledInput(
            of: path,
            isWanted: { head in ((try? ContainerKind.recognise(MemoryBytes(head))) ?? nil) != nil },
            isCancelled: isCancelled)
        self.path = spool.path
        self.spool = spool
    }
}
