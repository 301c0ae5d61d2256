import AVFoundation
import Foundation
import Simulation
import Testing

@MainActor
@Suite("An AVPlayer over the phone's network") struct PlayerOverNetworkTests {
    private let stage = RadioStage()
    private let second = RadioStage.bytesPerSecond

    private func serve(_ rules: SimulatedPhone.ServerRule = .contentType("audio/wav")) {
        stage.phone.network.serve(
            RadioStage.url.absoluteString, RadioStage.wave(seconds: 20), rules)
    }

    @Test("plays within a second what arrives four times as fast (24)")
    func fast() throws {
        serve()
        stage.phone.network.bandwidth = Double(4 * second)
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(1)
        #expect(player.timeControlStatus == .playing)
        var ends: [Double] = []
        for _ in 0..<10 {
            stage.pass(0.5)
            let ranges = player.currentItem?.loadedTimeRanges.map(\.timeRangeValue) ?? []
            #expect(ranges.count == 1)
            #expect(ranges.first?.start == .zero)
            ends.append(ranges.first?.end.seconds ?? 0)
        }
        #expect(ends == ends.sorted())
        #expect(abs((ends.last ?? 0) - 20) < 0.01)
        #expect(player.currentItem?.isPlaybackBufferFull == true)
        stage.pass(17)
        #expect(stage.log.words.contains("end") && !stage.log.words.contains("stalled"))
        #expect(player.currentTime().seconds == 20)
        #expect(stage.isWhole(1, 19))
    }

    @Test("waits until what arrives slowly lasts to its end (25)")
    func slow() throws {
        serve()
        stage.phone.network.bandwidth = Double(second / 2)
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(60)
        let words = stage.log.words
        let evaluating = words.firstIndex(of: "evaluating")
        let stalls = words.firstIndex(of: "to minimize stalls")
        #expect(evaluating != nil && stalls != nil)
        if let evaluating, let stalls { #expect(evaluating < stalls) }
        let start = try #require(stage.log.times(of: "playing").first)
        #expect((20...25).contains(start))
        #expect(!words.contains("stalled"))
        #expect(words.contains("end"))
        #expect(stage.isWhole(start + 0.1, start + 19.9))
    }

    @Test("that does not wait starts early and stops at a stall (26)")
    func impatient() throws {
        serve()
        stage.phone.network.bandwidth = Double(second / 2)
        let player = stage.player(waits: false)
        stage.app.run { player.play() }
        stage.pass(10)
        let start = try #require(stage.log.times(of: "playing").first)
        #expect(start < 1)
        #expect(stage.log.times(of: "stalled").count == 1)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
    }

    @Test("goes on by itself after a stall (27)")
    func stall() throws {
        serve(.stall(afterBytes: 4 * second, for: .seconds(10)))
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(30)
        let stalls = stage.log.times(of: "stalled")
        #expect(stalls.count == 1)
        #expect(abs((stalls.first ?? 0) - 4.1) < 0.2)
        let resumed = try #require(stage.log.times(of: "playing").last)
        #expect((10...11).contains(resumed))
        #expect(stage.peak(4.5, 10) == 0)
        #expect(stage.isWhole(0.5, 4) && stage.isWhole(resumed + 0.1, resumed + 15))
        #expect(player.currentItem?.accessLog()?.events.last?.numberOfStalls == 1)
        #expect(stage.log.words.contains("end"))
    }

    @Test("plays what it has when the network is lost, and breaks off (28)")
    func lost() throws {
        serve()
        stage.phone.network.bandwidth = Double(4 * second)
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(2)
        let loaded = player.currentItem?.loadedTimeRanges.last?.timeRangeValue.end.seconds ?? 0
        #expect((7...8.5).contains(loaded))
        stage.phone.network.isReachable = false
        stage.pass(20)
        #expect(stage.log.words.contains("broke off -1005"))
        #expect(player.currentItem?.status == .readyToPlay)
        let start = try #require(stage.log.times(of: "playing").first)
        #expect(stage.isWhole(start + 0.1, start + loaded - 0.2))
        #expect(stage.peak(start + loaded + 0.2, 22) == 0)
    }

    @Test("fails at once without a network, and plays when there is one (29)")
    func off() throws {
        serve()
        stage.phone.network.isReachable = false
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(0.01)
        let error = try #require(player.currentItem?.error as NSError?)
        #expect(error.domain == NSURLErrorDomain && error.code == -1009)
        #expect(player.currentItem?.status == .failed)
        stage.phone.network.isReachable = true
        stage.app.run { player.replaceCurrentItem(with: AVPlayerItem(url: RadioStage.url)) }
        stage.pass(2)
        #expect(player.timeControlStatus == .playing)
        #expect(stage.isWhole(1, 2))
    }

    @Test("keeps its time in a call, after which the app plays on (20)")
    func call() throws {
        serve()
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(5)
        stage.phone.receiveCall()
        stage.pass(1)
        #expect(player.timeControlStatus == .paused && player.rate == 0)
        #expect(stage.log.words.contains("rate AudioSessionInterrupted"))
        let time = player.currentTime().seconds
        stage.phone.declineCall()
        stage.pass(1)
        #expect(player.currentTime().seconds == time)
        #expect(stage.peak(5.2, 7) == 0)
        stage.app.run { player.play() }
        stage.pass(2)
        #expect(stage.isWhole(7.3, 9))
        #expect(abs(player.currentTime().seconds - time - 2) < 0.1)
    }

    @Test("pauses when its headphones are unplugged (21)")
    func unplugged() {
        serve()
        stage.phone.plug(.headphones)
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(3)
        stage.phone.unplug(.headphones)
        stage.pass(2)
        #expect(player.timeControlStatus == .paused)
        #expect(stage.peak(3.2, 5) == 0)
    }

    @Test("sounds in the background with the audio mode, and is silent without (22)")
    func background() throws {
        serve()
        let player = stage.player()
        try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            player.play()
        }
        let other = stage.phone.launch("Blog")
        let silent = other.run { AVPlayer(url: RadioStage.url) }
        stage.phone.open(stage.app)
        stage.pass(2)
        stage.phone.home()
        stage.pass(2)
        #expect(stage.isWhole(2.5, 4))
        stage.phone.open(other)
        other.run { silent.play() }
        stage.pass(2)
        #expect(!stage.phone.heard(from: other).isSilent)
        stage.phone.home()
        stage.pass(2)
        #expect(stage.phone.heard(from: other).isSilent)
    }

    @Test("fails with its item when the media services are reset (23)")
    func reset() throws {
        serve()
        let player = stage.player()
        stage.app.run { player.play() }
        stage.pass(3)
        stage.phone.resetMediaServices()
        stage.pass(1)
        #expect(player.status == .failed && player.currentItem?.status == .failed)
        #expect((player.error as NSError?)?.code == -11_819)
        #expect((player.currentItem?.error as NSError?)?.code == -11_819)
        #expect(stage.peak(3.2, 4) == 0)
    }

    @Test("has the same samples in every run")
    func determinism() {
        func run() -> [Float] {
            let stage = RadioStage()
            stage.phone.network.bandwidth = Double(2 * second)
            stage.phone.network.serve(
                RadioStage.url.absoluteString, RadioStage.wave(seconds: 20),
                .stall(afterBytes: 3 * second, for: .seconds(5)))
            let player = stage.player()
            stage.app.run { player.play() }
            stage.pass(15)
            return stage.heard(0, 15)
        }
        let once = run()
        #expect(once.contains { $0 != 0 })
        #expect(run() == once)
    }
}
