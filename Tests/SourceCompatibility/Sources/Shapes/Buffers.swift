import AudioToolbox

/// Converts a typed buffer to `AudioBuffer` and back.
func tryBuffers() {
    var samples: [Float] = [1, 2, 3]
    samples.withUnsafeMutableBufferPointer { memory in
        let buffer = AudioBuffer(memory, numberOfChannels: 1)
        UnsafeMutableBufferPointer<Float>(buffer)[1] = 5
        expect(
            Array(UnsafeBufferPointer<Float>(buffer)) == [1, 5, 3],
            "AudioBuffer does not share the samples' memory")
    }
}
