import CAudioToolbox
import Foundation

// What a host tells its units.

extension AUAudioUnit {
    /// The wanted quality, 0…127; 127 at first.
    public var renderQuality: Int {
        get { lock.withLock { own.quality } }
        set { lock.withLock { own.quality = newValue } }
    }

    /// Whether the host renders without a device.
    public var isRenderingOffline: Bool {
        get { lock.withLock { own.isOffline } }
        set { lock.withLock { own.isOffline = newValue } }
    }

    /// The name of what the host uses the unit for.
    public var contextName: String? {
        get { lock.withLock { own.contextName } }
        set { lock.withLock { own.contextName = newValue } }
    }

    /// The block with which the host tells where in the music it is.
    public var musicalContextBlock: AUHostMusicalContextBlock? {
        get { lock.withLock { own.musicalContext } }
        set { lock.withLock { own.musicalContext = newValue } }
    }

    /// The block with which the host tells what its transport does.
    public var transportStateBlock: AUHostTransportStateBlock? {
        get { lock.withLock { own.transportState } }
        set { lock.withLock { own.transportState = newValue } }
    }

    /// The names of the MIDI outputs; there are none.
    public var midiOutputNames: [String] { [] }

    /// The most bytes of MIDI that the unit sends with a slice, which a host may be told.
    public var midiOutputBufferSizeHint: Int {
        get { lock.withLock { own.midiBytes } }
        set { lock.withLock { own.midiBytes = newValue } }
    }

    /// The block that takes the unit's MIDI messages.
    public var midiOutputEventBlock: AUMIDIOutputEventBlock? {
        get { lock.withLock { own.midiOutput } }
        set { lock.withLock { own.midiOutput = newValue } }
    }
}
