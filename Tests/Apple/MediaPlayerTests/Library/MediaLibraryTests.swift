import Foundation
import MediaPlayer
import Simulation
import Synchronization
import Testing

@MainActor
@Suite("The media library of an app")
struct MediaLibraryTests {
    @Test("is empty until the user has permitted it, and asks with the first query")
    func permission() {
        var settings = SimulatedPhone.Settings()
        settings.mediaLibrary = .undetermined
        let phone = SimulatedPhone.withSongs(settings)
        let app = phone.launch("Songs", info: libraryInfo)
        let answers = Mutex<[MPMediaLibraryAuthorizationStatus]>([])
        app.run {
            #expect(MPMediaLibrary.authorizationStatus() == .notDetermined)
            MPMediaLibrary.requestAuthorization { status in answers.withLock { $0.append(status) } }
            #expect(MPMediaQuery.songs().items?.count == 0)
        }
        phone.advance(by: .seconds(5))
        #expect(answers.withLock { $0 }.isEmpty)
        phone.answerLibraryRequest(of: app, isGranted: true)
        #expect(answers.withLock { $0 } == [.authorized])
        app.run {
            #expect(MPMediaLibrary.authorizationStatus() == .authorized)
            #expect(MPMediaQuery.songs().items?.count == 15)
        }
    }

    @Test("stays empty where the user has refused")
    func denied() {
        var settings = SimulatedPhone.Settings()
        settings.mediaLibrary = .denied
        let phone = SimulatedPhone.withSongs(settings)
        let answers = Mutex<[MPMediaLibraryAuthorizationStatus]>([])
        phone.launch("Songs", info: libraryInfo).run {
            MPMediaLibrary.requestAuthorization { status in answers.withLock { $0.append(status) } }
            #expect(MPMediaQuery.songs().items?.isEmpty == true)
            #expect(MPMediaQuery.albums().collections?.isEmpty == true)
            #expect(MPMediaQuery.albums().collectionSections == nil)
        }
        phone.advance(by: .milliseconds(10))
        #expect(answers.withLock { $0 } == [.denied])
    }

    @Test("ends an app that does not say why it needs it; not on older phones")
    func usageText() {
        let phone = SimulatedPhone.withSongs()
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        let app = phone.launch("Silent")
        app.run {
            #expect(MPMediaQuery.songs().items?.isEmpty == true)
            #expect(MPMediaQuery.songs().items?.isEmpty == true)
        }
        #expect(app.state == .notRunning)
        #expect(findings.contains { $0.contains("NSAppleMusicUsageDescription") })

        var settings = SimulatedPhone.Settings()
        settings.profile = .ios8
        let old = SimulatedPhone.withSongs(settings)
        #expect(old.launch("Silent").run { MPMediaQuery.songs().items?.count } == 15)
    }

    @Test("posts its changes while that is wanted, once however often that was begun")
    func changes() {
        let phone = SimulatedPhone.withSongs()
        let app = phone.launch("Songs", info: libraryInfo)
        let count = Mutex(0)
        app.run {
            NotificationCenter.default.addObserver(
                forName: .MPMediaLibraryDidChange, object: MPMediaLibrary.default(), queue: .main
            ) { _ in count.withLock { $0 += 1 } }
        }
        phone.library.add(.init("One", seconds: 0.1))
        phone.advance(by: .seconds(3))
        #expect(count.withLock { $0 } == 0)
        app.run {
            MPMediaLibrary.default().beginGeneratingLibraryChangeNotifications()
            MPMediaLibrary.default().beginGeneratingLibraryChangeNotifications()
        }
        phone.library.add(.init("Two", seconds: 0.1))
        phone.advance(by: .seconds(2))
        #expect(count.withLock { $0 } == 1)
        app.run { MPMediaLibrary.default().endGeneratingLibraryChangeNotifications() }
        phone.library.add(.init("Three", seconds: 0.1))
        phone.advance(by: .seconds(2))
        #expect(count.withLock { $0 } == 2)
        app.run { MPMediaLibrary.default().endGeneratingLibraryChangeNotifications() }
        phone.library.add(.init("Four", seconds: 0.1))
        phone.advance(by: .seconds(2))
        #expect(count.withLock { $0 } == 2)
    }

    @Test("makes a playlist for a UUID once, and adds items to it")
    func playlists() throws {
        let phone = SimulatedPhone.withSongs()
        let app = phone.launch("Songs", info: libraryInfo)
        let uuid = UUID()
        let results = Mutex<[String]>([])
        app.run {
            let metadata = MPMediaPlaylistCreationMetadata(name: "Drive")
            metadata.descriptionText = "Fast"
            let items = MPMediaQuery.songs().items ?? []
            MPMediaLibrary.default().getPlaylist(with: uuid, creationMetadata: metadata) {
                playlist, error in
                results.withLock {
                    $0.append("\(playlist?.name ?? "-") \(playlist?.descriptionText ?? "-")")
                }
                playlist?.add([items[0], items[9]]) { error in
                    results.withLock { $0.append("added \(error.map { "\($0)" } ?? "well")") }
                }
            }
        }
        phone.advance(by: .milliseconds(100))
        app.run {
            MPMediaLibrary.default().getPlaylist(with: uuid, creationMetadata: nil) { playlist, _ in
                results.withLock { $0.append("\(playlist?.items.map { $0.title ?? "" } ?? [])") }
            }
            MPMediaLibrary.default().getPlaylist(with: UUID(), creationMetadata: nil) { _, error in
                results.withLock {
                    $0.append((error as? MPError)?.code == .notFound ? "not found" : "?")
                }
            }
        }
        phone.advance(by: .milliseconds(100))
        #expect(
            results.withLock { $0 } == [
                "Drive Fast", "added well", "[\"Anna 1\", \"Ben 3\"]", "not found",
            ])
    }
}
