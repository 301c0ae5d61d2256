import AudioModel
import Simulation
import SoundPolicy

/// Lets the simulator play what happened on a phone.
enum RenderedPhone {
    static let row = FuzzTally.Row(
        checker: "SamplesFollowVerdicts", sentence: "What is heard is what the verdicts say")

    static func check(_ run: PhoneRun, _ plan: PhonePlan, _ tally: inout FuzzTally) -> Violation? {
        nil
    }
}
