import AVFoundation
import CoreVideo
import Foundation
import Viewfinder

/// Makes a small picture of each frame, on the frames' own queue.
///
/// Ownership: the lock guards what changes.
final class FrameKeeper: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var size = (width: 0, height: 0)
    private var latest: SmallPicture?
    private var count = 0

    /// The columns and rows of pixels that the next frames become.
    func setSize(width: Int, height: Int) {
        lock.withLock { size = (width, height) }
    }

    /// The latest frame, and how many there were.
    var picture: (SmallPicture?, Int) { lock.withLock { (latest, count) } }

    fileprivate func keep(_ buffer: CVPixelBuffer) {
        let size = lock.withLock { self.size }
        guard let picture = SmallPicture(buffer, width: size.width, height: size.height) else {
            return
        }
        lock.withLock {
            latest = picture
            count += 1
        }
    }
}

extension FrameKeeper: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        if let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) { keep(buffer) }
    }
}

/// Writes text at once.
func put(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

/// The terminal in the mode in which each key is read at once.
struct RawTerminal {
    private let before: termios?

    init() {
        var state = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &state) == 0 else {
            before = nil
            return
        }
        before = state
        state.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &state)
        // Another screen, without a cursor.
        put("\u{1B}[?1049h\u{1B}[?25l")
    }

    func restore() {
        guard var before else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
        put("\u{1B}[?25h\u{1B}[?1049l")
    }

    /// Columns and rows of characters.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
