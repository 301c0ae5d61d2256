import AudioCodecs
import AudioFormats
import CommandLineTool
import MediaSources
import SoundRuntime

/// A sound to convert or describe: a file, or what comes through a pipe, which is kept in a temporary
/// file until its end.
struct InputFile {
    /// The path to read from, as long as the value lives.
    let path: String
    /// What messages name.
    let name: String
    private let spool: SpooledInput?
    private let download: UnnamedFile?

    /// - Parameters:
    ///   - path: A file; a FIFO, or `-` for standard input, which is read to its end; or an address,
    ///     which is loaded to its end.
    ///   - isCancelled: Returns whether to give up.
    init(_ path: String, isCancelled: () -> Bool) throws(ProgramError) {
        name = WebAddress.shown(path)
        if let address = WebAddress(path) {
            let app = EmbeddedPhone(outputRate: ConnectingOutput.sampleRate).app
            guard let service = address.service(for: app) else { throw .noNetwork(address) }
            let file = try WebFetch.saved(address, service, isCancelled: isCancelled)
            self.path = file.path
            (spool, download) = (nil, file)
            return
        }
        download = nil
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
