import AudioEffects
import AudioUnits
import CoreAudioTypes

extension BufferListSamples {
    /// Whether a list has buffers for `frameCount` frames.
    ///
    /// - Parameter allowsNull: Whether buffers without memory count.
    func fits(
        _ list: UnsafeMutableAudioBufferListPointer, frameCount: Int, allowsNull: Bool = false
    ) -> Bool {
        fits(
            UnitBufferList(list.unsafeMutablePointer), frameCount: frameCount,
            allowsNull: allowsNull)
    }

    /// Writes frames to the buffers of a list that fits.
    func write(
        _ samples: PlanarSamples, frameCount: Int, to list: UnsafeMutableAudioBufferListPointer
    ) {
        write(samples, frameCount: frameCount, to: UnitBufferList(list.unsafeMutablePointer))
    }

    /// Reads frames from the buffers of a list that fits.
    func read(
        _ list: UnsafeMutableAudioBufferListPointer, frameCount: Int, into samples: PlanarSamples
    ) {
        read(UnitBufferList(list.unsafeMutablePointer), frameCount: frameCount, into: samples)
    }
}
