import AVFAudio
import AudioToolbox
import Foundation
import Synchronization
import Testing

@Suite("Parameter trees of the app's own")
struct ParameterTreeTests {
    private func parameter(
        _ identifier: String, _ address: AUParameterAddress, strings: [String]? = nil
    ) -> AUParameter {
        AUParameterTree.createParameter(
            withIdentifier: identifier, name: "The \(identifier)", address: address, min: 0,
            max: 10,
            unit: .indexed, unitName: "things", flags: [.flag_IsReadable], valueStrings: strings,
            dependentParameters: [3])
    }

    @Test("have key paths, and groups that are made of templates")
    func paths() {
        let template = AUParameterTree.createGroupTemplate([
            parameter("cutoff", 0), parameter("width", 1),
        ])
        let bands = (0..<2).map {
            AUParameterTree.createGroup(
                fromTemplate: template, identifier: "band\($0)", name: "Band \($0)",
                addressOffset: UInt64(100 * $0))
        }
        let filters = AUParameterTree.createGroup(
            withIdentifier: "filters", name: "Filters", children: bands)
        let tree = AUParameterTree.createTree(withChildren: [parameter("gain", 9), filters])
        #expect(
            tree.allParameters.map(\.keyPath) == [
                "gain", "filters.band0.cutoff", "filters.band0.width", "filters.band1.cutoff",
                "filters.band1.width",
            ])
        #expect(tree.parameter(withAddress: 101)?.keyPath == "filters.band1.width")
        let gain = tree.parameter(withID: 9, scope: 0, element: 0)
        #expect(gain?.displayName == "The gain" && gain?.unitName == "things")
        #expect(gain?.flags == [.flag_IsReadable] && gain?.dependentParameters == [3])
        #expect(gain?.displayName(withLength: 5) == "The g" && tree.keyPath.isEmpty)
    }

    @Test("write and read values")
    func strings() {
        let mode = parameter("mode", 1, strings: ["low", "high"])
        mode.value = 1
        #expect(mode.string(fromValue: nil) == "high" && mode.value(from: "low") == 0)
        #expect(mode.string(fromValue: [7.5]) == "7.50" && mode.value(from: " 2.5 ") == 2.5)
        mode.implementorStringFromValueCallback = { parameter, value in
            "\(parameter.identifier) \(value?.pointee ?? parameter.value)"
        }
        mode.implementorValueFromStringCallback = { _, text in AUValue(text.count) }
        #expect(mode.string(fromValue: nil) == "mode 1.0" && mode.value(from: "four") == 4)
    }

    @Test("serve their unit at once, through the blocks of the tree")
    func implementor() {
        let (left, right) = (parameter("left", 1), parameter("right", 2))
        let tree = AUParameterTree.createTree(withChildren: [left, right])
        var values: [AUParameterAddress: AUValue] = [:]
        tree.implementorValueObserver = { values[$0.address] = $1 }
        left.value = 3
        right.setValue(4, originator: nil)
        #expect(values == [1: 3, 2: 4])
        right.implementorValueProvider = { _ in 9 }
        #expect(left.value == 3 && right.value == 9)
        left.value = .nan
        #expect(left.value == 3)
    }

    @Test("tell their observers later, but not the one that has changed them")
    func observers() async {
        let (left, right) = (parameter("left", 1), parameter("right", 2))
        let tree = AUParameterTree.createTree(withChildren: [left, right])
        let (changes, continuation) = AsyncStream.makeStream(of: String.self)
        let own = left.token { address, value in continuation.yield("own \(address) \(value)") }
        _ = tree.token { address, value in continuation.yield("tree \(address) \(value)") }
        _ = tree.token(byAddingParameterRecordingObserver: { count, events in
            continuation.yield("recorded \(count) \(events[0].hostTime) \(events[0].value)")
        })
        _ = right.token(byAddingParameterAutomationObserver: { _, events in
            continuation.yield("automation \(events[0].eventType.rawValue) \(events[0].value)")
        })
        left.value = 1
        left.setValue(2, originator: own, atHostTime: 77)
        right.setValue(5, originator: nil, atHostTime: 8, eventType: .touch)
        right.setValue(5, originator: nil, atHostTime: 9, eventType: .value)
        left.removeParameterObserver(own)
        left.value = 3
        var seen: [String] = []
        for await change in changes {
            seen.append(change)
            if change == "recorded 1 0 3.0" { break }
        }
        // What the removed observer was told before depends on the queue.
        #expect(
            seen.filter { !$0.hasPrefix("own 1 1") } == [
                "tree 1 1.0", "recorded 1 0 1.0", "tree 1 2.0", "recorded 1 77 2.0",
                "automation 1 5.0", "automation 0 5.0", "tree 2 5.0", "recorded 1 9 5.0",
                "tree 1 3.0", "recorded 1 0 3.0",
            ])
    }
}
