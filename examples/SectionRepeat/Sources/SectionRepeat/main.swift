import AudioToolbox
import Foundation

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("SectionRepeat: \(text)\n".utf8))
    exit(1)
}

/// How often a section is played when nothing is said.
let usualRates: [Float] = [1, 1, 1]

let words = Array(CommandLine.arguments.dropFirst())
let numbers = words.dropFirst().compactMap { Double($0) }
guard words.count >= 3, numbers.count == words.count - 1, numbers[0] >= 0, numbers[0] < numbers[1],
    numbers.dropFirst(2).allSatisfy((0.5...2).contains)
else { fail("usage: SectionRepeat FILE FROM TO [RATE…]   (seconds; rates from 0.5 to 2)") }

AudioSessionInitialize(nil, nil, nil, nil)
AudioSessionSetActive(true)
do {
    let rates = numbers.dropFirst(2).map { Float($0) }
    let repeater = try Repeater(
        playing: words[0], seconds: numbers[0]...numbers[1],
        rates: rates.isEmpty ? usualRates : rates
    ) { print($0) }
    try repeater.play()
    while !repeater.isOver {
        CFRunLoopRunInMode(.defaultMode, 0.25, false)
    }
    repeater.close()
} catch let failure as Repeater.Failure {
    fail("\(failure.call) failed with \(failure.status)")
}
