import Foundation
import Testing

@Suite("The acceptance cases")
struct AllCasesTests {
    @Test("are all there, each by its number")
    func numbers() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        var numbers: Set<Int> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            // The names of tests begin with their number.
            for part in text.components(separatedBy: "\"").dropFirst() {
                guard let colon = part.firstIndex(of: ":"), part.count > 10,
                    let number = Int(part[..<colon])
                else { continue }
                numbers.insert(number)
            }
        }
        #expect(numbers == Set(1...48))
    }
}
