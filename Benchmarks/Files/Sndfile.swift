import CommandLineTool
import Glibc

/// libsndfile, loaded at run time if it is installed: the build does not depend on it.
///
/// Source: libsndfile's manual, "The libsndfile API".
final class Sndfile {
    /// The layout of `SF_INFO`: a 64-bit count, then five 32-bit numbers.
    private struct Information {
        var frameCount: Int64 = 0
        var sampleRate: Int32 = 0
        var channelCount: Int32 = 0
        var format: Int32 = 0
        var sectionCount: Int32 = 0
        var isSeekable: Int32 = 0
    }

    private typealias Open =
        @convention(c) (UnsafePointer<CChar>, Int32, UnsafeMutableRawPointer) ->
        UnsafeMutableRawPointer?
    private typealias Read =
        @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<Int16>, Int64) -> Int64
    private typealias Close = @convention(c) (UnsafeMutableRawPointer) -> Int32

    private let openFile: Open
    private let readFrames: Read
    private let closeFile: Close

    /// - Returns: `nil` if the library is not installed.
    init?() {
        // Never closed: the library stays loaded until the program ends.
        guard let library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL),
            let open = dlsym(library, "sf_open"), let read = dlsym(library, "sf_readf_short"),
            let close = dlsym(library, "sf_close")
        else { return nil }
        openFile = unsafeBitCast(open, to: Open.self)
        readFrames = unsafeBitCast(read, to: Read.self)
        closeFile = unsafeBitCast(close, to: Close.self)
    }

    /// Opens a file, reads its first frames and closes it.
    ///
    /// - Parameter frameCount: At most 512 stereo frames.
    func open(_ path: String, readingFrames frameCount: Int) throws(ProgramError) {
        let readMode: Int32 = 0x10
        var information = Information()
        guard let file = openFile(path, readMode, &information) else {
            throw ProgramError(.deviceMissing, "libsndfile cannot open it", in: path)
        }
        defer { _ = closeFile(file) }
        let readCount = withUnsafeTemporaryAllocation(of: Int16.self, capacity: 1024) {
            readFrames(file, $0.baseAddress!, Int64(frameCount))
        }
        guard readCount == frameCount else {
            throw ProgramError(.deviceMissing, "libsndfile cannot read it", in: path)
        }
    }
}
