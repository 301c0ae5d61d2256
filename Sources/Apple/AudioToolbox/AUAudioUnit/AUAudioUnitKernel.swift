package import AudioUnits
package import CAudioToolbox
import CoreAudioTypes
import Foundation
package import SoundClient

// An app's own unit as the kernel of a node.

extension AUAudioUnit {
    /// Makes the kernel that renders the unit, one of the app's own.
    package func makeKernel() -> AppUnitKernel {
        let unit = self
        return AppUnitKernel(
            AppUnitCalls(
                allocate: { unit.allocate($0, $1, $2) },
                render: { unit.renderForKernel($0, $1, $2, $3, $4) },
                reset: { unit.reset() },
                latency: { unit.latency },
                isBypassed: { unit.shouldBypassEffect },
                setBypassed: { unit.shouldBypassEffect = $0 },
                sendMIDI: { unit.send($0, after: $1) }))
    }

    /// Sends a MIDI message, some frames into the next slice.
    ///
    /// - Returns: Whether the unit takes MIDI.
    private func send(_ bytes: [UInt8], after delay: Int) -> Bool {
        guard let send = scheduleMIDIEventBlock else { return false }
        let offset = min(AUEventSampleTime(delay), RenderEventQueue.immediateOffsetMax - 1)
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
            send(AUEventSampleTimeImmediate + offset, 0, bytes.count, start)
        }
        return true
    }

    /// Makes a unit of the app's own by its component.
    ///
    /// - Returns: `nil` for a component that no app has registered.
    /// - Throws: What its initializer throws.
    package static func makeRegistered(
        _ description: AudioComponentDescription, _ options: AudioComponentInstantiationOptions = []
    ) throws -> AUAudioUnit? {
        try RegisteredComponent.makeUnit(description, options)
    }

    /// The components that the app has registered.
    package static var registeredDescriptions: [AudioComponentDescription] {
        RegisteredComponent.all.map(\.description)
    }

    /// The name and the version of a component that the app has registered; `nil` for another.
    package static func registeredName(
        _ description: AudioComponentDescription
    ) -> (manufacturer: String?, unit: String, version: Int)? {
        RegisteredComponent.find(description).map { component in
            let names = component.name.componentNames
            return (names.manufacturer, names.unit, Int(component.version))
        }
    }

    /// Makes the unit of C of one of the app's own.
    ///
    /// - Parameters:
    ///   - kernel: The unit's kernel; `nil` for a new one.
    package func makeCore(for app: AppSound, _ kernel: AppUnitKernel? = nil) -> AppUnit {
        let unit = self
        return AppUnit(componentDescription, app, kernel ?? makeKernel()) { unit.unitParameters }
    }

    /// Gives the buses their format, and allocates.
    private func allocate(
        _ sampleRate: Double, _ channelCount: Int, _ maximumFrameCount: Int
    ) -> Bool {
        if renderResourcesAllocated { deallocateRenderResources() }
        let format = AVAudioFormat(
            .planarFloats(sampleRate: sampleRate, channelCount: channelCount))
        do {
            maximumFramesToRender = AUAudioFrameCount(maximumFrameCount)
            for busses in [inputBusses, outputBusses] where busses.count > 0 {
                let bus = busses[0]
                if !bus.format.isEqual(format) { try bus.setFormat(format) }
            }
            try allocateRenderResources()
        } catch { return false }
        return true
    }

    private func renderForKernel(
        _ flags: AppUnitCalls.Flags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AppUnitCalls.Pull?
    ) -> OSStatus {
        let input = pull.map { pull -> AURenderPullInputBlock in
            { flags, time, frameCount, bus, list in
                flags.withMemoryRebound(to: UInt32.self, capacity: 1) {
                    pull($0, time, frameCount, bus, list)
                }
            }
        }
        return flags.withMemoryRebound(to: AudioUnitRenderActionFlags.self, capacity: 1) {
            renderBlock($0, time, frameCount, 0, list, input)
        }
    }
}
