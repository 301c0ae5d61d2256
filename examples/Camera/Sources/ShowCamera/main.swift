import AVFoundation
import Foundation
import UIKit
import Viewfinder

let usage = """
    usage: ShowCamera FOLDER

    Shows the camera's picture in the terminal; photos go into FOLDER/photo.

      + -        zoom in and out
      h l j k    move the finder left, right, down and up; arrows too
      f          show the finder, or take the whole picture
      r          turn the picture
      space      take a photo
      q          quit
    """

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(1)
}

/// The program's screen and keys.
@MainActor
final class Program {
    private let camera: CameraView
    private let keeper: FrameKeeper
    private let folders: PictureFolders
    private let terminal = RawTerminal()
    private var finder: Finder
    private var showsFinder = true
    private var message = ""
    private var keys: (any DispatchSourceRead)?
    private var timer: (any DispatchSourceTimer)?
    private var signals: [any DispatchSourceSignal] = []

    init(_ camera: CameraView, _ keeper: FrameKeeper, _ folders: PictureFolders) {
        self.camera = camera
        self.keeper = keeper
        self.folders = folders
        finder = Finder(in: camera.frame)
    }

    func run() {
        NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: camera.session,
            queue: .main
        ) { note in
            let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError
            let words = error.map { "\($0)" } ?? "no reason given"
            MainActor.assumeIsolated { self.message = "the camera has stopped: \(words)" }
        }
        camera.session.startRunning()
        let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        keys.setEventHandler { MainActor.assumeIsolated { self.readKeys() } }
        keys.activate()
        self.keys = keys
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: .milliseconds(100))
        timer.setEventHandler { MainActor.assumeIsolated { self.draw() } }
        timer.activate()
        self.timer = timer
        // The terminal is given back when Ctrl-C or the desktop ends the program, too.
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { self.press("q") } }
            source.activate()
            signals.append(source)
        }
    }

    private func end() -> Never {
        camera.session.stopRunning()
        terminal.restore()
        exit(0)
    }

    // MARK: Keys

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { end() }
        var text = String(decoding: bytes.prefix(count), as: UTF8.self)
        for (arrow, key) in [("A", "k"), ("B", "j"), ("C", "l"), ("D", "h")] {
            text = text.replacingOccurrences(of: "\u{1B}[\(arrow)", with: key)
        }
        for key in text { press(key) }
    }

    private func press(_ key: Character) {
        switch key {
        case "+": zoom(by: 1.5)
        case "-": zoom(by: 1 / 1.5)
        case "h": move(-20, 0)
        case "l": move(20, 0)
        case "j": move(0, 20)
        case "k": move(0, -20)
        case "f": showsFinder.toggle()
        case "r":
            camera.toggleOrientation()
            finder = Finder(in: camera.frame)
        case " ": takePhoto()
        case "q": end()
        default: break
        }
    }

    /// Two fingers that come down, move apart and are lifted.
    private func zoom(by scale: CGFloat) {
        camera.pinch.pinch(.began, scale: 1)
        camera.pinch.pinch(.changed, scale: scale)
        camera.pinch.pinch(.ended, scale: scale)
    }

    private func move(_ x: CGFloat, _ y: CGFloat) {
        finder.move(to: CGPoint(x: finder.frame.midX + x, y: finder.frame.midY + y))
    }

    private func takePhoto() {
        let part = showsFinder ? finder.frame : nil
        Task {
            do {
                let file = try await camera.takePhoto(in: part)
                message = try folders.save(file, at: Date()).path
            } catch {
                message = "no photo: \(error)"
            }
        }
    }

    // MARK: Drawing

    private func draw() {
        let frame = camera.frame
        let size = RawTerminal.size
        // A character is twice as high as wide, and shows two pixels.
        let rows = max((size.rows - 1) * 2, 2)
        let columns = min(size.columns, max(Int(Double(rows) * frame.width / frame.height), 1))
        let fitting = min(rows, max(Int(Double(columns) * frame.height / frame.width), 2))
        keeper.setSize(width: columns, height: fitting)
        let (latest, count) = keeper.picture
        guard var picture = latest else {
            return put("\u{1B}[H\(message.isEmpty ? "waiting for the camera" : message)\u{1B}[J")
        }
        if showsFinder { picture.overlay(FinderOverlay(finder)) }
        let zoom = String(format: "%.2f", camera.device.videoZoomFactor)
        let status = "\(camera.device.localizedName)  ×\(zoom)  frame \(count)  \(message)"
        let lines = picture.lines + [String(status.prefix(size.columns))]
        put("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\n") + "\u{1B}[J")
    }
}

guard CommandLine.arguments.count == 2, !CommandLine.arguments[1].hasPrefix("-") else {
    fail(usage)
}
let keeper = FrameKeeper()
let program: Program
do {
    guard let camera = try CameraView(showing: keeper) else { fail("there is no camera") }
    let folders = PictureFolders(documents: URL(fileURLWithPath: CommandLine.arguments[1]))
    program = Program(camera, keeper, folders)
} catch {
    fail("the camera may not be used: \(error)")
}
program.run()
RunLoop.main.run()
