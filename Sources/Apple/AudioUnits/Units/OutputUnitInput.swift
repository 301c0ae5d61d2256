import AudioGraph
import AudioModel
import CoreAudioTypes
import SoundClient
import Synchronization

// What an output unit records, and how its app hears of it.

extension OutputUnit {
    func receive(_ sound: CapturedSound, _ run: LiveRun) {
        guard let captured = device.withLock({ $0.captured }) else { return }
        let heard = isVoiceMuted ? sound.silenced : sound
        let added = captured.capture(heard)
        ducking?.hear(heard, sampleRate: app.inputSampleRate)
        let hasCallback = device.withLock { device in
            guard device.inputCallback != nil else { return false }
            device.untoldFrames += added
            return true
        }
        guard hasCallback else { return }
        run.work.async { [weak self] in self?.tellCaptured(run, captured, at: sound.time) }
    }

    /// Tells the app of the frames that have been captured. On the work queue.
    private func tellCaptured(_ run: LiveRun, _ captured: CapturedInput, at time: HostTime) {
        state.withLock { $0.rendering }?.tell { tellFrames(captured, at: time) }
    }

    private func tellFrames(_ captured: CapturedInput, at time: HostTime) {
        let limit = maximumFrames
        let rate = UnitTopology.read { outputs[1].format.sampleRate }
        while true {
            let next = device.withLock { device -> (RenderCallback, Int, Int64)? in
                guard device.isRunning, device.captured === captured, device.untoldFrames > 0,
                    let callback = device.inputCallback
                else { return nil }
                let count = min(device.untoldFrames, limit)
                captured.keep(device.untoldFrames)
                device.untoldFrames -= count
                defer { device.capturedTime += Int64(count) }
                return (callback, count, device.capturedTime)
            }
            guard let (callback, count, first) = next else { return }
            var stamp = AudioTimeStamp(RenderTime(sampleTime: first, hostTime: time), rate: rate)
            var flags: UInt32 = 0
            let status = callback.body(&flags, &stamp, 1, UInt32(count), nil)
            if status != 0 { noteRenderError(UnitError(status: status)) }
        }
    }
}

/// The memory of element 1 for lists that bring none.
///
/// Ownership: a mutex; one thread at a time reads captured sound.
final class InputMemory: Sendable {
    private struct Room {
        var memory: BufferListMemory
        var bufferCount: Int
        var bytesPerBuffer: Int
    }

    private let room = Mutex<Room?>(nil)

    /// Lets the memory go.
    func drop() { room.withLock { $0 = nil } }

    func fill(
        _ list: UnitBufferList, _ layout: BufferListSamples,
        _ frameCount: Int, _ maximumFrames: Int
    ) throws(UnitError) {
        for index in 0..<layout.bufferCount {
            if list[index].mData == nil {
                list[index].mData = pointer(index, layout, maximumFrames)
            }
            list[index].mDataByteSize = UInt32(frameCount * layout.bytesPerFrame)
        }
    }

    /// The memory of a buffer, which is new where the format has more or larger ones than before.
    private func pointer(
        _ index: Int, _ layout: BufferListSamples, _ frameCount: Int
    ) -> UnsafeMutableRawPointer? {
        let bytes = frameCount * layout.bytesPerFrame
        return room.withLock { room in
            if let room, room.bufferCount >= layout.bufferCount, room.bytesPerBuffer >= bytes {
                return UInt(bitPattern: room.memory[index])
            }
            let memory = BufferListMemory(layout, frameCount: frameCount)
            room = Room(
                memory: memory, bufferCount: layout.bufferCount, bytesPerBuffer: bytes)
            return UInt(bitPattern: memory[index])
        }.pointer
    }
}

extension UInt {
    fileprivate var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: self) }
}
