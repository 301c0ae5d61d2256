import Testing

import ScenarioLanguage

@Suite("An act that is wrong")
struct WrongActTests {
    @Test("says where, what was expected there and what was found", arguments: table)
    func explains(wrong: WrongForm) {
        #expect(firstError(in: story(act: wrong.text)) == wrong.error)
    }

    /// A wrong line, then its error.
    static let table = wrongForms(
        """
        Game jumps
        4:11: expected an act of an app ('opens', 'leaves', 'quits' and 32 others), found \
        'jumps'
        Game
        4:10: expected an act of an app ('opens', 'leaves', 'quits' and 32 others), found the \
        end of the line
        game opens
        4:6: expected an act of the phone ('switch', 'press', 'slider' and 31 others) or the \
        name of an app, which begins with an upper-case letter, found 'game'; did you mean \
        'Game'?
        Gmae opens
        4:6: expected an app declared with 'app' ('Game' or 'Music'), found 'Gmae'; did you mean \
        'Game'?
        lokc
        4:6: expected an act of the phone or the name of an app, which begins with an upper-case\
         letter, found 'lokc'; did you mean 'lock'?
        "lock"
        4:6: expected the name of an app (an upper-case letter or one without case, then \
        letters, digits, '-' and '_'), found 'lock'
        Game is
        4:13: expected 'killed', 'removed' or 'woken', found the end of the line
        Game is dead
        4:14: expected 'killed', 'removed' or 'woken', found 'dead'
        Game is woken for breakfast
        4:24: expected a work in the background ('fetch', 'remote-notification', 'processing', \
        'location', 'external-accessory', 'bluetooth-central' or 'audio'), found 'breakfast'
        Game hangs in willResignActive
        4:20: expected what an app is told ('didFinishLaunching', 'didEnterBackground' or \
        'willTerminate'), found 'willResignActive'
        Game hangs in willTerminate for 0
        4:38: expected a time in seconds above 0, up to 1000, found '0'
        Game begins upload
        4:18: expected 'task', found 'upload'
        Game begins task 1
        4:23: expected the name of a task (a lower-case letter or one without case, then \
        letters, digits, '-' and '_'), found '1'
        Game opens url blog
        4:21: expected a URL in double quotes, found 'blog'
        alert fires
        4:12: expected 'appears' or 'is', found 'fires'
        control-centre is closed
        4:21: expected 'opens' or 'closes', found 'is'
        change weather
        4:13: expected a change ('accessory-connected', 'accessory-disconnected', 'orientation' \
        and 12 others), found 'weather'
        memory needed 0
        4:20: expected megabytes from 1 to 100000, found '0'
        Game opens now
        4:17: expected 'url', ';' or the end of the line, found 'now'
        Game opens fails '!act'
        4:17: expected ';' or the end of the line, found 'fails'; only session calls, 'plays', \
        'resumes', 'records', 'prepares' and 'begins task' can fail
        Game.song stops
        4:6: expected the name of an app alone, found 'Game.song'; the stream stands after the \
        verb
        Game plays
        4:16: expected a sound (a path, 'tone:HZ', 'tone:HZ/SECONDS', 'noise', 'noise/SECONDS' \
        or 'silence/SECONDS'), found the end of the line
        Game plays as fx
        4:17: expected a sound (a path, 'tone:HZ', 'tone:HZ/SECONDS', 'noise', 'noise/SECONDS' \
        or 'silence/SECONDS'), found 'as'
        Game plays tone as fx
        4:17: expected 'tone:HZ' or 'tone:HZ/SECONDS', found 'tone'
        Game plays fx.wav
        4:23: expected 'as', found the end of the line
        Game plays fx.wav as Fx
        4:27: expected the name of a stream (a lower-case letter or one without case, then \
        letters, digits, '-' and '_'), found 'Fx'
        Game plays fx.wav as fx volume 1.5
        4:37: expected a volume from 0 to 1, found '1.5'
        Game plays fx.wav as fx volume −0.5
        4:37: expected a volume from 0 to 1, found '−0.5'; a minus is written '-'
        Game plays fx.wav as fx volume 0.5 volume 0.6
        4:41: expected 'volume' only once
        Game plays fx.wav as fx volum 0.5
        4:30: expected 'volume', 'loops', 'rate', 'with', 'fails', ';' or the end of the line, \
        found 'volum'; did you mean 'volume'?
        Game plays fx.wav as fx loops -2
        4:36: expected how often to repeat (-1 for endless, or 0 to 1000000), found '-2'
        Game plays fx.wav as fx loops 1.5
        4:36: expected how often to repeat (-1 for endless, or 0 to 1000000), found '1.5'
        Game plays fx.wav as fx rate 3
        4:35: expected a rate from 0.5 to 2, found '3'
        Game plays fx.wav as fx with que
        4:35: expected 'player', 'queue', 'unit', 'engine', 'music' or 'avplayer', found 'que'; did you mean 'queue'?
        Game plays tone:0 as fx
        4:22: expected a frequency in hertz above 0 and below 24000, found '0'; a file of that \
        name goes in double quotes
        Game plays tone:440/0 as fx
        4:26: expected a length in seconds above 0, found '0'; a file of that name goes in \
        double quotes
        Game plays tone: as fx
        4:22: expected a frequency in hertz above 0 and below 24000, found nothing; a file of \
        that name goes in double quotes
        Game plays noise/soft.wav as fx
        4:23: expected a length in seconds above 0, found 'soft.wav'; a file of that name goes \
        in double quotes
        Game plays silence as fx
        4:17: expected 'silence/SECONDS', found 'silence'
        Game plays "" as fx
        4:17: expected a sound (a path, 'tone:HZ', 'tone:HZ/SECONDS', 'noise', 'noise/SECONDS' \
        or 'silence/SECONDS'), found ''
        Game plays 'fx.wav' as fx
        4:17: expected four characters between single quotes (anything else goes in double \
        quotes)
        Game pauses
        4:17: expected the name of a stream (a lower-case letter or one without case, then \
        letters, digits, '-' and '_'), found the end of the line
        Game pauses Song
        4:18: expected the name of a stream (a lower-case letter or one without case, then \
        letters, digits, '-' and '_'), found 'Song'; did you mean 'song'?
        Game category playback mode voiceChet
        4:34: expected a mode, found 'voiceChet'; did you mean 'voiceChat'?
        "음악".노래 stops
        4:6: expected the name of an app alone, found '음악.노래'; the stream stands after the \
        verb
        음악 opens
        4:6: expected an app declared with 'app' ('Game' or 'Music'), found '음악'
        Game resumes sogn
        4:19: expected a stream that Game starts ('song'), found 'sogn'; did you mean 'song'?
        Music stops song
        4:18: expected a stream that Music starts (there is none), found 'song'
        Game sets song 0.5
        4:21: expected 'volume', found '0.5'
        Game sets song volume loud
        4:28: expected a volume from 0 to 1, found 'loud'
        Game prepares fx.wav
        4:26: expected 'as', found the end of the line
        Game records mic
        4:19: expected 'as', found 'mic'
        Game records as mic from
        4:30: expected a sound (a path, 'tone:HZ', 'tone:HZ/SECONDS', 'noise', 'noise/SECONDS' \
        or 'silence/SECONDS'), found the end of the line
        Game sounds
        4:17: expected a sound (a path, 'tone:HZ', 'tone:HZ/SECONDS', 'noise', 'noise/SECONDS' \
        or 'silence/SECONDS'), found the end of the line
        Game sounds fx.wav as
        4:27: expected the name of a stream (a lower-case letter or one without case, then \
        letters, digits, '-' and '_'), found the end of the line
        Game alerts fx.wav ass fx
        4:25: expected 'as', ';' or the end of the line, found 'ass'; did you mean 'as'?
        Game vibrates twice
        4:20: expected ';' or the end of the line, found 'twice'
        Game category playbck
        4:20: expected a category, found 'playbck'; did you mean 'playback'?
        Game category playback option mixWithOthers
        4:29: expected 'mode', 'options', 'policy', 'fails', ';' or the end of the line, found \
        'option'; did you mean 'options'?
        Game category playback options mixWithOthers,
        4:51: expected an option ('mixWithOthers', 'duckOthers', 'allowBluetooth' and 5 others),\
         found nothing between commas
        Game category playback options mixWithOthers,duckOther
        4:51: expected an option, found 'duckOther'; did you mean 'duckOthers'?
        Game category playback options mixWithOthers,mixWithOthers
        4:51: expected 'mixWithOthers' only once
        Game category playback mode voice
        4:34: expected a mode, found 'voice'; did you mean 'voiceChat' or 'voicePrompt'?
        Game category playback policy longform
        4:36: expected a policy ('default', 'longFormAudio', 'independent' or \
        'longFormVideo'), found 'longform'; did you mean 'longFormAudio' or 'longFormVideo'?
        Game mode
        4:15: expected a mode ('default', 'voiceChat', 'gameChat' and 6 others), found the end \
        of the line
        Game activates fails
        4:26: expected an error: a number other than 0, four characters in single quotes, or \
        Apple's name, found the end of the line
        Game activates fails 0
        4:27: expected an error: a number other than 0, four characters in single quotes, or \
        Apple's name, found '0'
        Game activates fails 3000000000
        4:27: expected an error: a number other than 0, four characters in single quotes, or \
        Apple's name, found '3000000000'
        Game activates fails '!ac'
        4:27: expected four characters between single quotes (anything else goes in double \
        quotes)
        Game activates fails isBuzy
        4:27: expected an error: a number other than 0, four characters in single quotes, or \
        Apple's name, found 'isBuzy'; did you mean 'isBusy'?
        Game activates fails "!act"
        4:27: expected an error: a number other than 0, four characters in single quotes, or \
        Apple's name, found '!act'
        Game deactivates notify
        4:23: expected 'notifying', 'fails', ';' or the end of the line, found 'notify'; did \
        you mean 'notifying'?
        Game overrides receiver
        4:21: expected 'speaker' or 'none', found 'receiver'
        Game prefers noInterruption on
        4:19: expected 'noInterruptions' or 'disconnectInterruption', found 'noInterruption'; \
        did you mean 'noInterruptions'?
        Game prefers noInterruptions
        4:34: expected 'on' or 'off', found the end of the line
        switch loud
        4:13: expected 'ring' or 'silent', found 'loud'
        press volume
        4:18: expected 'up' or 'down', found the end of the line
        press up
        4:12: expected 'volume', found 'up'
        press volume up 3
        4:22: expected 'xN', ';' or the end of the line, found '3'
        press volume up x0
        4:22: expected 'x1' to 'x1000', found 'x0'
        press volume up x1001
        4:22: expected 'x1' to 'x1000', found 'x1001'
        slider 2
        4:13: expected a volume from 0 to 1, found '2'
        media
        4:11: expected a volume from 0 to 1, found the end of the line
        ringer 0,5
        4:13: expected a volume from 0 to 1, found '0,5'; numbers are decimal, as in 0.5
        setting vibrate-on-rings off
        4:14: expected a setting ('vibrate-on-ring', 'vibrate-on-silent', 'change-with-buttons' \
        or 'keyboard-clicks'), found 'vibrate-on-rings'; did you mean 'vibrate-on-ring'?
        setting vibrate-on-ring maybe
        4:30: expected 'on' or 'off', found 'maybe'
        plug speaker
        4:11: expected a port that can be plugged ('headphones', 'headset', 'lineout' and 7 \
        others), found 'speaker'
        plug headphone
        4:11: expected a port that can be plugged, found 'headphone'; did you mean 'headphones'?
        unplug receiver
        4:13: expected a port that can be plugged ('headphones', 'headset', 'lineout' and 7 \
        others), found 'receiver'
        route airplay
        4:12: expected a port, found 'airplay'; did you mean 'airplay:NAME'?
        route airplay:
        4:12: expected a port, found 'airplay:'; did you mean 'airplay:NAME'?
        route speaker:
        4:12: expected a port, found 'speaker:'; did you mean 'speaker'?
        route "headphones"
        4:12: expected a port, found 'headphones'; keywords have no quotes
        call rings
        4:11: expected 'arrives', 'ends' or 'is', found 'rings'
        call is
        4:13: expected 'answered' or 'declined', found the end of the line
        call arrives as
        4:21: expected 'banner', found the end of the line
        alarm is answered
        4:15: expected 'dismissed' or 'snoozed', found 'answered'
        timer is snoozed
        4:15: expected 'dismissed', found 'snoozed'
        assistant starts
        4:16: expected 'begins' or 'ends', found 'starts'
        emergency stops
        4:16: expected 'begins' or 'ends', found 'stops'
        user presses rewind
        4:19: expected a command ('play', 'pause', 'toggle' and 17 others), \
        found 'rewind'
        user press play
        4:11: expected 'presses', found 'press'; did you mean 'presses'?
        headset press 4
        4:20: expected 'long' or how often the headset's button is pressed (1, 2 or 3), found '4'
        message comes
        4:14: expected 'arrives', found 'comes'
        keyboard click
        4:15: expected 'clicks', found 'click'; did you mean 'clicks'?
        Game commands play,paws
        4:25: expected a command ('play', 'pause', 'toggle' and 17 others), \
        found 'paws'
        Game commands plya
        4:20: expected a command, \
        found 'plya'; did you mean 'play'?
        memory high
        4:13: expected 'low' or 'needed', found 'high'
        media-services lost
        4:21: expected 'reset', found 'lost'
        lock; ; unlock
        4:12: expected an act of the phone ('switch', 'press', 'slider' and 31 others) or the \
        name of an app, which begins with an upper-case letter, found ';'
        lock unlock
        4:11: expected ';' or the end of the line, found 'unlock'
        lock;# not
        4:11: expected a blank before '#', which opens a comment
        lock#x
        4:10: expected a blank before '#' to open a comment, or double quotes around a word that \
        holds one
        Game plays "fx.wav as fx
        4:30: expected '"' at the end of the string that begins in column 17
        Game plays "fx\\n.wav" as fx
        4:21: expected '"', '\\' or '$' after '\\' in a string
        Game plays "fx"wav as fx
        4:21: expected a blank after the string
        Game plays my"fx" as fx
        4:19: expected a blank before '"'
        Game quits; Game plays fx.wav as fx
        4:18: expected 'Game opens' before its next act; it is not running since line 4
        Game plays tone as fx
        4:17: expected 'tone:HZ' or 'tone:HZ/SECONDS', found 'tone'
        """)
}
