import AVFAudio
import Foundation
import Simulation
import SongPlayer
import TestSupport
import Testing
import UIKit

import Blog
import Game
import LanguageCourse

@MainActor
@Suite("The apps among the examples")
struct ExampleAppTests {
    private let phone = SimulatedPhone.recordingFindings()

    /// Music in the background, under whatever comes.
    private func launchMusic() throws -> (app: SimulatedPhone.App, player: SongPlayer) {
        var player: SongPlayer?
        let app = try phone.launch("Music", backgroundModes: ["audio"]) {
            player = try SongPlayer(.tone(hertz: 440))
            try player?.play()
            return player
        }
        phone.advance(by: .milliseconds(500))
        return (app, try #require(player))
    }

    private func delegate<Delegate>(of app: SimulatedPhone.App) throws -> Delegate {
        try #require(app.run { UIApplication.shared.delegate as? Delegate })
    }

    // MARK: Blog

    @Test("blog over music, with a tune, a sound for a post and an alert for a failure")
    func blog() throws {
        let (music, _) = try launchMusic()
        // When the app starts, its tune is heard beside the music.
        let blog = phone.launch("Blog", main: Blog.AppDelegate.main)
        phone.advance(by: .milliseconds(180))
        #expect(phone.heard(from: blog).contains(hertz: 523))
        let app: Blog.AppDelegate = try delegate(of: blog)
        // When it posts, after three seconds, that is heard a second later.
        phone.advance(by: .seconds(4))
        #expect(app.said == ["started", "posted"])
        #expect(!phone.heard(from: blog).isSilent)
        #expect(phone.vibrations.isEmpty)
        // When a post fails, the phone shakes, in silent mode too.
        phone.flipSwitch(.silent)
        blog.run { app.send(succeeding: false) }
        phone.advance(by: .milliseconds(1100))
        #expect(phone.vibrations.count == 1)
        #expect(phone.heard(from: blog).isSilent)
        #expect(app.said.last == "failed")
        // And the music has heard nothing of it all.
        #expect(music.notifications.isEmpty)
        #expect(phone.heard(from: music).contains(hertz: 440))
    }

    @Test("blog on for as long as a post takes after the user has gone home")
    func blogInBackground() throws {
        let blog = phone.launch("Blog", main: Blog.AppDelegate.main)
        let app: Blog.AppDelegate = try delegate(of: blog)
        blog.run { app.send(succeeding: true) }
        phone.home()
        phone.advance(by: .milliseconds(1100))
        #expect(app.said == ["started", "posted"])
        phone.advance(by: .seconds(6))
        #expect(blog.state == .suspended)
        phone.quit(blog)
        #expect(app.said.last == "posted")
    }

    // MARK: Course

    private func launchCourse() throws -> (SimulatedPhone.App, LanguageCourse.AppDelegate) {
        let plist = repositoryFolder.appending(path: "examples/LanguageCourse/Info.plist")
        let info = try #require(
            PropertyListSerialization.propertyList(from: Data(contentsOf: plist), format: nil)
                as? [String: Any])
        let modes = try #require(info["UIBackgroundModes"] as? [String])
        let app = phone.launch(
            "Course", backgroundModes: modes, main: LanguageCourse.AppDelegate.main)
        return (app, try delegate(of: app))
    }

    @Test("teach with a sound at the start and for each answer; a wrong one vibrates by itself")
    func course() throws {
        let (course, app) = try launchCourse()
        phone.advance(by: .milliseconds(150))
        #expect(phone.heard(from: course).contains(hertz: 784))
        #expect(app.lesson?.isPlaying == false)
        phone.advance(by: .milliseconds(1150))
        #expect(phone.heard(from: course).contains(hertz: 262))
        course.run { app.answer(isRight: true) }
        phone.advance(by: .milliseconds(130))
        #expect(phone.heard(from: course).contains(hertz: 1047))
        #expect(phone.vibrations.isEmpty)
        phone.advance(by: .seconds(1))
        course.run { app.answer(isRight: false) }
        phone.advance(by: .milliseconds(150))
        #expect(phone.heard(from: course).contains(hertz: 233))
        #expect(phone.vibrations.count == 1)
    }

    @Test("teach in silent mode and under the lock with the lesson alone; a wrong answer vibrates")
    func courseInSilentMode() throws {
        phone.flipSwitch(.silent)
        let (course, app) = try launchCourse()
        phone.advance(by: .milliseconds(900))
        #expect(phone.heard(from: course, last: .milliseconds(900)).isSilent)
        phone.advance(by: .milliseconds(300))
        #expect(phone.heard(from: course).contains(hertz: 262))
        course.run { app.answer(isRight: true) }
        phone.advance(by: .milliseconds(130))
        #expect(!phone.heard(from: course).contains(hertz: 1047))
        #expect(phone.vibrations.isEmpty)
        phone.advance(by: .seconds(1))
        course.run { app.answer(isRight: false) }
        phone.advance(by: .milliseconds(150))
        #expect(!phone.heard(from: course).contains(hertz: 233))
        #expect(phone.vibrations.count == 1)
        // When the phone is locked, the lesson goes on.
        phone.lock()
        phone.advance(by: .seconds(6))
        #expect(!phone.heard(from: course, last: .seconds(2)).isSilent)
        #expect(course.state == .background)
    }

    @Test("lower the lesson under a comment, and raise it again after it, or after a call")
    func courseLowersLesson() throws {
        let (course, app) = try launchCourse()
        // A sentence of the lesson is three seconds long: the same note, three seconds later.
        func peakOfNote(_ sentence: Int) -> Double {
            let start = Duration.milliseconds(1000 + 3000 * sentence + 750)
            return phone.heard(from: course, during: start..<start + .milliseconds(250)).peak
        }
        phone.advance(by: .milliseconds(4050))
        course.run { app.answer(isRight: false) }
        phone.advance(by: .seconds(7))
        #expect(peakOfNote(2) == peakOfNote(0))
        // When a call cuts a comment off.
        course.run { app.answer(isRight: true) }
        phone.receiveCall()
        phone.advance(by: .seconds(1))
        phone.declineCall()
        phone.advance(by: .milliseconds(500))
        #expect(app.lesson?.isPlaying == true && app.lesson?.volume == 1)
    }

    @Test("give way to a call, go on after it, and pause when the headphones are pulled out")
    func courseInterrupted() throws {
        phone.plug(.headphones)
        let (course, app) = try launchCourse()
        phone.advance(by: .milliseconds(1500))
        #expect(app.lesson?.isPlaying == true)
        phone.receiveCall()
        #expect(app.lesson?.isPlaying == false)
        phone.advance(by: .milliseconds(500))
        #expect(phone.heard(from: course).isSilent)
        phone.declineCall()
        phone.advance(by: .milliseconds(500))
        #expect(app.lesson?.isPlaying == true)
        phone.unplug(.headphones)
        #expect(app.lesson?.isPlaying == false)
    }

    // MARK: Game

    @Test("play in place of the user's music, pause at the home button and give the music back")
    func game() throws {
        let (music, player) = try launchMusic()
        let game = phone.launch("Game", main: Game.AppDelegate.main)
        let app: Game.AppDelegate = try delegate(of: game)
        // Its start-up sound mixes.
        phone.advance(by: .milliseconds(200))
        #expect(phone.heard(from: game).contains(hertz: 392))
        #expect(music.notifications.isEmpty)
        // A second later its soundtrack takes the music's place.
        phone.advance(by: .milliseconds(1500))
        #expect(!app.isPaused && player.state == .interrupted)
        #expect(phone.heard(from: music).isSilent && !phone.heard(from: game).isSilent)
        // It obeys the switch, effects too.
        phone.flipSwitch(.silent)
        phone.advance(by: .milliseconds(600))
        #expect(phone.heard(from: game).isSilent)
        phone.flipSwitch(.ring)
        // When the user goes home.
        phone.home()
        phone.advance(by: .milliseconds(500))
        #expect(app.isPaused && player.state == .playing)
        #expect(phone.heard(from: game).isSilent)
        #expect(phone.heard(from: music).contains(hertz: 440))
        // And comes back, the game waits for its player, and the music plays on.
        phone.open(game)
        phone.advance(by: .seconds(10))
        #expect(app.isPaused && player.state == .playing)
        game.run { app.play() }
        phone.advance(by: .milliseconds(200))
        #expect(!app.isPaused && player.state == .interrupted)
        #expect(!phone.heard(from: game).isSilent)
    }

    @Test("wait after a call until the player goes on")
    func gameAfterCall() throws {
        let game = phone.launch("Game", main: Game.AppDelegate.main)
        let app: Game.AppDelegate = try delegate(of: game)
        phone.advance(by: .seconds(2))
        #expect(!app.isPaused)
        phone.receiveCall()
        phone.answerCall()
        // Its button plays nothing behind the call.
        game.run { app.play() }
        #expect(app.isPaused)
        phone.advance(by: .seconds(1))
        phone.endCall()
        phone.open(game)
        #expect(game.state == .active)
        phone.advance(by: .seconds(10))
        #expect(app.isPaused && phone.heard(from: game, last: .seconds(9)).isSilent)
        game.run { app.play() }
        phone.advance(by: .seconds(1))
        #expect(!app.isPaused && !phone.heard(from: game).isSilent)
    }

    @Test("wait, too, when a call comes before the game has begun")
    func gameBeforeItsStart() throws {
        let game = phone.launch("Game", main: Game.AppDelegate.main)
        let app: Game.AppDelegate = try delegate(of: game)
        phone.advance(by: .milliseconds(500))
        phone.receiveCall()
        phone.declineCall()
        phone.advance(by: .seconds(5))
        #expect(game.state == .active && app.isPaused)
        game.run { app.play() }
        #expect(!app.isPaused)
    }

    // MARK: Processes of their own

    @Test("end politely as processes of their own: with their last words")
    func process() throws {
        let process = TestProcess()
        process.executableURL = Self.program("Blog")
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // When it has started and is asked to end.
        let start = try #require(try output.fileHandleForReading.read(upToCount: 8))
        #expect(String(decoding: start, as: UTF8.self) == "started\n")
        process.terminate()
        // Then it says so, and is gone.
        let rest = try output.fileHandleForReading.readToEnd()
        #expect(String(decoding: rest ?? Data(), as: UTF8.self) == "ended\n")
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    /// Beside the tests.
    private static func program(_ name: String) -> URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
    }
}
