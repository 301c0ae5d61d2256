// The functions of FluidSynth that are used here.
//
// F(name, count of its parameters, result without the library)
#pragma once

#define SORI_FLUIDSYNTH_FUNCTIONS(F) \
    F(delete_fluid_settings, 1, ) \
    F(delete_fluid_synth, 1, ) \
    F(fluid_is_soundfont, 1, 0) \
    F(fluid_set_log_function, 3, nullptr) \
    F(fluid_settings_setint, 3, FLUID_FAILED) \
    F(fluid_settings_setnum, 3, FLUID_FAILED) \
    F(fluid_sfloader_set_callbacks, 6, FLUID_FAILED) \
    F(fluid_synth_add_sfloader, 2, ) \
    F(fluid_synth_add_sfont, 2, FLUID_FAILED) \
    F(fluid_synth_all_sounds_off, 2, FLUID_FAILED) \
    F(fluid_synth_bank_select, 3, FLUID_FAILED) \
    F(fluid_synth_cc, 4, FLUID_FAILED) \
    F(fluid_synth_channel_pressure, 3, FLUID_FAILED) \
    F(fluid_synth_get_active_voice_count, 1, 0) \
    F(fluid_synth_get_sfont_by_id, 2, nullptr) \
    F(fluid_synth_get_voicelist, 4, ) \
    F(fluid_synth_key_pressure, 4, FLUID_FAILED) \
    F(fluid_synth_noteoff, 3, FLUID_FAILED) \
    F(fluid_synth_noteon, 4, FLUID_FAILED) \
    F(fluid_synth_pitch_bend, 3, FLUID_FAILED) \
    F(fluid_synth_program_change, 3, FLUID_FAILED) \
    F(fluid_synth_program_reset, 1, FLUID_FAILED) \
    F(fluid_synth_program_select, 5, FLUID_FAILED) \
    F(fluid_synth_remove_sfont, 2, FLUID_FAILED) \
    F(fluid_synth_set_channel_type, 3, FLUID_FAILED) \
    F(fluid_synth_set_gain, 2, ) \
    F(fluid_synth_set_gen, 4, FLUID_FAILED) \
    F(fluid_synth_sfload, 3, FLUID_FAILED) \
    F(fluid_synth_sfunload, 3, FLUID_FAILED) \
    F(fluid_synth_stop, 2, FLUID_FAILED) \
    F(fluid_synth_system_reset, 1, FLUID_FAILED) \
    F(fluid_synth_write_float, 8, FLUID_FAILED) \
    F(fluid_voice_gen_get, 2, 0) \
    F(fluid_voice_gen_incr, 3, ) \
    F(fluid_voice_gen_set, 3, ) \
    F(fluid_voice_get_channel, 1, FLUID_FAILED) \
    F(fluid_voice_get_id, 1, 0) \
    F(fluid_voice_get_key, 1, FLUID_FAILED) \
    F(fluid_voice_update_param, 2, ) \
    F(new_fluid_defsfloader, 1, nullptr) \
    F(new_fluid_settings, 0, nullptr) \
    F(new_fluid_synth, 1, nullptr)
