import Testing

import ScenarioLanguage

@Suite("A claim that is wrong")
struct WrongClaimTests {
    @Test("says where, what was expected there and what was found", arguments: table)
    func explains(wrong: WrongForm) {
        #expect(firstError(in: story(claim: wrong.text)) == wrong.error)
    }

    /// A wrong line, then its error.
    static let table = wrongForms(
        """
        1..3 Game.song
        4:22: expected a condition of a stream ('audible', 'silent', 'paused' and 12 others),\
         found the end of the line
        1..3 Game.song records loud
        4:31: expected 'audible', 'silence', 'silent', 'ends' or a frequency in hertz above 0 \
        and below 24000, found 'loud'
        1..3 Game.song records 500
        4:34: expected 'Hz', found the end of the line
        1..3 Game.song recording stops
        4:33: expected 'ends', ';' or the end of the line, found 'stops'
        1..3 Game.song audibel
        4:23: expected a condition of a stream, found 'audibel'; did you mean 'audible'?
        1..3 Game.Song audible
        4:13: expected 'APP.stream' (the app with an upper-case letter, the stream with a \
        lower-case one, where letters have case), found 'Game.Song'; did you \
        mean 'Game.song'?
        1..3 Game.sogn audible
        4:13: expected a stream that Game starts ('song'), found 'sogn'; did you mean 'song'?
        1..3 Gmae.song audible
        4:13: expected an app declared with 'app' ('Game' or 'Music'), found 'Gmae'; did you \
        mean 'Game'?
        1..3 Music.song audible
        4:13: expected a stream that Music starts (there is none), found 'song'
        1..3 phone.ringtones audible
        4:13: expected 'phone.ringtone', 'phone.alarm', 'phone.timer', 'phone.call', \
        'phone.emergency', 'phone.message' or 'phone.click', found 'phone.ringtones'; did you mean 'phone.ringtone'?
        1..3 Game.song silent because ringswitch
        4:38: expected a reason, found 'ringswitch'; did you mean 'ring-switch'?
        1..3 Game.song silent ring-switch
        4:30: expected 'because', ';' or the end of the line, found 'ring-switch'
        1..3 Game.song paused by Music
        4:30: expected ';' or the end of the line, found 'by'
        1..3 Game.song stopped now
        4:31: expected ';' or the end of the line, found 'now'
        1..3 Game.song interrupted by phone
        4:38: expected the name of an app, 'call', 'alarm', 'timer', 'assistant' or 'emergency', \
        found 'phone'
        1..3 Game.song ducked by Musik
        4:33: expected an app declared with 'app' ('Game' or 'Music'), found 'Musik'; did you \
        mean 'Music'?
        1..3 Game.song gain loud dB
        4:28: expected a gain in decibels from -200 to 200, found 'loud'
        1..3 Game.song gain -300 dB
        4:28: expected a gain in decibels from -200 to 200, found '-300'
        1..3 Game.song gain -6
        4:30: expected 'dB', found the end of the line
        1..3 Game.song gain -6 dB within -1
        4:41: expected a tolerance in decibels from 0 to 200, found '-1'
        1..3 Game.song duck -6 dB
        4:28: expected 'gain', found '-6'
        1..3 Game.song session gain
        4:35: expected a gain in decibels from -200 to 200, found the end of the line
        1..3 heard 440
        4:22: expected 'Hz', found the end of the line
        1..3 heard 440 hz
        4:23: expected 'Hz', found 'hz'; did you mean 'Hz'?
        1..3 heard 24000 Hz
        4:19: expected 'silence' or a frequency in hertz above 0 and below 24000, found '24000'
        1..3 heard nothing
        4:19: expected 'silence' or a frequency in hertz above 0 and below 24000, found \
        'nothing'
        1..3 Game told
        4:22: expected an event ('interruption.began', 'interruption.ended', 'route-change' and \
        19 others), found the end of the line
        1..3 Game told interruption
        4:23: expected an event, found 'interruption'; did you mean 'interruption.began' or \
        'interruption.ended'?
        1..3 Game told interruption.began reason none
        4:49: expected a reason of an interruption ('default', 'appWasSuspended', \
        'builtInMicMuted' or 'routeDisconnected'), found 'none'
        1..3 Game told interruption.ended resume
        4:42: expected 'shouldResume', 'noResume', ';' or the end of the line, found 'resume'; \
        did you mean 'noResume'?
        1..3 Game told route-change
        4:35: expected a reason of a route change ('unknown', 'newDeviceAvailable', \
        'oldDeviceUnavailable' and 5 others), found the end of the line
        1..3 Game told route-change unplugged
        4:36: expected a reason of a route change ('unknown', 'newDeviceAvailable', \
        'oldDeviceUnavailable' and 5 others), found 'unplugged'
        1..3 Game told volume 2
        4:30: expected a volume from 0 to 1, found '2'
        1..3 Game told didEnterBackground in front
        4:45: expected a state ('active', 'inactive', 'background', 'suspended' or \
        'not-running'), found 'front'
        1..3 Game told protected-data-available
        4:23: expected an event, found 'protected-data-available'; did you mean 'changed \
        protected-data-available'?
        1..3 Game not told play
        4:27: expected an event, found 'play'; did you mean 'command play'?
        1..3 Game told changed hands
        4:31: expected a change ('accessory-connected', 'accessory-disconnected', 'orientation' \
        and 12 others), found 'hands'
        1..3 Game told didLaunch
        4:23: expected an event ('interruption.began', 'interruption.ended', 'route-change' and \
        19 others), found 'didLaunch'
        1..3 Game not
        4:21: expected 'told', found the end of the line
        1..3 phone vibrate
        4:19: expected 'vibrates' or 'does', found 'vibrate'; did you mean 'vibrates'?
        1..3 phone does vibrate
        4:24: expected 'not', found 'vibrate'
        1..3 media 80
        4:19: expected a volume from 0 to 1, found '80'
        1..3 ringer
        4:19: expected a volume from 0 to 1, found the end of the line
        1..3 route headphone
        4:19: expected a port, found 'headphone'; did you mean 'headphones'?
        1..3 Game is asleep
        4:21: expected a state ('active', 'inactive', 'background', 'suspended' or \
        'not-running'), found 'asleep'
        1..3 Game is
        4:20: expected a state ('active', 'inactive', 'background', 'suspended' or \
        'not-running'), found the end of the line
        1..3 clicks
        4:13: expected 'never' before 'clicks', as it has no time
        at 2 clicks
        4:13: expected 'never' before 'clicks', as it has no time
        never Game not told hint.begin
        4:14: expected a condition without 'not' after 'never', found 'Game not told hint.begin'; \
        say it without 'never' for a span of time
        never phone does not vibrate
        4:14: expected a condition without 'not' after 'never', found 'phone does not vibrate'; say \
        it without 'never' for a span of time
        never click
        4:14: expected 'phone', 'heard', 'media', 'ringer', 'route', 'clicks', 'APP.stream', \
        'phone.SOUND' or the name of an app, found 'click'; did you mean 'clicks'?
        3..1 heard silence
        4:8: expected a span that ends after it begins, found 3..1
        1..1.1 heard silence
        4:8: expected a span of at least 0.2 seconds, found 1..1.1
        9..12 heard silence
        4:11: expected a time within the story, which ends at 10, found '12'
        at 12 heard silence
        4:11: expected a time within the story, which ends at 10, found '12'
        1...3 heard silence
        4:11: expected a time in seconds from 0 to 1000000, found '.3'; numbers are decimal, as \
        in 0.5
        1..x heard silence
        4:11: expected a time in seconds from 0 to 1000000, found 'x'
        1 heard silence
        4:10: expected '..', found 'heard'
        1.. heard silence
        4:12: expected a time in seconds from 0 to 1000000, found 'heard'
        .5..3 heard silence
        4:8: expected 'never', 'at', 'within' or a span of time as in 1..2.5, found '.5..3'; \
        numbers are decimal, as in 0.5
        now heard silence
        4:8: expected 'never', 'at', 'within' or a span of time as in 1..2.5, found 'now'
        -1..3 heard silence
        4:8: expected 'never', 'at', 'within' or a span of time as in 1..2.5, found '-1..3'; \
        numbers are decimal, as in 0.5
        1..3 heard silence; heard noise
        4:34: expected 'silence' or a frequency in hertz above 0 and below 24000, found 'noise'
        1..3 Game.song audible; Game.fx audible
        4:32: expected a stream that Game starts ('song'), found 'fx'
        """)
}
