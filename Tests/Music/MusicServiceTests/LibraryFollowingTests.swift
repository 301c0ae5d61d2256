import Foundation
import Glibc
import MusicLibrary
import TestSupport
import Testing

@Suite("The library of the music service", .needsBus, .timeLimit(.minutes(10)))
struct LibraryFollowingTests {
    @Test("has the songs of the music folder, and those that come later")
    func follows() async throws {
        let machine = try ServiceMachine()
        let music = machine.folder.file("Music")
        let apart = machine.folder.file("apart.wav")
        try FileManager.default.createDirectory(
            atPath: music, withIntermediateDirectories: true)
        let samples = (0..<800).map { Int16($0) }
        try Data(wavFile(samples, rate: 8000)).write(
            to: URL(fileURLWithPath: music + "/first.wav"))
        try Data(wavFile(samples.reversed(), rate: 8000)).write(to: URL(fileURLWithPath: apart))
        _ = try await machine.startService()
        let environment = machine.environment
        let library = try MediaLibrary(at: .standard { environment[$0] })
        try await titles(of: library, are: ["first"])
        try FileManager.default.moveItem(atPath: apart, toPath: music + "/second.wav")
        try await titles(of: library, are: ["first", "second"])
        try FileManager.default.removeItem(atPath: music + "/first.wav")
        try await titles(of: library, are: ["second"])
    }

    /// The limit of the suite ends a wait without an end.
    private func titles(of library: MediaLibrary, are titles: [String]) async throws {
        while try library.items().map(\.title) != titles {
            try Task.checkCancellation()
            poll(nil, 0, 10)
        }
    }
}
