// Feeds the kernels of Sources/Core/CSoundMixer with the same input on every processor, and prints a digest
// of what each of them makes of it. scripts/test-processors compiles and compares.
//
// usage: kernel-digests NAME      the kernels of that name (sori_kernels_named)

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CSoundMixer.h"

// SplitMix64.
static uint64_t random_state;

static uint64_t next_random(void) {
    uint64_t mixed = random_state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

static long random_below(long bound) {
    return (long)(next_random() % (uint64_t)bound);
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// From -1 to 1.
static float random_sample(void) {
    return (float)((int32_t)(next_random() >> 40) - (1 << 23)) * 0x1p-23f;
}

// A finite number of a magnitude between the given powers of two; one in four has only three bits, so
// that sums of products are often in the middle between two floats.
static float random_number(int least_exponent, int most_exponent) {
    const uint64_t random = next_random();
    const int exponent =
        least_exponent + (int)((random >> 32) % (uint64_t)(most_exponent - least_exponent));
    const uint32_t fraction = (uint32_t)random & (random >> 62 == 0 ? 0x700000 : 0x7fffff);
    return float_of(
        (uint32_t)(random >> 31 & 1) << 31 | (uint32_t)(exponent + 127) << 23 | fraction);
}

// What files and apps may hand over: mostly sound, at times zeros of either sign, numbers below the
// normal ones, large ones, infinity and NaN.
static float random_input(void) {
    switch (random_below(40)) {
    case 0: return 0.0f;
    case 1: return -0.0f;
    case 2: return float_of((uint32_t)next_random() & 0x807fffff);
    case 3: return random_number(1, 29);
    case 4: return float_of((uint32_t)next_random());
    case 5: return float_of(0x7f800000 | ((uint32_t)next_random() & 0x80000000));
    case 6: return random_number(-126, 0);
    default: return random_sample();
    }
}

// FNV-1a of all output of one line.
static uint64_t digest;
static long case_count;

static void start_line(uint64_t seed) {
    random_state = seed;
    digest = 0xcbf29ce484222325;
    case_count = 0;
}

static void add_to_digest(const void *memory, size_t byte_count) {
    const unsigned char *const bytes = memory;
    for (size_t index = 0; index < byte_count; ++index) {
        digest = (digest ^ bytes[index]) * 0x100000001b3;
    }
}

static void print_line(const char *kernel, const char *what) {
    printf("%s, %s: %ld cases, %016" PRIx64 "\n", kernel, what, case_count, digest);
}

static void *memory_of(size_t byte_count) {
    void *const memory = malloc(byte_count + 64);
    if (memory == NULL) exit(70);
    return memory;
}

// Every count up to two of the largest tiles and a few more.
enum { frame_count_max = 70, voice_count_max = 9 };

// A voice's block of one kind, whose samples are in `memory`.
static sori_voice_block random_voice(int kind, long frame_count, void *memory) {
    const long count = kind & SORI_STEREO ? 2 * frame_count : frame_count;
    for (long index = 0; index < count; ++index) {
        if (kind & SORI_INTEGER) {
            ((int16_t *)memory)[index] = (int16_t)next_random();
        } else {
            ((float *)memory)[index] =
                kind & SORI_CHECKED ? 1.9f * random_sample() : random_input();
        }
    }
    sori_voice_block voice = {.samples = memory, .kind = kind};
    voice.left = random_number(-20, 2);
    voice.right = random_number(-20, 2);
    if (kind & SORI_RAMP) {
        voice.left_step = random_number(-24, -8);
        voice.right_step = random_number(-24, -8);
        voice.time = (float)random_below(1 << (random_below(2) ? 10 : 23));
    }
    return voice;
}

static void fill_bus(float *bus, long frame_count) {
    for (long index = 0; index < 2 * frame_count; ++index) {
        bus[index] = random_below(8) == 0 ? -0.0f : random_number(-30, 8);
    }
}

static void name_kind(int kind, char *name) {
    strcpy(name, kind & SORI_STEREO ? "stereo" : "mono");
    if (kind & SORI_RAMP) strcat(name, " ramp");
    if (kind & SORI_CHECKED) strcat(name, " checked");
    if (kind & SORI_INTEGER) strcat(name, " integer");
}

static int is_kind(int kind) {
    return !(kind & SORI_INTEGER) || kind & SORI_CHECKED;
}

// Voices of the kind, or of any where it is -1; half of the ramps of one kind are at one time.
static void mix_voices_of(const sori_kernels *kernels, int kind) {
    float bus[2 * frame_count_max];
    void *memory[voice_count_max];
    sori_voice_block voices[voice_count_max];
    for (int index = 0; index < voice_count_max; ++index) {
        memory[index] = memory_of(2 * frame_count_max * sizeof(float));
    }
    start_line((uint64_t)kind + 100);
    for (long frame_count = 0; frame_count <= frame_count_max; ++frame_count) {
        for (int round = 0; round < 8; ++round, ++case_count) {
            const long voice_count = random_below(voice_count_max + 1);
            for (long index = 0; index < voice_count; ++index) {
                int one = kind;
                while (one < 0 || !is_kind(one)) one = (int)random_below(16);
                voices[index] = random_voice(one, frame_count, memory[index]);
                if (round & 1) voices[index].time = voices[0].time;
            }
            fill_bus(bus, frame_count);
            kernels->mix_voices(voices, voice_count, bus, frame_count);
            add_to_digest(bus, 2 * (size_t)frame_count * sizeof *bus);
        }
    }
    for (int index = 0; index < voice_count_max; ++index) free(memory[index]);
}

static void mix_measured_of(const sori_kernels *kernels, int kind) {
    float bus[2 * frame_count_max], samples[2 * frame_count_max];
    start_line((uint64_t)kind + 200);
    for (long frame_count = 0; frame_count <= frame_count_max; ++frame_count) {
        for (int round = 0; round < 8; ++round, ++case_count) {
            const sori_voice_block voice = random_voice(kind, frame_count, samples);
            float peaks[2] = {random_sample(), random_sample()};
            fill_bus(bus, frame_count);
            kernels->mix_measured(&voice, bus, frame_count, &peaks[0], &peaks[1]);
            add_to_digest(bus, 2 * (size_t)frame_count * sizeof *bus);
            add_to_digest(peaks, sizeof peaks);
        }
    }
}

enum { phases = 32, output_count_max = 13 };

// A filter of random weights, and where `units` is not 0, of 2^-48 phases a position, blended.
static void filter_of(
    const sori_kernels *kernels, const char *title, long taps, int is_stereo, long position_count) {
    const int is_blended = position_count > 0;
    const long positions = is_blended ? position_count : phases;
    const uint64_t units = is_blended ? (uint64_t)((double)phases / (double)positions * 0x1p48) : 0;
    const long source_count = output_count_max * 4 + taps;
    float *const weights = memory_of((size_t)((phases + 1) * taps) * sizeof(float));
    float *const left = memory_of((size_t)source_count * sizeof(float));
    float *const right = memory_of((size_t)source_count * sizeof(float));
    float output[2 * output_count_max];
    char what[80];
    start_line((uint64_t)(taps * 4 + is_stereo * 2 + is_blended));
    for (long count = 0; count <= output_count_max; ++count) {
        for (int round = 0; round < 16; ++round, ++case_count) {
            // Sound, or numbers of all magnitudes whose sums stay finite.
            const int least = round & 1 ? -126 : -24, most = round & 1 ? 28 : 1;
            for (long index = 0; index < (phases + 1) * taps; ++index) {
                weights[index] = random_number(least, most);
            }
            for (long index = 0; index < source_count; ++index) {
                left[index] = random_number(least, most);
                right[index] = random_number(least, most);
            }
            const sori_polyphase filter = {
                .weights = weights,
                .tap_count = taps,
                .phase = random_below(positions),
                .phase_count = positions,
                .whole_step = random_below(3),
                .part_step = random_below(positions),
            };
            for (int index = 0; index < 2 * output_count_max; ++index) {
                output[index] = random_number(least, most);
            }
            if (is_blended) {
                kernels->add_blended(
                    output, count, &filter, units, left, is_stereo ? right : NULL);
            } else {
                kernels->add_filtered(output, count, &filter, left, is_stereo ? right : NULL);
            }
            add_to_digest(output, sizeof output);
        }
    }
    snprintf(what, sizeof what, "%ld taps %s", taps, is_stereo ? "stereo" : "mono");
    print_line(title, what);
    free(weights);
    free(left);
    free(right);
}

static void filters_of(const sori_kernels *kernels) {
    // Those with code of their own, the smallest, and one between.
    static const long filtered_taps[] = {8, 48, 64, 72}, blended_taps[] = {8, 32, 40, 72};
    for (int index = 0; index < 8; ++index) {
        filter_of(kernels, "add_filtered", filtered_taps[index / 2], index & 1, 0);
    }
    for (int index = 0; index < 8; ++index) {
        const long positions = index & 2 ? 4801 : 1L << 32;
        filter_of(kernels, "add_blended", blended_taps[index / 2], index & 1, positions);
    }
}

static void copies_of(const sori_kernels *kernels) {
    float frames[2 * frame_count_max], left[frame_count_max], right[frame_count_max];
    start_line(1);
    for (long count = 0; count <= frame_count_max; ++count) {
        for (int round = 0; round < 8; ++round, ++case_count) {
            for (long index = 0; index < count; ++index) {
                frames[2 * index] = frames[2 * index + 1] = random_input();
            }
            if (round & 1 && count > 0) frames[random_below(2 * count)] = -0.0f;
            const int differs = kernels->separate_channels(frames, count, left, right);
            add_to_digest(left, (size_t)count * sizeof *left);
            add_to_digest(right, (size_t)count * sizeof *right);
            add_to_digest(&differs, sizeof differs);
        }
    }
    print_line("separate_channels", "any input");
    start_line(2);
    for (long count = 0; count <= frame_count_max; ++count) {
        for (int round = 0; round < 8; ++round, ++case_count) {
            for (long index = 0; index < count; ++index) {
                left[index] = random_number(-126, 100);
                right[index] = round & 1 ? random_number(-126, 100) : random_sample();
            }
            kernels->add_samples(left, right, count);
            add_to_digest(left, (size_t)count * sizeof *left);
        }
    }
    print_line("add_samples", "numbers of all magnitudes");
}

static void decoders_of(const sori_kernels *kernels) {
    char bytes[4 * frame_count_max + 4];
    float samples[frame_count_max];
    for (int is_swapped = 0; is_swapped < 2; ++is_swapped) {
        for (int is_float = 0; is_float < 2; ++is_float) {
            start_line((uint64_t)(300 + 2 * is_swapped + is_float));
            for (long count = 0; count <= frame_count_max; ++count) {
                for (int round = 0; round < 16; ++round, ++case_count) {
                    for (size_t index = 0; index < sizeof bytes; ++index) {
                        bytes[index] = (char)next_random();
                    }
                    // An infinite one and NaN, in either order of bytes.
                    memcpy(bytes + (round & 3), "\x7f\x80\0\0\0\0\xc0\xff", 8);
                    const char *const first = bytes + (round & 3);
                    (is_float ? kernels->decode_float32 : kernels->decode_int16)(
                        first, samples, count, is_swapped);
                    add_to_digest(samples, (size_t)count * sizeof *samples);
                }
            }
            print_line(
                is_float ? "decode_float32" : "decode_int16", is_swapped ? "swapped" : "in order");
        }
    }
}

int main(int argument_count, char **arguments) {
    const sori_kernels *const kernels =
        argument_count == 2 ? sori_kernels_named(arguments[1]) : NULL;
    if (kernels == NULL) {
        fprintf(stderr, "kernel-digests: name kernels that this processor has\n");
        return 2;
    }
    char name[80];
    for (int kind = 0; kind < 16; ++kind) {
        if (!is_kind(kind)) continue;
        name_kind(kind, name);
        mix_voices_of(kernels, kind);
        print_line("mix_voices", name);
        mix_measured_of(kernels, kind);
        print_line("mix_measured", name);
    }
    mix_voices_of(kernels, -1);
    print_line("mix_voices", "all kinds");
    filters_of(kernels);
    copies_of(kernels);
    decoders_of(kernels);
    return 0;
}
