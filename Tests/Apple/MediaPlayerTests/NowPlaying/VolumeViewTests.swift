import AudioModel
import Foundation
import MediaPlayer
import Simulation
import Testing

@MainActor
@Suite("A volume view")
struct VolumeViewTests {
    private let phone = SimulatedPhone()
    private static let speaker = Port(.bluetoothA2DP)

    @Test("has a slider that follows the media volume and sets it")
    func volume() throws {
        let (app, _) = try phone.launchMusic()
        let view = app.run { MPVolumeView(frame: CGRect(x: 0, y: 0, width: 200, height: 40)) }
        let slider = try #require(view.subviews.compactMap { $0 as? UISlider }.first)
        phone.setVolume(0.25)
        #expect(slider.value == 0.25)
        app.run { slider.value = 0.5 }
        #expect(phone.volume(of: .media) == 0.5 && slider.value == 0.5)
        app.run {
            slider.value = 7
            slider.value = .nan
            slider.maximumValue = 20
        }
        #expect(phone.volume(of: .media) == 1 && slider.maximumValue == 1)
        app.run { slider.setValue(-1, animated: true) }
        #expect(phone.volume(of: .media) == 0)
    }

    @Test("shows a slider and a route button, unless the app hides them")
    func parts() throws {
        let (app, _) = try phone.launchMusic()
        app.run {
            let view = MPVolumeView(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
            #expect(view.showsVolumeSlider && view.showsRouteButton)
            view.layoutIfNeeded()
            #expect(view.subviews.map(\.frame.width) == [156, 44])
            view.showsRouteButton = false
            #expect(view.subviews.map(\.isHidden) == [false, true])
            #expect(view.volumeSliderRect(forBounds: view.bounds).width == 200)
        }
    }

    @Test("knows of wireless routes, and posts when one is in use")
    func routes() throws {
        let (app, _) = try phone.launchMusic()
        let view = app.run { MPVolumeView(frame: .zero) }
        let posts = app.run { Posts() }
        #expect(!view.areWirelessRoutesAvailable && !view.isWirelessRouteActive)
        phone.plug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(!view.areWirelessRoutesAvailable && posts.names == [])
        phone.plug(Self.speaker)
        phone.advance(by: .seconds(1))
        #expect(view.areWirelessRoutesAvailable && view.isWirelessRouteActive)
        #expect(posts.names == ["routes", "active"])
        phone.unplug(Self.speaker)
        phone.advance(by: .seconds(1))
        #expect(!view.isWirelessRouteActive && posts.names.count == 4)
    }

    /// The notifications that the app gets.
    @MainActor
    private final class Posts {
        private(set) var names: [String] = []

        init() {
            for (name, word) in [
                (Notification.Name.MPVolumeViewWirelessRoutesAvailableDidChange, "routes"),
                (.MPVolumeViewWirelessRouteActiveDidChange, "active"),
            ] {
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                    [weak self] _ in
                    MainActor.assumeIsolated { self?.names.append(word) }
                }
            }
        }
    }
}
