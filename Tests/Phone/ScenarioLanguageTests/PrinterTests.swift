import AudioModel
import Testing

import ScenarioLanguage

@Suite("A scenario written back as text")
struct PrinterTests {
    @Test("reads as an equal scenario", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var maker = StoryMaker(seed: seed)
        let story = maker.story()
        let text = story.description
        let read = try scenario(text)
        #expect(read == story)
        // And the text is its own canonical form, for single actions and conditions too.
        #expect(read.description == text)
        #expect(read.timed.map(\.text) == story.timed.map(\.text))
        #expect(read.expectations.map(\.text) == story.expectations.map(\.text))
    }

    @Test("loses nothing but comments, places and layout")
    func canonical() throws {
        let story = try scenario(
            """
            scenario "Lesson" # one
            phone media 0.80 switch silent
            phone ringer 0.60 route airplay:Den
            setting keyboard-clicks off
            app Course   mode spokenAudio category playback reacts wellBehaved background audio
            app "Talk show" options mixWithOthers,interruptSpokenAudioAndMixWithOthers
            expect 1.50 ..3 Course.lesson audible; "Talk show" is not-running
            at 0 Course opens; Course plays lesson.wav as lesson volume 1.0 loops 0 with player
            then +1.25 press volume up x1;Course category ambient fails -50
            then +2 end
            """)
        #expect(
            story.description == """
                scenario "Lesson"
                phone switch silent route airplay:Den
                setting keyboard-clicks off
                app Course category playback mode spokenAudio background audio
                app "Talk show" options interruptSpokenAudioAndMixWithOthers
                at 0 Course opens
                at 0 Course plays "lesson.wav" as lesson with player
                at 1.25 press volume up
                at 1.25 Course category ambient fails badParam
                at 3.25 end
                expect 1.5..3 Course.lesson audible
                expect 1.5..3 "Talk show" is not-running

                """)
        #expect(try scenario(story.description) == story)
    }

    @Test("differs where the story differs")
    func differences() throws {
        let first = try scenario(story(act: "Game plays noise as fx"))
        for other in ["Game plays noise as gx", "Game plays noise/1 as fx", "lock"] {
            #expect(try scenario(story(act: other)) != first)
        }
    }
}
