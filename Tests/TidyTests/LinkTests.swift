import Foundation
import TestSupport
import Testing

/// Files that are links to files of another folder, such as what `fuzz` takes of the tests.
@Suite struct LinkTests {
    /// The links of a folder that lead to no file of it, by their paths.
    private func brokenLinks(in root: URL, _ folders: [String]) -> (count: Int, broken: [String]) {
        var (count, broken) = (0, [String]())
        for folder in folders {
            let files = FileManager.default.enumerator(atPath: root.path + "/" + folder)
            while let path = files?.nextObject() as? String {
                let name = path.split(separator: "/").last ?? ""
                guard name != ".build" else {
                    files?.skipDescendants()
                    continue
                }
                let file = root.path + "/" + folder + "/" + path
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file),
                    !target.hasPrefix("/")
                else { continue }
                count += 1
                if !FileManager.default.fileExists(atPath: file) {
                    broken.append(folder + "/" + path)
                }
            }
        }
        return (count, broken.sorted())
    }

    @Test func `every link leads to a file`() {
        let root = repositoryFolder
        let (count, broken) = brokenLinks(in: root, ["Sources", "Tests", "examples", "fuzz"])
        #expect(count > 3 && broken == [])
    }

    @Test func `a planted link to nothing is found`() throws {
        let folder = try TemporaryFolder()
        let root = URL(fileURLWithPath: folder.file("root"))
        let files = FileManager.default
        try files.createDirectory(
            at: root.appendingPathComponent("fuzz"), withIntermediateDirectories: true)
        try Data("a".utf8).write(to: root.appendingPathComponent("fuzz/a"))
        for (name, target) in [("whole", "a"), ("stray", "../Tests/a")] {
            try files.createSymbolicLink(
                atPath: root.path + "/fuzz/" + name, withDestinationPath: target)
        }
        let (count, broken) = brokenLinks(in: root, ["fuzz"])
        #expect(count == 2 && broken == ["fuzz/stray"])
    }
}
