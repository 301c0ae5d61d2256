import CommandLineTool
import Foundation
import StoryCommands
import TestSupport
import Testing

@Suite("What sori sim --watch follows")
struct StoryWatchTests {
    @Test("is the story, what it includes from another folder, and what that includes")
    func included() throws {
        // Given a story that includes a file of another folder, which includes one of a third.
        let folder = try TemporaryFolder()
        for name in ["stories", "shared", "deep"] { try folder.makeFolder(name) }
        try folder.write("phone profile 17\n".utf8, as: "deep/phone.txt")
        try folder.write("include \"../deep/phone.txt\"\n".utf8, as: "shared/setup.txt")
        let path = folder.file("stories/a.story")
        try folder.write("include \"../shared/setup.txt\"\nat 1 end\n".utf8, as: "stories/a.story")
        let watch = try StoryWatch([path])
        var stories = SimulatedStories()
        var included: [String] = []
        stories.willInclude = { path in
            included.append(fileName(of: path))
            watch.include(path)
        }
        _ = try stories.read(path)
        #expect(included == ["setup.txt", "phone.txt"])
        // When one of the three changes, then the wait ends.
        for name in ["stories/a.story", "shared/setup.txt", "deep/phone.txt"] {
            let text = try folder.text(name)
            try folder.write((text + "# changed\n").utf8, as: name)
            watch.waitForChange()
        }
    }

    @Test("is what is read before an error too, and a folder that is missing stops nothing")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        for name in ["stories", "shared"] { try folder.makeFolder(name) }
        try folder.write("nonsense\n".utf8, as: "shared/setup.txt")
        let lines = ["include \"../none/x.txt\"", "include \"../shared/setup.txt\"", "at 1 end"]
        try folder.write((lines.joined(separator: "\n") + "\n").utf8, as: "stories/a.story")
        let path = folder.file("stories/a.story")
        let watch = try StoryWatch([path])
        var stories = SimulatedStories()
        stories.willInclude = watch.include
        #expect(throws: ProgramError.self) { try stories.read(path) }
        try folder.write("phone profile 17\n".utf8, as: "shared/setup.txt")
        watch.waitForChange()
    }
}
