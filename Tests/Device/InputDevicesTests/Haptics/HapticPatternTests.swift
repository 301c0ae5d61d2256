import AudioModel
import InputDevices
import Testing

@Suite("Patterns of vibration")
struct HapticPatternTests {
    @Test(
        "have lengths that a motor can have",
        arguments: [
            (HapticPattern.single(.zero), HapticPattern.single(.milliseconds(1))),
            (.single(.seconds(-5)), .single(.milliseconds(1))),
            (.single(HostInterval(nanoseconds: .max)), .single(.seconds(30))),
            (.alert, .alert), (.ring, .ring),
            (
                .repeating(.seconds(3), period: .seconds(1)),
                .repeating(.seconds(3), period: .seconds(3))
            ),
        ])
    func bounds(pattern: HapticPattern, expected: HapticPattern) {
        #expect(pattern.bounded == expected)
    }
}
