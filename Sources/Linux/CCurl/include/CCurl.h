#pragma once

// libcurl, opened when it is first needed.
//
// Its headers are not needed: the functions, the numbers of options and the codes are those of its
// stable interface (libcurl.so.4). Functions that take arguments of any type have a wrapper for each
// type, because Swift does not call such functions.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Options of a transfer. The thousands tell the type of the value.
enum {
    SORI_CURL_CONNECT_TIMEOUT = 78,
    SORI_CURL_HTTP_VERSION = 84,
    SORI_CURL_NO_SIGNAL = 99,
    SORI_CURL_PROTOCOLS = 181,
    SORI_CURL_SUPPRESS_CONNECT_HEADERS = 265,
    SORI_CURL_QUICK_EXIT = 322,
    SORI_CURL_WRITE_DATA = 10001,
    SORI_CURL_URL = 10002,
    SORI_CURL_RANGE = 10007,
    SORI_CURL_ERROR_BUFFER = 10010,
    SORI_CURL_USER_AGENT = 10018,
    SORI_CURL_HTTP_HEADER = 10023,
    SORI_CURL_HEADER_DATA = 10029,
    SORI_CURL_ACCEPT_ENCODING = 10102,
    SORI_CURL_CA_FILE = 10065,
    SORI_CURL_CA_FOLDER = 10097,
    SORI_CURL_PRIVATE = 10103,
    SORI_CURL_HTTP_200_ALIASES = 10104,
    SORI_CURL_OPEN_SOCKET_DATA = 10164,
    SORI_CURL_WRITE_FUNCTION = 20011,
    SORI_CURL_HEADER_FUNCTION = 20079,
    SORI_CURL_OPEN_SOCKET_FUNCTION = 20163,
};

/// Values of options and results of callbacks.
enum {
    SORI_CURL_PROTOCOLS_HTTP = 3,
    SORI_CURL_HTTP_1_1 = 2,
    SORI_CURL_ERROR_SIZE = 256,
    SORI_CURL_WRITE_PAUSE = 0x10000001,
};

/// What is asked of a transfer.
enum {
    SORI_CURL_INFO_PRIVATE = 0x100000 + 21,
    SORI_CURL_INFO_PRIMARY_IP = 0x100000 + 32,
    SORI_CURL_INFO_OS_ERROR = 0x200000 + 25,
    SORI_CURL_INFO_NAME_LOOKUP_TIME = 0x300000 + 4,
    SORI_CURL_INFO_CONNECT_TIME = 0x300000 + 5,
};

/// Opens the library, on the first call. Not on the render thread.
///
/// Returns whether it is there; if not, `sori_curl_error` says why.
bool sori_curl_load(void);

/// Why the library is not there, as the end of a sentence.
const char *sori_curl_error(void);

// The following functions need the library.

/// Creates a set of transfers that one thread makes together; NULL on failure.
void *sori_curl_multi(void);
void sori_curl_multi_free(void *multi);
bool sori_curl_multi_add(void *multi, void *easy);
void sori_curl_multi_remove(void *multi, void *easy);
/// Does what can be done without waiting.
void sori_curl_multi_perform(void *multi);
/// Waits until something can be done, for at most some milliseconds, or until a call of
/// `sori_curl_multi_wake_up` from any thread.
void sori_curl_multi_poll(void *multi, int milliseconds);
void sori_curl_multi_wake_up(void *multi);
/// The next transfer that has ended, and its code; NULL for none.
void *sori_curl_multi_next_ended(void *multi, int *code);

/// Creates a transfer; NULL on failure.
void *sori_curl_easy(void);
void sori_curl_easy_free(void *easy);
bool sori_curl_set_number(void *easy, int option, long value);
bool sori_curl_set_text(void *easy, int option, const char *value);
bool sori_curl_set_pointer(void *easy, int option, void *value);
/// The callback takes bytes, 1, their number and the data, and returns how many it has taken.
bool sori_curl_set_sink(
    void *easy, int option, size_t (*callback)(char *, size_t, size_t, void *));
/// The callback is told the data of the option `SORI_CURL_OPEN_SOCKET_DATA` when the address of a
/// server is known and a connection is made, and returns whether to make it.
bool sori_curl_set_connecting(void *easy, bool (*callback)(void *));
/// Lets the server wait, or goes on; the callbacks may be called meanwhile.
void sori_curl_pause(void *easy, bool is_paused);
/// A text; NULL for none.
const char *sori_curl_text(void *easy, int info);
long sori_curl_number(void *easy, int info);
double sori_curl_seconds(void *easy, int info);
void *sori_curl_private(void *easy);
/// The library's text for a code.
const char *sori_curl_code_text(int code);

/// A list of texts, which begins as NULL. Returns the list; NULL on failure, with the list unchanged.
void *sori_curl_list_append(void *list, const char *text);
void sori_curl_list_free(void *list);

/// The address to which one leads from another; NULL for none. It is freed by
/// `sori_curl_address_free`.
char *sori_curl_address(const char *base, const char *relative);
/// The scheme, the host and the port of an address, as one text; NULL for no address. Likewise.
char *sori_curl_origin(const char *address);
void sori_curl_address_free(char *address);

#ifdef __cplusplus
}
#endif
