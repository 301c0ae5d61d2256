import AVFAudio
import AudioModel
import Foundation
import Simulation
import TestSupport
import UIKit

/// A log of what the code of a phone's apps observes, in order, with the phone's time.
///
/// Ownership: the main actor; every phone and all of its apps' code run there.
final class CallLog: @unchecked Sendable {
    private(set) var lines: [String] = []
    private unowned let phone: SimulatedPhone

    init(_ phone: SimulatedPhone) {
        self.phone = phone
    }

    func note(_ what: String) {
        lines.append("\(MainActor.assumeIsolated { phone.now }) \(what)")
    }
}

/// An app with random behaviour from a seed: it uses its session, queues, system sounds, timers and
/// background tasks. All of its code runs on the phone's thread.
@MainActor
final class RandomApp {
    nonisolated let name: String
    private let log: CallLog
    private var random: SeededGenerator
    private var outputs: [RandomOutput] = []
    private var inputs: [RandomInput] = []
    private var sounds: [SystemSoundID] = []
    private var task = UIBackgroundTaskIdentifier.invalid
    private var timerCount = 0
    private var actCount = 0

    /// Limit of actions of its own.
    private static let actsMax = 60

    init(_ name: String, seed: UInt64, log: CallLog, sounds: [URL]) {
        self.name = name
        self.log = log
        random = SeededGenerator(seed: seed)
        observe(AVAudioSession.interruptionNotification, "interruption")
        observe(AVAudioSession.routeChangeNotification, "route")
        observe(AVAudioSession.silenceSecondaryAudioHintNotification, "hint")
        observe(AVAudioSession.mediaServicesWereResetNotification, "reset")
        observe(UIApplication.didEnterBackgroundNotification, "background")
        observe(UIApplication.didBecomeActiveNotification, "active")
        for sound in sounds {
            var id: SystemSoundID = 0
            guard AudioServicesCreateSystemSoundID(sound as CFURL, &id) == noErr else { continue }
            self.sounds.append(id)
        }
        changeCategory()
        if Bool.random(using: &random) { play() }
        setTimer()
    }

    private func observe(_ name: Notification.Name, _ words: String) {
        let queue = Bool.random(using: &random) ? OperationQueue.main : nil
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: queue) {
            [weak self] _ in
            MainActor.assumeIsolated {
                self?.note(words)
                self?.actPerhaps()
            }
        }
    }

    func note(_ what: String) { log.note("\(name): \(what)") }

    // MARK: Actions

    private func actPerhaps() {
        if Int.random(in: 0..<3, using: &random) == 0 { act() }
    }

    /// Carries out one random action.
    func act() {
        actCount += 1
        guard actCount <= Self.actsMax else { return }
        switch Int.random(in: 0..<18, using: &random) {
        case 0...2: play()
        case 3: pauseOrStop()
        case 4: fade()
        case 5, 6: for _ in 0..<Int.random(in: 1...3, using: &random) { playSystemSound() }
        case 7: activate()
        case 8: changeCategory()
        case 9, 10: record()
        case 11: stopRecording()
        case 12, 13: changeTask()
        case 14, 15: setTimer()
        case 16: askTheTime()
        default:
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated { self?.note("async") }
            }
        }
    }

    private func play() {
        if outputs.count < 3, outputs.isEmpty || Bool.random(using: &random) {
            outputs.append(RandomOutput(self, seed: random.next()))
        }
        note("start \(outputs.randomElement(using: &random)?.start() ?? 0)")
    }

    private func pauseOrStop() {
        guard let output = outputs.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: note("pause \(AudioQueuePause(output.queue))")
        case 1: note("stop \(AudioQueueStop(output.queue, true))")
        default: note("stop soon \(AudioQueueStop(output.queue, false))")
        }
    }

    private func fade() {
        guard let output = outputs.randomElement(using: &random) else { return }
        let seconds = Float.random(in: 0...0.1, using: &random)
        let volume = Float.random(in: 0...1, using: &random)
        AudioQueueSetParameter(output.queue, kAudioQueueParam_VolumeRampTime, seconds)
        AudioQueueSetParameter(output.queue, kAudioQueueParam_Volume, volume)
    }

    private func playSystemSound() {
        guard let sound = sounds.randomElement(using: &random) else { return }
        actCount += 1
        let number = actCount
        let done: @Sendable () -> Void = { [weak self] in
            MainActor.assumeIsolated {
                self?.note("sounded \(number)")
                self?.actPerhaps()
            }
        }
        if Bool.random(using: &random) {
            AudioServicesPlaySystemSoundWithCompletion(sound, done)
        } else {
            AudioServicesPlayAlertSoundWithCompletion(sound, done)
        }
    }

    private func activate() {
        let isOn = Int.random(in: 0..<3, using: &random) > 0
        do {
            try AVAudioSession.sharedInstance().setActive(
                isOn, options: isOn ? [] : .notifyOthersOnDeactivation)
            note("active \(isOn)")
        } catch {
            note("active \(isOn) refused: \((error as NSError).code)")
        }
    }

    private func changeCategory() {
        let categories: [AVAudioSession.Category] = [
            .ambient, .soloAmbient, .playback, .playAndRecord, .playAndRecord, .record,
        ]
        let category = categories.randomElement(using: &random) ?? .playback
        let options: AVAudioSession.CategoryOptions =
            switch (category, Int.random(in: 0..<3, using: &random)) {
            case (.playback, 0), (.playAndRecord, 0): .mixWithOthers
            case (.playback, 1), (.playAndRecord, 1): .duckOthers
            default: []
            }
        do {
            try AVAudioSession.sharedInstance().setCategory(category, options: options)
            note("category \(category.rawValue) \(options.rawValue)")
        } catch {
            note("category refused: \((error as NSError).code)")
        }
    }

    private func record() {
        if inputs.count < 2 { inputs.append(RandomInput(self, seed: random.next())) }
        note("record \(inputs.randomElement(using: &random)?.start() ?? 0)")
    }

    private func stopRecording() {
        guard let input = inputs.randomElement(using: &random) else { return }
        note("record stop \(AudioQueueStop(input.queue, Bool.random(using: &random)))")
    }

    private func changeTask() {
        guard task == .invalid else {
            UIApplication.shared.endBackgroundTask(task)
            task = .invalid
            return note("task ends")
        }
        task = UIApplication.shared.beginBackgroundTask { [weak self] in
            guard let self else { return }
            note("task expires")
            if Bool.random(using: &random) {
                UIApplication.shared.endBackgroundTask(task)
                task = .invalid
            }
        }
        note("task \(task.rawValue)")
    }

    private func setTimer() {
        timerCount += 1
        let number = timerCount
        let hundredths = Int.random(in: 0...20, using: &random)
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10 * hundredths)) {
            [weak self] in
            MainActor.assumeIsolated {
                self?.note("timer \(number)")
                self?.act()
            }
        }
    }

    private func askTheTime() {
        guard let output = outputs.randomElement(using: &random) else { return }
        var time = AudioTimeStamp()
        let status = AudioQueueGetCurrentTime(output.queue, nil, &time, nil)
        note("time \(status) \(status == noErr ? time.mSampleTime : 0)")
    }
}

/// A queue with a random rate and buffer size that plays a tone.
@MainActor
final class RandomOutput {
    nonisolated(unsafe) private(set) var queue: AudioQueueRef!
    private weak var app: RandomApp?
    private let period: Int
    private let frameCount: Int
    private var frame = 0
    private var idle: [AudioQueueBufferRef] = []

    init(_ app: RandomApp, seed: UInt64) {
        self.app = app
        var random = SeededGenerator(seed: seed)
        let rates: [Double] = [8000, 22_050, 44_100, 48_000, 48_000]
        let rate = rates.randomElement(using: &random) ?? 48_000
        period = Int.random(in: 30...200, using: &random)
        frameCount = Int.random(in: 200...2500, using: &random)
        var format = AudioStreamBasicDescription.floats(rate)
        let context = Unmanaged.passUnretained(self).toOpaque()
        AudioQueueNewOutput(
            &format,
            { context, _, buffer in
                let output = Unmanaged<RandomOutput>.fromOpaque(context!).takeUnretainedValue()
                nonisolated(unsafe) let buffer = buffer
                MainActor.assumeIsolated { output.fill(buffer) }
            }, context, nil, nil, 0, &queue)
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { context, _, _ in
                let output = Unmanaged<RandomOutput>.fromOpaque(context!).takeUnretainedValue()
                MainActor.assumeIsolated { output.app?.note("queue runs or not") }
            }, context)
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, UInt32(4 * frameCount), &buffer)
            if let buffer { idle.append(buffer) }
        }
    }

    deinit {
        AudioQueueDispose(queue, true)
    }

    func start() -> OSStatus {
        let buffers = idle
        idle = []
        for buffer in buffers { fill(buffer) }
        return AudioQueueStart(queue, nil)
    }

    private func fill(_ buffer: AudioQueueBufferRef) {
        let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
        for index in 0..<frameCount {
            // A sawtooth, in which neighbouring frames differ.
            let phase = (frame + index) % period
            samples[index] = 0.4 * Float(phase) / Float(period) - 0.2
        }
        frame += frameCount
        buffer.pointee.mAudioDataByteSize = UInt32(4 * frameCount)
        let status = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        if status != noErr { idle.append(buffer) }
        app?.note("fill \(period) \(status)")
    }
}

/// A queue with a random rate and buffer size that records, and occasionally drops a buffer.
@MainActor
final class RandomInput {
    nonisolated(unsafe) private(set) var queue: AudioQueueRef!
    private weak var app: RandomApp?
    private var random: SeededGenerator
    private var idle: [AudioQueueBufferRef] = []

    init(_ app: RandomApp, seed: UInt64) {
        self.app = app
        random = SeededGenerator(seed: seed)
        let rate: Double = [8000, 44_100, 48_000, 48_000].randomElement(using: &random) ?? 48_000
        let frameCount = Int.random(in: 300...3000, using: &random)
        var format = AudioStreamBasicDescription.integers(channels: 1, rate: rate)
        let context = Unmanaged.passUnretained(self).toOpaque()
        AudioQueueNewInput(
            &format,
            { context, _, buffer, start, packets, _ in
                let input = Unmanaged<RandomInput>.fromOpaque(context!).takeUnretainedValue()
                nonisolated(unsafe) let buffer = buffer
                let sampleTime = start.pointee.mSampleTime
                MainActor.assumeIsolated { input.take(buffer, sampleTime, packets) }
            }, context, nil, nil, 0, &queue)
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, UInt32(2 * frameCount), &buffer)
            if let buffer { idle.append(buffer) }
        }
    }

    deinit {
        AudioQueueDispose(queue, true)
    }

    func start() -> OSStatus {
        let buffers = idle
        idle = []
        for buffer in buffers { enqueue(buffer) }
        return AudioQueueStart(queue, nil)
    }

    private func enqueue(_ buffer: AudioQueueBufferRef) {
        if AudioQueueEnqueueBuffer(queue, buffer, 0, nil) != noErr { idle.append(buffer) }
    }

    private func take(_ buffer: AudioQueueBufferRef, _ start: Double, _ packets: UInt32) {
        let bytes = UnsafeRawBufferPointer(
            start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))
        let sum = FNV1aHash(bytes).value
        app?.note("recorded \(bytes.count) from \(start), \(packets) packets, \(sum)")
        if Int.random(in: 0..<8, using: &random) == 0 {
            idle.append(buffer)
        } else {
            enqueue(buffer)
        }
    }
}
