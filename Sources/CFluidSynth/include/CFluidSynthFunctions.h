// The functions of FluidSynth that are used here.
//
// F(result, result without the library, name, parameters, arguments)
#pragma once

#define SORI_FLUIDSYNTH_FUNCTIONS(F) \
    F(void, , delete_fluid_settings, (fluid_settings_t *settings), (settings)) \
    F(void, , delete_fluid_synth, (fluid_synth_t *synth), (synth)) \
    F(int, 0, fluid_is_soundfont, (const char *filename), (filename)) \
    F( \
        fluid_log_function_t, NULL, fluid_set_log_function, (int level, \
        fluid_log_function_t fun, void *data), (level, fun, data)) \
    F( \
        int, FLUID_FAILED, fluid_settings_setint, (fluid_settings_t *settings, const char *name, \
        int val), (settings, name, val)) \
    F( \
        int, FLUID_FAILED, fluid_settings_setnum, (fluid_settings_t *settings, const char *name, \
        double val), (settings, name, val)) \
    F( \
        int, FLUID_FAILED, fluid_sfloader_set_callbacks, (fluid_sfloader_t *loader, \
        fluid_sfloader_callback_open_t open, fluid_sfloader_callback_read_t read, \
        fluid_sfloader_callback_seek_t seek, fluid_sfloader_callback_tell_t tell, \
        fluid_sfloader_callback_close_t close), (loader, open, read, seek, tell, close)) \
    F( \
        void, , fluid_synth_add_sfloader, (fluid_synth_t *synth, fluid_sfloader_t *loader), \
        (synth, loader)) \
    F( \
        int, FLUID_FAILED, fluid_synth_add_sfont, (fluid_synth_t *synth, fluid_sfont_t *sfont), \
        (synth, sfont)) \
    F( \
        int, FLUID_FAILED, fluid_synth_all_sounds_off, (fluid_synth_t *synth, int chan), (synth, \
        chan)) \
    F( \
        int, FLUID_FAILED, fluid_synth_bank_select, (fluid_synth_t *synth, int chan, int bank), \
        (synth, chan, bank)) \
    F( \
        int, FLUID_FAILED, fluid_synth_cc, (fluid_synth_t *synth, int chan, int ctrl, int val), \
        (synth, chan, ctrl, val)) \
    F( \
        int, FLUID_FAILED, fluid_synth_channel_pressure, (fluid_synth_t *synth, int chan, \
        int val), (synth, chan, val)) \
    F(int, 0, fluid_synth_get_active_voice_count, (fluid_synth_t *synth), (synth)) \
    F( \
        fluid_sfont_t *, NULL, fluid_synth_get_sfont_by_id, (fluid_synth_t *synth, int id), \
        (synth, id)) \
    F( \
        void, , fluid_synth_get_voicelist, (fluid_synth_t *synth, fluid_voice_t *buf[], \
        int bufsize, int ID), (synth, buf, bufsize, ID)) \
    F( \
        int, FLUID_FAILED, fluid_synth_key_pressure, (fluid_synth_t *synth, int chan, int key, \
        int val), (synth, chan, key, val)) \
    F( \
        int, FLUID_FAILED, fluid_synth_noteoff, (fluid_synth_t *synth, int chan, int key), \
        (synth, chan, key)) \
    F( \
        int, FLUID_FAILED, fluid_synth_noteon, (fluid_synth_t *synth, int chan, int key, \
        int vel), (synth, chan, key, vel)) \
    F( \
        int, FLUID_FAILED, fluid_synth_pitch_bend, (fluid_synth_t *synth, int chan, int val), \
        (synth, chan, val)) \
    F( \
        int, FLUID_FAILED, fluid_synth_program_change, (fluid_synth_t *synth, int chan, \
        int program), (synth, chan, program)) \
    F(int, FLUID_FAILED, fluid_synth_program_reset, (fluid_synth_t *synth), (synth)) \
    F( \
        int, FLUID_FAILED, fluid_synth_program_select, (fluid_synth_t *synth, int chan, \
        int sfont_id, int bank_num, int preset_num), (synth, chan, sfont_id, bank_num, \
        preset_num)) \
    F( \
        int, FLUID_FAILED, fluid_synth_remove_sfont, (fluid_synth_t *synth, \
        fluid_sfont_t *sfont), (synth, sfont)) \
    F( \
        int, FLUID_FAILED, fluid_synth_set_channel_type, (fluid_synth_t *synth, int chan, \
        int type), (synth, chan, type)) \
    F(void, , fluid_synth_set_gain, (fluid_synth_t *synth, float gain), (synth, gain)) \
    F( \
        int, FLUID_FAILED, fluid_synth_set_gen, (fluid_synth_t *synth, int chan, int param, \
        float value), (synth, chan, param, value)) \
    F( \
        int, FLUID_FAILED, fluid_synth_sfload, (fluid_synth_t *synth, const char *filename, \
        int reset_presets), (synth, filename, reset_presets)) \
    F( \
        int, FLUID_FAILED, fluid_synth_sfunload, (fluid_synth_t *synth, int id, \
        int reset_presets), (synth, id, reset_presets)) \
    F(int, FLUID_FAILED, fluid_synth_stop, (fluid_synth_t *synth, unsigned int id), (synth, id)) \
    F(int, FLUID_FAILED, fluid_synth_system_reset, (fluid_synth_t *synth), (synth)) \
    F( \
        int, FLUID_FAILED, fluid_synth_write_float, (fluid_synth_t *synth, int len, void *lout, \
        int loff, int lincr, void *rout, int roff, int rincr), (synth, len, lout, loff, lincr, \
        rout, roff, rincr)) \
    F(float, 0, fluid_voice_gen_get, (fluid_voice_t *voice, int gen), (voice, gen)) \
    F( \
        void, , fluid_voice_gen_set, (fluid_voice_t *voice, int gen, float val), (voice, gen, \
        val)) \
    F(int, FLUID_FAILED, fluid_voice_get_channel, (const fluid_voice_t *voice), (voice)) \
    F(unsigned int, 0, fluid_voice_get_id, (const fluid_voice_t *voice), (voice)) \
    F(int, FLUID_FAILED, fluid_voice_get_key, (const fluid_voice_t *voice), (voice)) \
    F(void, , fluid_voice_update_param, (fluid_voice_t *voice, int gen), (voice, gen)) \
    F(fluid_sfloader_t *, NULL, new_fluid_defsfloader, (fluid_settings_t *settings), (settings)) \
    F(fluid_settings_t *, NULL, new_fluid_settings, (void), ()) \
    F(fluid_synth_t *, NULL, new_fluid_synth, (fluid_settings_t *settings), (settings))
