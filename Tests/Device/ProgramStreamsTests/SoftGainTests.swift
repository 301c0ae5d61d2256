import AudioModel
import Testing

import ProgramStreams

/// The gains of a node as PipeWire keeps them: the last writer chooses the set in force.
private struct SimulatedNode {
    private var report = SoftGain.Report()
    private var isSoftInForce = false
    private(set) var reports: [SoftGain.Report] = []

    init(channelVolumes: [Float] = [1, 1]) {
        report.channelVolumes = channelVolumes
        report.softVolumes = channelVolumes.map { _ in 1 }
    }

    var channelVolumes: [Float] { report.channelVolumes }
    var isMuted: Bool { report.isMuted }
    var latest: SoftGain.Report { report }

    /// The gain that is heard on the first channel.
    var heard: Float {
        isSoftInForce
            ? report.isSoftMuted ? 0 : report.softVolumes.first ?? 1
            : report.isMuted ? 0 : report.channelVolumes.first ?? 1
    }

    mutating func write(_ write: SoftGain.Write) {
        switch write {
        case .soft(let isMuted, let volumes):
            isSoftInForce = true
            report.isSoftMuted = isMuted
            if !volumes.isEmpty {
                let count = max(report.channelVolumes.count, 1)
                report.softVolumes =
                    volumes.count == count
                    ? volumes
                    : Array(
                        repeating: volumes.reduce(0, +) / Float(volumes.count), count: count)
            }
        case .channel(let isMuted, let volumes):
            isSoftInForce = false
            report.isMuted = isMuted
            if !volumes.isEmpty { report.channelVolumes = volumes }
        }
        reports.append(report)
    }

    mutating func takeReports() -> [SoftGain.Report] {
        defer { reports = [] }
        return reports
    }
}

@Suite("A gain on top of a user's volume")
struct SoftGainTests {
    private static let millisecond: UInt64 = 1_000_000

    /// Delivers reports and writes until neither is left.
    private func settle(_ node: inout SimulatedNode, _ gain: inout SoftGain) -> Int {
        var writeCount = 0
        var reports = node.takeReports()
        while !reports.isEmpty, writeCount < 1000 {
            for report in reports {
                for write in gain.report(report, at: 0) {
                    node.write(write)
                    writeCount += 1
                }
            }
            reports = node.takeReports()
        }
        return writeCount
    }

    @Test("holds a stream before its format is known, and then")
    func holdBeforeFormat() {
        var node = SimulatedNode(channelVolumes: [])
        var gain = SoftGain()
        for write in gain.hold(at: 0) { node.write(write) }
        #expect(gain.isEnforced && node.heard == 0)
        #expect(node.latest.isHeld && !node.latest.release.isEmpty)
        // No volume is written for channels that are not known.
        #expect(settle(&node, &gain) == 0)
        node.write(.channel(isMuted: false, volumes: [0.5, 0.5]))
        #expect(node.heard == 0.5)
        #expect(settle(&node, &gain) == 1)
        #expect(node.heard == 0)
        for write in gain.set(1, over: 0, at: 0) { node.write(write) }
        #expect(node.heard == 0.5)
    }

    @Test("answers each foreign write with one of its own, and no echo")
    func foreignWrites() {
        var node = SimulatedNode()
        var gain = SoftGain()
        for write in gain.hold(at: 0) { node.write(write) }
        // The first echo brings the volumes of the channels.
        _ = settle(&node, &gain)
        for volumes: [Float] in [[0.5, 0.5], [0.5, 0.5], [0, 0], [0, 0], [2, 1], [2, 1]] {
            for isMuted in [false, true, true, false] {
                node.write(.channel(isMuted: isMuted, volumes: volumes))
                #expect(settle(&node, &gain) == 1)
                #expect(node.heard == 0)
            }
        }
    }

    @Test("is a factor of the user's volume, whose mute counts")
    func factor() {
        var node = SimulatedNode()
        var gain = SoftGain()
        _ = gain.report(node.latest, at: 0)
        for write in gain.set(0.2, over: 0, at: 0) { node.write(write) }
        _ = settle(&node, &gain)
        #expect(abs(node.heard - 0.2) < 0.0001)
        node.write(.channel(isMuted: false, volumes: [0.5, 0.5]))
        _ = settle(&node, &gain)
        #expect(abs(node.heard - 0.1) < 0.0001)
        #expect(node.channelVolumes == [0.5, 0.5])
        node.write(.channel(isMuted: true, volumes: []))
        _ = settle(&node, &gain)
        #expect(node.heard == 0)
        for write in gain.set(1, over: 0, at: 0) { node.write(write) }
        #expect(node.heard == 0 && node.isMuted)
        #expect(!node.latest.mayBeLeftOver)
    }

    @Test("clamps what is no gain", arguments: [(-1, 0), (.nan, 0), (2, 1), (.infinity, 1)])
    func clamping(value: Float, expected: Float) {
        var gain = SoftGain()
        _ = gain.set(value, over: 0, at: 0)
        #expect(gain.target == expected && gain.current == expected)
    }

    @Test("ramps in the steps of time, from where it is")
    func ramps() {
        var gain = SoftGain()
        var node = SimulatedNode()
        _ = gain.report(node.latest, at: 0)
        #expect(gain.set(0, over: 100 * Self.millisecond, at: 0).isEmpty)
        #expect(gain.needsTimer)
        var heard: [Float] = []
        for step in 1...7 {
            for write in gain.advance(to: UInt64(step) * 10 * Self.millisecond) {
                node.write(write)
            }
            _ = settle(&node, &gain)
            heard.append((node.heard * 10).rounded() / 10)
        }
        #expect(heard == [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3])
        // A new ramp begins at the gain in force.
        _ = gain.set(1, over: 70 * Self.millisecond, at: 70 * Self.millisecond)
        for write in gain.advance(to: 80 * Self.millisecond) { node.write(write) }
        #expect(abs(node.heard - 0.4) < 0.001)
        for write in gain.advance(to: 140 * Self.millisecond) { node.write(write) }
        #expect(node.heard == 1)
        #expect(!gain.needsTimer && !gain.isEnforced)
    }

    @Test("ends a ramp at once when asked, and only then writes")
    func endedRamp() {
        var gain = SoftGain()
        var node = SimulatedNode()
        _ = gain.report(node.latest, at: 0)
        #expect(gain.endRamp(at: 0).isEmpty)
        _ = gain.set(0.5, over: 20 * Self.millisecond, at: 0)
        #expect(!gain.hasRamp(within: 19 * Self.millisecond))
        #expect(gain.hasRamp(within: 20 * Self.millisecond))
        for write in gain.endRamp(at: Self.millisecond) { node.write(write) }
        #expect(abs(node.heard - 0.5) < 0.001)
        #expect(!gain.needsTimer && gain.advance(to: 30 * Self.millisecond).isEmpty)
    }

    @Test("has steps as far apart as the server takes them, and none in a crowd")
    func pacing() {
        let steps = [1, 40, 80, 200].map { RampPacing.step(of: $0) / Self.millisecond }
        #expect(steps == [5, 5, 10, 25])
        var pacing = RampPacing()
        let isCrowd = (0..<200).map { pacing.begin(at: UInt64($0) * 1_000, running: $0) }
        // 48 streams need 6 ms for a step.
        #expect(isCrowd.firstIndex(of: true) == 47)
        #expect(pacing.shortest == 50 * Self.millisecond)
        // Ramps that are over do not count, and those that go on do.
        let later = 100 * Self.millisecond
        let isLaterCrowd = [0, 99].map { pacing.begin(at: later, running: $0) }
        #expect(isLaterCrowd == [false, true])
        #expect(pacing.shortest == 24 * Self.millisecond)
    }

    @Test("is in force in the end, whatever order writes and reports have", arguments: 0..<200)
    func randomOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var node = SimulatedNode(
            channelVolumes: Int.random(in: 0..<2, using: &random) == 0 ? [] : [1, 1])
        var gain = SoftGain()
        var writes: [SoftGain.Write] = gain.hold(at: 0)
        var reports: [SoftGain.Report] = []
        for _ in 0..<100 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let volume: Float = [0, 0.5, 1][Int.random(in: 0..<3, using: &random)]
                node.write(
                    .channel(
                        isMuted: Int.random(in: 0..<2, using: &random) == 0,
                        volumes: Array(
                            repeating: volume, count: 1 + Int.random(in: 0..<2, using: &random))))
            case 1:
                writes += gain.set(
                    [0, 0.25, 1][Int.random(in: 0..<3, using: &random)], over: 0, at: 0)
            case 2, 3: if !writes.isEmpty { node.write(writes.removeFirst()) }
            default: if !reports.isEmpty { writes += gain.report(reports.removeFirst(), at: 0) }
            }
            reports += node.takeReports()
        }
        var count = 0
        while !writes.isEmpty || !reports.isEmpty, count < 10_000 {
            count += 1
            for write in writes { node.write(write) }
            reports += node.takeReports()
            writes = reports.flatMap { gain.report($0, at: 0) }
            reports = []
            if writes.isEmpty, gain.isDeferred { writes = gain.advance(to: 0) }
        }
        #expect(count < 10_000)
        let user = node.isMuted ? 0 : node.channelVolumes.first ?? 1
        #expect(abs(node.heard - user * gain.current) < 0.0001)
    }

    @Test("lets a program that keeps writing wait, and not the machine work")
    func contest() {
        var gain = SoftGain()
        var node = SimulatedNode()
        _ = gain.hold(at: 0)
        var writeCount = 0
        for index in 0..<10_000 {
            var report = node.latest
            report.channelVolumes = [Float(index), 1]
            writeCount += gain.report(report, at: UInt64(index)).count
        }
        node.write(.channel(isMuted: false, volumes: [1, 1]))
        #expect(writeCount == SoftGain.rewritesMax)
        #expect(gain.isDeferred && gain.needsTimer)
        #expect(gain.advance(to: 10_000).count == 1)
        #expect(!gain.needsTimer)
    }

    @Test("leaves nothing that looks left over")
    func leftovers() {
        var node = SimulatedNode()
        #expect(!node.latest.mayBeLeftOver)
        var gain = SoftGain()
        _ = gain.report(node.latest, at: 0)
        for value: Float in [0, 0.25, 0.999] {
            for write in gain.set(value, over: 0, at: 0) { node.write(write) }
            #expect(node.latest.mayBeLeftOver)
            for write in node.latest.release { node.write(write) }
            #expect(node.heard == 1 && !node.latest.mayBeLeftOver)
        }
    }
}
