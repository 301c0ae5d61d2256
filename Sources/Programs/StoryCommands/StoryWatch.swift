package import CommandLineTool

/// Waits for changes of stories and of the files that they include, in whatever folder those are.
///
/// Ownership: the thread that creates it.
package final class StoryWatch {
    private let files: FileWatch
    private var names: Set<String>

    /// - Throws: A `ProgramError` when a story's folder cannot be watched.
    package init(_ paths: [String]) throws(ProgramError) {
        files = try FileWatch(folders: paths.map(folder))
        names = Set(paths.map(fileName))
    }

    /// Watches an included file too. It is called before the file is read, so that no change is
    /// missed; a folder that is missing is left out, because the story cannot be read then.
    package func include(_ path: String) {
        files.add(folder(of: path))
        names.insert(fileName(of: path))
    }

    /// Blocks until one of the files changes, or another scenario beside one of them.
    package func waitForChange() {
        let names = names
        files.waitForChange { names.contains($0) || $0.hasSuffix(".scenario") }
    }
}
