import Foundation

let usage = "usage: VoiceMemo FOLDER [--days N] [record [SECONDS] | play MEMO]"

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("VoiceMemo: \(text)\n".utf8))
    exit(1)
}

/// The program's screen: prints what happens, and ends when what it was started for is over.
@MainActor
final class Screen: VoiceMemosDelegate {
    func voiceMemos(_ memos: VoiceMemos, didDelete folder: URL, error: (any Error)?) {
        let reason = error.map { "cannot delete (\($0.localizedDescription))" }
        print("\(reason ?? "deleted") \(folder.path)")
    }

    func voiceMemos(_ memos: VoiceMemos, didFinishRecording memo: URL, isComplete: Bool) {
        print("recorded \(memo.path)")
        exit(isComplete ? 0 : 1)
    }

    func voiceMemos(_ memos: VoiceMemos, didFinishPlaying memo: URL) { exit(0) }
}

var words = Array(CommandLine.arguments.dropFirst())
var days = 3
if let index = words.firstIndex(of: "--days") {
    guard index + 1 < words.count, let number = Int(words[index + 1]), number >= 0 else {
        fail(usage)
    }
    days = number
    words.removeSubrange(index...index + 1)
}
guard (1...3).contains(words.count) else { fail(usage) }

let memos = VoiceMemos(folders: MemoFolders(documents: URL(fileURLWithPath: words[0])))
let screen = Screen()
memos.delegate = screen
memos.deleteOldMemos(olderThan: days)

switch words.dropFirst().first {
case nil:
    for memo in memos.folders.memos { print(memo.path) }
    exit(0)
case "record":
    let seconds = words.count == 3 ? Double(words[2]) : 5
    guard let seconds, (0...86_400).contains(seconds) else { fail(usage) }
    Task {
        do {
            try await memos.record()
        } catch {
            fail("cannot record: \(error)")
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { memos.stop() }
    }
case "play" where words.count == 3:
    do {
        try memos.play(URL(fileURLWithPath: words[2]))
    } catch {
        fail("cannot play \(words[2]): \(error)")
    }
default: fail(usage)
}
RunLoop.main.run()
