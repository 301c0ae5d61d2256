import CLinuxShim
import Glibc

/// The standard input of a program: a pipe into which the phone writes a line for its button.
///
/// This process keeps both ends, so that a program that has closed its input costs nothing: what it
/// does not read is dropped once the pipe is full.
struct ProgramInput {
    /// The end for the program's standard input.
    let reader: Int32
    private let writer: Int32

    init() throws(ChildAppError) {
        var writer: Int32 = -1
        let reader = sori_make_pipe(&writer)
        guard reader >= 0 else { throw .noInput(errno: errno) }
        (self.reader, self.writer) = (reader, writer)
        _ = fcntl(writer, F_SETFL, O_NONBLOCK)
    }

    /// Writes an empty line, as the Return key does. Does not block.
    func pressReturn() {
        var newline = UInt8(ascii: "\n")
        _ = write(writer, &newline, 1)
    }

    /// Closes both ends; the program finds the end of its input.
    func end() {
        close(writer)
        close(reader)
    }
}
