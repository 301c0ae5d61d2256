import AudioToolbox

/// A buffer of samples seen as floats.
func tryBuffers() {
    var samples: [Float] = [1, 2, 3]
    samples.withUnsafeMutableBufferPointer { memory in
        let buffer = AudioBuffer(memory, numberOfChannels: 1)
        UnsafeMutableBufferPointer<Float>(buffer)[1] = 5
        expect(Array(UnsafeBufferPointer<Float>(buffer)) == [1, 5, 3], "the samples are others")
    }
}
