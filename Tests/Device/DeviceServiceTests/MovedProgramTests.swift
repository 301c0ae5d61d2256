import AudioModel
import Testing

import DeviceService

@Suite("A program whose stream is moved to another output")
struct MovedProgramTests {
    @Test("stays silent in a call, and sounds when the call is over")
    func call() {
        let device = GuardedDevice()
        device.start(1, "aplay", role: nil)
        device.perform(.callArrived)
        #expect(device.recorder.gain(1) == 0)
        device.move(1)
        device.advance(seconds: 1)
        #expect(device.recorder.gain(1) == 0)
        #expect(device.state("aplay") == "interrupted")
        device.perform(.callAnswered)
        device.move(1)
        #expect(device.recorder.gain(1) == 0)
        device.perform(.callEnded)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("stays silent where its user starts it again in a call, and sounds when that is over")
    func startedAgainInCall() {
        let device = GuardedDevice()
        device.start(1, "mpv", role: "Music")
        device.perform(.callArrived)
        device.perform(.callAnswered)
        device.programs.setSounding(false, 1)
        device.advance(seconds: 2)
        device.programs.setSounding(true, 1)
        #expect(device.recorder.gain(1) == 0)
        device.move(1)
        device.advance(seconds: 1)
        #expect(device.recorder.gain(1) == 0)
        device.perform(.callEnded)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("does not take the sound from the program that has interrupted it")
    func interrupted() {
        let device = GuardedDevice()
        device.start(1, "pw-play", role: "Music")
        device.start(2, "mpv", role: "Music")
        for _ in 1...2 {
            device.move(1)
            device.move(2)
            device.advance(seconds: 1)
            #expect(device.recorder.gain(1) == 0)
            #expect(device.recorder.gain(2) == 1)
        }
        device.programs.disappeared(2)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("and that its user lets play on, interrupts as before")
    func stoppedByItsUser() {
        let device = GuardedDevice()
        device.start(1, "pw-play", role: "Music")
        device.start(2, "mpv", role: "Music")
        device.programs.setSounding(false, 1)
        device.advance(seconds: 2)
        device.programs.setSounding(true, 1)
        #expect(device.recorder.gain(1) == 1)
        #expect(device.recorder.gain(2) == 0)
    }

    @Test("is paused when it has been silent for longer than a move takes")
    func paused() {
        let device = GuardedDevice()
        device.start(1, "mpv", role: "Music")
        device.programs.setSounding(false, 1)
        #expect(device.state("mpv") == "audible")
        device.advance(seconds: 1)
        #expect(device.state("mpv") == "paused")
    }

    @Test(
        "without a role does not begin in a call, but goes on behind it", arguments: [nil, "Game"])
    func beginsInCall(role: String?) {
        let device = GuardedDevice()
        device.perform(.callArrived)
        device.start(1, "aplay", role: role)
        #expect(device.recorder.gain(1) == 0)
        device.perform(.callAnswered)
        device.start(2, "paplay", role: role)
        #expect(device.recorder.gain(1) == 0)
        #expect(device.recorder.gain(2) == 0)
        device.perform(.callEnded)
        #expect(device.recorder.gain(1) == 1)
        #expect(device.recorder.gain(2) == 1)
    }
}
