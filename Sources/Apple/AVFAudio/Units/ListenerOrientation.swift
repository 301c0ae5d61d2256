import Foundation

/// The direction of a listener's head, as vectors and as angles that agree.
struct ListenerOrientation {
    private var storedVectors = AVAudio3DVectorOrientation(
        forward: AVAudio3DVector(x: 0, y: 0, z: -1), up: AVAudio3DVector(x: 0, y: 1, z: 0))
    private var storedAngles = AVAudio3DAngularOrientation()

    init() {}

    /// Two vectors; parallel ones, and those that are not finite, are ignored.
    var vectors: AVAudio3DVectorOrientation {
        get { storedVectors }
        set {
            guard let angles = Self.angles(of: newValue) else { return }
            storedVectors = newValue
            storedAngles = angles
        }
    }

    /// Angles in degrees: yaw is positive to the right, pitch upwards, roll clockwise. Numbers that
    /// are not finite are ignored.
    var angles: AVAudio3DAngularOrientation {
        get { storedAngles }
        set {
            guard newValue.yaw.isFinite, newValue.pitch.isFinite, newValue.roll.isFinite else {
                return
            }
            storedAngles = newValue
            storedVectors = Self.vectors(of: newValue)
        }
    }

    private static func vectors(
        of angles: AVAudio3DAngularOrientation
    ) -> AVAudio3DVectorOrientation {
        let (yaw, pitch, roll) = (
            radians(angles.yaw), radians(angles.pitch), radians(angles.roll)
        )
        let forward = SIMD3(sin(yaw) * cos(pitch), sin(pitch), -cos(yaw) * cos(pitch))
        let right = SIMD3(cos(yaw), 0, sin(yaw))
        let upright = cross(right, forward)
        return AVAudio3DVectorOrientation(
            forward: vector(forward), up: vector(cos(roll) * upright + sin(roll) * right))
    }

    private static func angles(
        of vectors: AVAudio3DVectorOrientation
    ) -> AVAudio3DAngularOrientation? {
        guard let forward = unit(vectors.forward), let up = unit(vectors.up),
            length(cross(forward, up)) > 1e-4
        else { return nil }
        let yaw = atan2(forward.x, -forward.z)
        let pitch = asin(min(max(forward.y, -1), 1))
        let right = SIMD3(cos(yaw), 0, sin(yaw))
        let upright = cross(right, forward)
        let roll = atan2((up * right).sum(), (up * upright).sum())
        return AVAudio3DAngularOrientation(
            yaw: degrees(yaw), pitch: degrees(pitch), roll: degrees(roll))
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    private static func length(_ vector: SIMD3<Double>) -> Double {
        (vector * vector).sum().squareRoot()
    }

    private static func unit(_ vector: AVAudio3DVector) -> SIMD3<Double>? {
        let value = SIMD3(Double(vector.x), Double(vector.y), Double(vector.z))
        let length = length(value)
        return length.isFinite && length > 1e-6 ? value / length : nil
    }

    private static func vector(_ value: SIMD3<Double>) -> AVAudio3DVector {
        AVAudio3DVector(x: Float(value.x), y: Float(value.y), z: Float(value.z))
    }

    private static func radians(_ degrees: Float) -> Double { Double(degrees) * .pi / 180 }

    private static func degrees(_ radians: Double) -> Float { Float(radians * 180 / .pi) }
}
