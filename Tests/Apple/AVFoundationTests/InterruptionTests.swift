import AVFoundation
import Simulation
import Testing

/// What ends a film for a while, or altogether.
@MainActor
struct CaptureInterruptionTests {
    private let phone = SimulatedPhone()

    init() { phone.onFinding = { Issue.record($0) } }

    private func launchFilming(
        _ name: String = "Camera"
    ) throws -> (SimulatedPhone.App, Film) {
        let film = Box<Film>()
        let app = try phone.launchCamera(name) {
            film.value = try Film()
            film.value?.session.startRunning()
            return film
        }
        phone.advance(by: .milliseconds(200))
        return (app, try #require(film.value))
    }

    @Test func `the background interrupts and the return ends it`() throws {
        let (app, film) = try launchFilming()
        #expect(film.events.take() == ["started"])
        phone.home()
        phone.advance(by: .seconds(1))
        #expect(film.events.take() == ["interrupted 1", "stopped"])
        film.frames.clear()
        phone.advance(by: .seconds(1))
        #expect(film.frames.count == 0)
        phone.open(app)
        phone.advance(by: .seconds(1))
        #expect(film.events.take() == ["ended", "started"])
        #expect(film.frames.count > 20)
    }

    @Test func `a session that starts in the background begins interrupted`() throws {
        let film = Box<Film>()
        let app = try phone.launchCamera {
            film.value = try Film()
            return film
        }
        phone.home()
        app.run { film.value?.session.startRunning() }
        #expect(film.value?.session.isInterrupted == true)
        #expect(film.value?.session.isRunning == false)
        phone.open(app)
        phone.advance(by: .milliseconds(200))
        #expect(film.value?.session.isRunning == true)
        #expect(film.value?.events.take() == ["interrupted 1", "ended", "started"])
    }

    @Test func `another user of the camera interrupts until it is given back`() throws {
        let (_, film) = try launchFilming()
        phone.isCameraInUseElsewhere = true
        phone.advance(by: .milliseconds(200))
        phone.isCameraInUseElsewhere = false
        phone.advance(by: .milliseconds(200))
        #expect(
            film.events.take() == ["started", "interrupted 3", "stopped", "ended", "started"])
        #expect(film.session.isRunning)
    }

    @Test func `the app in front has the camera`() throws {
        let (first, one) = try launchFilming("One")
        let (_, two) = try launchFilming("Two")
        #expect(one.session.isInterrupted)
        #expect(two.session.isRunning)
        phone.open(first)
        phone.advance(by: .milliseconds(200))
        #expect(two.session.isInterrupted)
        #expect(two.events.take() == ["started", "interrupted 1", "stopped"])
        // The other app has been the last to begin, but waits in the background.
        #expect(one.session.isRunning)
    }

    @Test func `a reset of the media services ends it with an error`() throws {
        let (app, film) = try launchFilming()
        phone.resetMediaServices()
        phone.advance(by: .seconds(1))
        #expect(film.events.take() == ["started", "error -11819", "stopped"])
        #expect(!film.session.isRunning)
        app.run { film.session.startRunning() }
        phone.advance(by: .milliseconds(200))
        #expect(film.session.isRunning)
    }
}
