import AVFoundation
import Simulation
import Synchronization

/// An app that films: the default camera, a data output with BGRA, if wanted the microphone.
@MainActor
final class Film {
    let session = AVCaptureSession()
    let output = AVCaptureVideoDataOutput()
    let camera: AVCaptureDevice
    let frames: Frames
    let sound = Sounds()
    let events: Events

    init(
        _ preset: AVCaptureSession.Preset = .vga640x480, withMicrophone: Bool = false,
        frames: Frames = Frames(), queue: DispatchQueue = .main,
        setUp: (AVCaptureSession) -> Void = { _ in }
    ) throws {
        guard let camera = AVCaptureDevice.default(for: .video) else {
            throw AVError(.deviceNotConnected)
        }
        self.camera = camera
        self.frames = frames
        events = Events(of: session)
        session.beginConfiguration()
        setUp(session)
        session.sessionPreset = preset
        session.addInput(try AVCaptureDeviceInput(device: camera))
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
        ]
        output.setSampleBufferDelegate(frames, queue: queue)
        session.addOutput(output)
        if withMicrophone {
            guard let microphone = AVCaptureDevice.default(for: .audio) else {
                throw AVError(.deviceNotConnected)
            }
            session.addInput(try AVCaptureDeviceInput(device: microphone))
            let heard = AVCaptureAudioDataOutput()
            heard.setSampleBufferDelegate(sound, queue: queue)
            session.addOutput(heard)
        }
        session.commitConfiguration()
    }
}

/// What a session has told of itself, as words.
///
/// Ownership: a mutex guards the words.
final class Events: @unchecked Sendable {
    private let words = Mutex<[String]>([])

    init(of session: AVCaptureSession) {
        let center = NotificationCenter.default
        func observe(
            _ name: Notification.Name, _ word: @escaping @Sendable (Notification) -> String
        ) {
            center.addObserver(forName: name, object: session, queue: nil) { [weak self] note in
                self?.words.withLock { $0.append(word(note)) }
            }
        }
        observe(.AVCaptureSessionDidStartRunning) { _ in "started" }
        observe(.AVCaptureSessionDidStopRunning) { _ in "stopped" }
        observe(.AVCaptureSessionInterruptionEnded) { _ in "ended" }
        observe(.AVCaptureSessionWasInterrupted) { note in
            let reason = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
            return "interrupted \(reason ?? -1)"
        }
        observe(.AVCaptureSessionRuntimeError) { note in
            let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError
            return "error \(error?.code.rawValue ?? 0)"
        }
    }

    /// The words since the last call.
    func take() -> [String] {
        words.withLock { words in
            defer { words = [] }
            return words
        }
    }
}

/// Keeps what an audio data output delivers.
///
/// Ownership: a mutex guards the state.
final class Sounds: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let samples = Mutex<[Int16]>([])

    var all: [Int16] { samples.withLock { $0 } }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let block = sampleBuffer.dataBuffer,
            sampleBuffer.formatDescription?.audioStreamBasicDescription?.mBitsPerChannel == 16
        else { return }
        var taken = [Int16](repeating: 0, count: CMBlockBufferGetDataLength(block) / 2)
        guard !taken.isEmpty else { return }
        CMBlockBufferCopyDataBytes(
            block, atOffset: 0, dataLength: 2 * taken.count, destination: &taken)
        samples.withLock { $0 += taken }
    }
}

extension SimulatedPhone {
    /// Launches an app that says why it uses the camera.
    func launchCamera<Root>(
        _ name: String = "Camera", _ code: @MainActor () throws -> Root
    ) rethrows -> App {
        try launch(name, info: ["NSCameraUsageDescription": "To film."], code)
    }

    /// Launches an app that plays music without an end, in the background too.
    func launchMusic() throws -> App {
        try launch("Music", backgroundModes: ["audio"]) {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playback)
            let player = try AVAudioPlayer(data: Self.tone)
            player.numberOfLoops = -1
            let resumes = Resumes(player)
            player.play()
            return resumes
        }
    }

    /// A player that goes on after an interruption.
    @MainActor
    private final class Resumes {
        let player: AVAudioPlayer

        init(_ player: AVAudioPlayer) {
            self.player = player
            NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
            ) { [weak self] note in
                let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                MainActor.assumeIsolated {
                    if type == 0 { self?.player.play() }
                }
            }
        }
    }

    /// A second of a tone of 440 Hz as a WAVE file.
    private static let tone: Data = {
        var bytes = Data("RIFF".utf8)
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        append(UInt32(36 + 96_000))
        bytes.append(contentsOf: Array("WAVEfmt ".utf8))
        append(UInt32(16))
        append(UInt16(1))
        append(UInt16(1))
        append(UInt32(48_000))
        append(UInt32(96_000))
        append(UInt16(2))
        append(UInt16(16))
        bytes.append(contentsOf: Array("data".utf8))
        append(UInt32(96_000))
        for frame in 0..<48_000 {
            append(Int16(12_000 * sin(Double(frame) * 440 * 2 * .pi / 48_000)))
        }
        return bytes
    }()
}
