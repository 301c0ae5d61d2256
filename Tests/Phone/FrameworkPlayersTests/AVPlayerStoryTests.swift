import ScenarioLanguage
import Simulation
import Testing

@Suite("Stories through an AVPlayer")
struct AVPlayerStoryTests {
    @Test("hold where it plays what servers send")
    func servers() async throws {
        let stories = try Story.ofAVPlayer()
        #expect(stories.count > 10)
        let findings = try await inParallel(stories) { try run($0.scenario(), .player).findings }
        for (story, findings) in zip(stories, findings) { #expect(findings == [], "\(story)") }
    }

    @Test("do not hold where the servers have something else")
    func otherServers() async throws {
        let stories = try Story.ofAVPlayer()
        let findings = try await inParallel(stories) { story in
            var scenario = try story.scenario()
            scenario.timed.removeAll { timed in
                if case .network = timed.action { true } else { false }
            }
            return try run(scenario, .player).findings
        }
        for (story, findings) in zip(stories, findings) {
            let needsServer = try story.scenario().timed.contains {
                if case .network = $0.action { true } else { false }
            }
            // Stories that expect failures alone may hold without a server.
            let expectsSound = try story.scenario().expectations.contains {
                switch $0.claim {
                case .stream(_, .audible), .heard: $0.when != .never
                default: false
                }
            }
            #expect(!needsServer || !expectsSound || findings != [], "\(story)")
        }
    }

    @Test("are those of the library, but for those that have a reason")
    func library() async throws {
        let exceptions = try Story.notWithAVPlayer()
        let stories = try Story.library()
        let findings = try await inParallel(stories) { try run($0.scenario(), .avplayer).findings }
        for (story, findings) in zip(stories, findings) {
            if exceptions[story.name] != nil {
                #expect(findings != [], "\(story) holds with an AVPlayer")
            } else {
                #expect(findings == [], "\(story)")
            }
        }
    }

    @Test("say why an address needs Apple's classes")
    func script() throws {
        let text = """
            app Radio
            at 0 Radio opens; Radio plays "http://a.example/b" as song
            at 1 end
            """
        let report = try runScenario(parseScenario(text, path: "a.scenario"))
        #expect(
            report.failures.map(\.message) == [
                #"plays "http://a.example/b" as song: nothing but an AVPlayer plays what a server"#
                    + " has"
            ])
        let queue = text.replacing(" as song", with: " as song with queue")
        #expect(throws: RunError.self) { try run(queue, .player) }
        do {
            _ = try run(queue, .player)
        } catch let error as RunError {
            let words = "not supported: the address of a server's with queue"
            #expect(error.description.contains(words))
        }
    }

    @Test("say what cannot be served before they run")
    func cannotServe() throws {
        for (sound, words) in [
            ("no-such-file.mp3", "cannot be opened"), ("tone:440", "length"),
            ("tone:440/1 as hls", "cuts MP3 and ADTS files"),
            ("tone:440/1 stall 1s after 2s", "nothing sounds after"),
            ("tone:440/1 times 2", "repeats MP3 and ADTS files only"),
        ] {
            let text = "at 0 serve \"http://a.example/b\" \(sound)\nat 1 end\n"
            do {
                _ = try run(text, .player)
                Issue.record("\(sound) is served")
            } catch let error as RunError {
                #expect(error.description.hasPrefix("story.scenario:1:6: cannot serve"))
                #expect(error.description.contains(words), "\(error)")
            }
        }
    }
}
