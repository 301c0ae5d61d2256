import SoundPolicy
import Testing

import Benchmarks

@Suite("A phone in use")
struct YearOfUseTests {
    @Test("keeps no more for the apps, outputs and calls that have been, however many")
    func bounded() {
        var use = YearOfUse(seed: 1)
        for _ in 0..<4 {
            use.pass(days: 5)
            let kept = use.kept
            #expect(kept.apps <= 12 && kept.streams <= 36)
            #expect(kept.mediaVolumes <= rememberedOutputsMax)
            #expect(kept.callVolumes <= rememberedOutputsMax)
            #expect(kept.pendingMax <= pendingNotificationsMax)
            #expect(kept.events == 1_024)
        }
        // Enough has happened to reach the limits.
        #expect(use.launchCount > 300)
        #expect(use.kept.mediaVolumes > rememberedOutputsMax / 2)
    }
}

@Suite("The policy benchmark")
struct PolicyBenchTests {
    @Test("times events that do something, each time again", arguments: [(30, 60), (200, 400)])
    func scenes(appCount: Int, streamCount: Int) {
        let initial = PolicyScene(appCount: appCount, streamCount: streamCount)
        #expect(initial.appCount == appCount && initial.streamCount == streamCount)
        #expect(initial.activeCount > appCount / 3)
        for act in PolicyAct.all {
            var scene = initial
            for turn in 0..<6 {
                let response = scene.send(act.timed[turn % act.timed.count])
                // The first event does not count: it may ask for what is already so.
                let hasWorked = response.refusal == nil && !response.effects.isEmpty
                #expect(turn == 0 || hasWorked, "\(act.name)")
                for event in act.after { scene.send(event) }
            }
        }
    }
}
