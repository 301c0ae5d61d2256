import AudioModel
import AudioToolbox
import Foundation
import Synchronization
import Testing

@Suite("Graphs of audio units")
struct UnitGraphTests {
    private struct Played {
        let units: UnitsOfAGraph
        let output: AUNode
        let mixer: AUNode
        var graph: AUGraph { units.graph }

        /// A graph of an output, a mixer and a source, which runs.
        init(_ source: ConstantSource) throws {
            units = try UnitsOfAGraph()
            output = try units.add(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            mixer = try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            var callback = source.callback
            let (graph, mixer, output) = (units.graph, mixer, output)
            units.app.run {
                #expect(AUGraphConnectNodeInput(graph, mixer, 0, output, 0) == noErr)
                #expect(AUGraphSetNodeInputCallback(graph, mixer, 0, &callback) == noErr)
                #expect(AUGraphInitialize(graph) == noErr)
                #expect(AUGraphStart(graph) == noErr)
            }
        }
    }

    @Test("play changes only after an update, and then all of them without a break")
    func pendingChanges() throws {
        let (first, second) = (ConstantSource(0.25), ConstantSource(0.5))
        let played = try Played(first)
        let (units, graph) = (played.units, played.graph)
        units.phone.pass(.seconds(1))
        #expect(units.hears(0.25, 0.5...0.9))
        var callback = second.callback
        #expect(AUGraphSetNodeInputCallback(graph, played.mixer, 1, &callback) == noErr)
        #expect(units.interactionCount == 3)
        units.phone.pass(.seconds(1))
        #expect(units.hears(0.25, 1...1.9))
        #expect(second.calls == 0)
        var isUpdated = DarwinBoolean(true)
        units.app.run { #expect(AUGraphUpdate(graph, &isUpdated) == noErr) }
        #expect(isUpdated == false)
        units.phone.pass(.seconds(1))
        units.app.run { #expect(AUGraphUpdate(graph, &isUpdated) == noErr) }
        #expect(isUpdated == true)
        #expect(units.hears(0.75, 2.5...2.9))
        #expect(units.hears(0.25, 0.5...2.9, lowest: true))
        withExtendedLifetime((first, second)) {}
    }

    @Test("wait for a slice only where time passes meanwhile")
    func updateWithoutAnswer() throws {
        let (first, second) = (ConstantSource(0.25), ConstantSource(0.5))
        let played = try Played(first)
        played.units.phone.pass(.seconds(1))
        var callback = second.callback
        played.units.app.run {
            #expect(AUGraphSetNodeInputCallback(played.graph, played.mixer, 1, &callback) == noErr)
            #expect(AUGraphUpdate(played.graph, nil) == noErr)
        }
        played.units.phone.pass(.seconds(1))
        #expect(played.units.hears(0.75, 1.5...1.9))
    }

    @Test("let the rest play when a node is removed")
    func removal() throws {
        let (first, second) = (ConstantSource(0.25), ConstantSource(0.5))
        let played = try Played(first)
        let (units, graph) = (played.units, played.graph)
        let mixer = try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let unit = try units.unit(mixer)
        var callback = second.callback
        units.app.run {
            #expect(AUGraphSetNodeInputCallback(graph, mixer, 0, &callback) == noErr)
            #expect(AUGraphConnectNodeInput(graph, mixer, 0, played.mixer, 1) == noErr)
            #expect(AUGraphUpdate(graph, nil) == noErr)
        }
        units.phone.pass(.seconds(1))
        #expect(units.hears(0.75, 0.5...0.9))
        #expect(units.app.run { AUGraphRemoveNode(graph, mixer) } == noErr)
        #expect(AUGraphRemoveNode(graph, mixer) == kAUGraphErr_NodeNotFound)
        #expect(units.interactionCount == 2)
        units.app.run { #expect(AUGraphUpdate(graph, nil) == noErr) }
        units.phone.pass(.seconds(1))
        units.app.run { #expect(AUGraphUpdate(graph, nil) == noErr) }
        #expect(units.hears(0.25, 1.5...1.9))
        let calls = second.calls
        units.phone.pass(.seconds(1))
        #expect(second.calls == calls)
        var count: UInt32 = 0
        #expect(AUGraphGetNodeCount(graph, &count) == noErr && count == 2)
        // The unit went with its node.
        #expect(AudioUnitInitialize(unit) == kAudio_ParamError)
    }

    @Test("refuse what cannot be")
    func refusals() throws {
        let units = try UnitsOfAGraph()
        let graph = units.graph
        #expect(AUGraphInitialize(graph) == noErr)
        #expect(AUGraphStart(graph) == kAUGraphErr_OutputNodeErr)
        let output = try units.add(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        var other = UnitsOfAGraph.description(
            kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        var node: AUNode = 0
        #expect(AUGraphAddNode(graph, &other, &node) == kAUGraphErr_OutputNodeErr)
        other.componentSubType = 1
        #expect(AUGraphAddNode(graph, &other, &node) == kAUGraphErr_InvalidAudioUnit)
        let first = try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let second = try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(AUGraphConnectNodeInput(graph, first, 0, output, 0) == noErr)
        #expect(AUGraphConnectNodeInput(graph, second, 0, first, 0) == noErr)
        let invalid = OSStatus(kAUGraphErr_InvalidConnection)
        #expect(AUGraphConnectNodeInput(graph, first, 0, second, 0) == invalid)
        #expect(AUGraphConnectNodeInput(graph, first, 0, first, 1) == invalid)
        #expect(AUGraphConnectNodeInput(graph, second, 0, first, 0) == invalid)
        #expect(AUGraphConnectNodeInput(graph, 99, 0, first, 1) == kAUGraphErr_NodeNotFound)
        #expect(
            AUGraphConnectNodeInput(graph, second, 0, first, 99) == kAudioUnitErr_InvalidElement)
        #expect(AUGraphDisconnectNodeInput(graph, first, 3) == invalid)
        #expect(AUGraphNewNodeSubGraph(graph, &node) == kAUGraphErr_InvalidAudioUnit)
        #expect(units.interactionCount == 2)
        #expect(DisposeAUGraph(AUGraph(bitPattern: 12_345)) == kAudio_ParamError)
    }

    @Test("need to be open before they are initialised, and initialised before they start")
    func order() throws {
        let units = try UnitsOfAGraph()
        let graph = units.graph
        let node = try units.add(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        var isOpen = DarwinBoolean(false)
        #expect(AUGraphIsOpen(graph, &isOpen) == noErr && isOpen == true)
        #expect(AUGraphStart(graph) == kAudioUnitErr_Uninitialized)
        #expect(AUGraphClose(graph) == noErr)
        #expect(AUGraphIsOpen(graph, &isOpen) == noErr && isOpen == false)
        #expect(AUGraphInitialize(graph) == kAudioUnitErr_Uninitialized)
        var unit: AudioUnit?
        #expect(AUGraphNodeInfo(graph, node, nil, &unit) == noErr && unit == nil)
    }

    @Test("tell what leads to a node")
    func interactions() throws {
        let source = ConstantSource(0.25)
        let played = try Played(source)
        var count: UInt32 = 0
        #expect(AUGraphCountNodeInteractions(played.graph, played.mixer, &count) == noErr)
        #expect(count == 2)
        var found = [AUNodeInteraction](repeating: AUNodeInteraction(), count: 3)
        count = 3
        #expect(
            AUGraphGetNodeInteractions(played.graph, played.mixer, &count, &found) == noErr)
        #expect(count == 2)
        #expect(found[0].nodeInteractionType == UInt32(kAUNodeInteraction_Connection))
        #expect(found[0].nodeInteraction.connection.sourceNode == played.mixer)
        #expect(found[0].nodeInteraction.connection.destNode == played.output)
        #expect(found[1].nodeInteractionType == UInt32(kAUNodeInteraction_InputCallback))
        #expect(found[1].nodeInteraction.inputCallback.destNode == played.mixer)
        #expect(AUGraphClearConnections(played.graph) == noErr)
        #expect(played.units.interactionCount == 0)
        #expect(AUGraphGetInteractionInfo(played.graph, 0, &found[0]) == kAudio_ParamError)
    }

    /// Counts calls before and after slices, and keeps the last sample seen after one.
    private final class Watch: Sendable {
        let before = Atomic<Int>(0)
        let after = Atomic<Int>(0)
        let sample = Atomic<UInt32>(0)

        static let notify: AURenderCallback = { watch, flags, _, _, _, list in
            let watch = Unmanaged<Watch>.fromOpaque(watch).takeUnretainedValue()
            if flags.pointee.contains(.unitRenderAction_PreRender) {
                watch.before.add(1, ordering: .relaxed)
            }
            if flags.pointee.contains(.unitRenderAction_PostRender), let list {
                watch.after.add(1, ordering: .relaxed)
                let buffers = UnsafeMutableAudioBufferListPointer(list)
                let first = buffers[0].mData?.load(as: Float.self) ?? -1
                watch.sample.store(first.bitPattern, ordering: .relaxed)
            }
            return noErr
        }

        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
        var last: Float { Float(bitPattern: sample.load(ordering: .relaxed)) }
        var counts: [Int] { [before.load(ordering: .relaxed), after.load(ordering: .relaxed)] }
    }

    @Test("notify of the slices of their end, and of units within")
    func notifications() throws {
        let source = ConstantSource(0.25)
        let played = try Played(source)
        let (end, inner) = (Watch(), Watch())
        let unit = try played.units.unit(played.mixer)
        #expect(AUGraphAddRenderNotify(played.graph, Watch.notify, end.pointer) == noErr)
        #expect(AudioUnitAddRenderNotify(unit, Watch.notify, inner.pointer) == noErr)
        played.units.phone.pass(.seconds(1))
        #expect(end.counts[0] > 10 && end.counts[0] == end.counts[1])
        #expect(inner.counts == end.counts)
        #expect(inner.last == 0.25 && end.last == 0.25)
        #expect(AudioUnitRemoveRenderNotify(unit, Watch.notify, inner.pointer) == noErr)
        #expect(AUGraphRemoveRenderNotify(played.graph, Watch.notify, end.pointer) == noErr)
        let counts = (end.counts, inner.counts)
        played.units.phone.pass(.seconds(1))
        #expect(end.counts == counts.0 && inner.counts == counts.1)
    }

    @Test("stop with their output, and say whether they run")
    func running() throws {
        let source = ConstantSource(0.25)
        let played = try Played(source)
        var isRunning = DarwinBoolean(false)
        #expect(AUGraphIsRunning(played.graph, &isRunning) == noErr && isRunning == true)
        var load: Float = -1
        #expect(AUGraphGetCPULoad(played.graph, &load) == noErr && load == 0)
        #expect(AUGraphGetMaxCPULoad(played.graph, &load) == noErr && load == 0)
        played.units.app.run { #expect(AUGraphStop(played.graph) == noErr) }
        #expect(AUGraphIsRunning(played.graph, &isRunning) == noErr && isRunning == false)
        let calls = source.calls
        played.units.phone.pass(.seconds(1))
        #expect(source.calls == calls)
    }
}
