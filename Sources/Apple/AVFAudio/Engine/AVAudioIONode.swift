import AudioGraph
public import AudioToolbox
public import CAudioToolbox
public import Foundation
import Synchronization

/// A node of an engine that stands for the hardware's input or output.
///
/// Ownership: that of `AVAudioNode`; what it adds is constant or behind a lock.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    /// The delay between the hardware and the engine, in seconds.
    open var presentationLatency: TimeInterval { core?.presentationLatency(of: self) ?? 0 }

    private let ioUnit = Mutex<NodeUnit?>(nil)

    /// The unit of the engine's input and output in C; starting and stopping it is the engine's.
    open var audioUnit: AudioUnit? { nodeUnit.handle }

    private var nodeUnit: NodeUnit {
        ioUnit.withLock { ioUnit in
            let present = ioUnit ?? makeNodeUnit()
            ioUnit = present
            return present
        }
    }

    package override func makeAudioUnit() -> AUAudioUnit {
        AUAudioUnit(nodeUnit.core, unitDescription, node: unitCalls)
    }
}

/// The end of an engine's graph: the hardware's output, or the result of manual rendering.
///
/// Ownership: that of `AVAudioNode`; what it adds is constant or an atomic.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    init() {
        super.init(.output)
    }
}

/// The hardware's input, or the input of manual rendering.
///
/// Ownership: that of `AVAudioNode`; what it adds is constant or an atomic.
open class AVAudioInputNode: AVAudioIONode, @unchecked Sendable {
    let source: InputSource

    init() {
        source = InputSource()
        super.init(.source(source), outputFormat: AVAudioFormat())
    }

    /// Sets the block that supplies the input of manual rendering.
    ///
    /// - Parameters:
    ///   - format: The format of the block's buffers, linear PCM.
    ///   - block: Called on the thread that renders.
    /// - Returns: Whether it was set: in manual rendering, while the engine does not run.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        core?.setInput(format, block) ?? false
    }
}
