#define _GNU_SOURCE
#include "CCurl.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "LibraryLoader.h"

// What libcurl tells of a transfer that has ended.
typedef struct ended_message {
    int message;
    void *easy;
    union {
        void *pointer;
        int code;
    } data;
} ended_message;

// The socket that libcurl asks for.
typedef struct socket_address {
    int family;
    int type;
    int protocol;
    unsigned length;
    struct sockaddr address;
} socket_address;

static struct {
    int (*curl_global_init)(long);
    void *(*curl_easy_init)(void);
    void (*curl_easy_cleanup)(void *);
    int (*curl_easy_setopt)(void *, int, ...);
    int (*curl_easy_getinfo)(void *, int, ...);
    int (*curl_easy_pause)(void *, int);
    const char *(*curl_easy_strerror)(int);
    void *(*curl_multi_init)(void);
    int (*curl_multi_cleanup)(void *);
    int (*curl_multi_add_handle)(void *, void *);
    int (*curl_multi_remove_handle)(void *, void *);
    int (*curl_multi_perform)(void *, int *);
    int (*curl_multi_poll)(void *, void *, unsigned, int, int *);
    int (*curl_multi_wakeup)(void *);
    ended_message *(*curl_multi_info_read)(void *, int *);
    void *(*curl_slist_append)(void *, const char *);
    void (*curl_slist_free_all)(void *);
    void *(*curl_url)(void);
    void (*curl_url_cleanup)(void *);
    int (*curl_url_set)(void *, int, const char *, unsigned);
    int (*curl_url_get)(void *, int, char **, unsigned);
    void (*curl_free)(void *);
} functions;

#define SYMBOL(name) {#name, (void **)(void *)&functions.name}

static const sori_symbol symbols[] = {
    SYMBOL(curl_global_init), SYMBOL(curl_easy_init), SYMBOL(curl_easy_cleanup),
    SYMBOL(curl_easy_setopt), SYMBOL(curl_easy_getinfo), SYMBOL(curl_easy_pause),
    SYMBOL(curl_easy_strerror), SYMBOL(curl_multi_init), SYMBOL(curl_multi_cleanup),
    SYMBOL(curl_multi_add_handle), SYMBOL(curl_multi_remove_handle), SYMBOL(curl_multi_perform),
    SYMBOL(curl_multi_poll), SYMBOL(curl_multi_wakeup), SYMBOL(curl_multi_info_read),
    SYMBOL(curl_slist_append), SYMBOL(curl_slist_free_all), SYMBOL(curl_url),
    SYMBOL(curl_url_cleanup), SYMBOL(curl_url_set), SYMBOL(curl_url_get), SYMBOL(curl_free),
};

// Distributions build libcurl over OpenSSL and over GnuTLS; each will do.
static sori_library library = {
    .file_name = "libcurl.so.4", .project = "libcurl", .package = "libcurl4",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};
static sori_library other_library = {
    .file_name = "libcurl-gnutls.so.4", .project = "libcurl", .package = "libcurl3-gnutls",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};

enum {
    GLOBAL_ALL = 3,
    MESSAGE_DONE = 1,
    PAUSE_RECEIVING = 1,
    BAD_SOCKET = -1,
    URL_WHOLE = 0,
    URL_SCHEME = 1,
    URL_HOST = 5,
    URL_PORT = 6,
    URL_DEFAULT_PORT = 1,
    URL_ANY_SCHEME = 8,
    URL_ENCODE = 128,
    OPEN_SOCKET_FUNCTION = SORI_CURL_OPEN_SOCKET_FUNCTION,
};

static void start_library(void) { functions.curl_global_init(GLOBAL_ALL); }

bool sori_curl_load(void) {
#ifdef SORI_HTTP
    static pthread_once_t started = PTHREAD_ONCE_INIT;
    if (!sori_library_is_there(&library) && !sori_library_is_there(&other_library)) return false;
    pthread_once(&started, start_library);
    return true;
#else
    (void)start_library;
    (void)library;
    (void)other_library;
    return false;
#endif
}

const char *sori_curl_error(void) {
#ifdef SORI_HTTP
    return sori_library_error(&library);
#else
    return "libcurl, which this build is without (trait HTTP)";
#endif
}

void *sori_curl_multi(void) { return functions.curl_multi_init(); }

void sori_curl_multi_free(void *multi) { functions.curl_multi_cleanup(multi); }

bool sori_curl_multi_add(void *multi, void *easy) {
    return functions.curl_multi_add_handle(multi, easy) == 0;
}

void sori_curl_multi_remove(void *multi, void *easy) {
    functions.curl_multi_remove_handle(multi, easy);
}

void sori_curl_multi_perform(void *multi) {
    int running;
    functions.curl_multi_perform(multi, &running);
}

void sori_curl_multi_poll(void *multi, int milliseconds) {
    int count;
    functions.curl_multi_poll(multi, NULL, 0, milliseconds, &count);
}

void sori_curl_multi_wake_up(void *multi) { functions.curl_multi_wakeup(multi); }

void *sori_curl_multi_next_ended(void *multi, int *code) {
    int left;
    ended_message *message;
    while ((message = functions.curl_multi_info_read(multi, &left)) != NULL) {
        if (message->message != MESSAGE_DONE) continue;
        *code = message->data.code;
        return message->easy;
    }
    return NULL;
}

void *sori_curl_easy(void) { return functions.curl_easy_init(); }

void sori_curl_easy_free(void *easy) { functions.curl_easy_cleanup(easy); }

bool sori_curl_set_number(void *easy, int option, long value) {
    return functions.curl_easy_setopt(easy, option, value) == 0;
}

bool sori_curl_set_text(void *easy, int option, const char *value) {
    return functions.curl_easy_setopt(easy, option, value) == 0;
}

bool sori_curl_set_pointer(void *easy, int option, void *value) {
    return functions.curl_easy_setopt(easy, option, value) == 0;
}

bool sori_curl_set_sink(
    void *easy, int option, size_t (*callback)(char *, size_t, size_t, void *)) {
    return functions.curl_easy_setopt(easy, option, callback) == 0;
}

// The callback and its data, as `SORI_CURL_OPEN_SOCKET_DATA` points to them, are the transfer's own:
// the callback is the same for all transfers.
static bool (*connecting)(void *);

static int open_socket(void *data, int purpose, socket_address *address) {
    (void)purpose;
    bool (*callback)(void *) = __atomic_load_n(&connecting, __ATOMIC_ACQUIRE);
    if (callback != NULL && !callback(data)) return BAD_SOCKET;
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

bool sori_curl_set_connecting(void *easy, bool (*callback)(void *)) {
    __atomic_store_n(&connecting, callback, __ATOMIC_RELEASE);
    return functions.curl_easy_setopt(easy, OPEN_SOCKET_FUNCTION, open_socket) == 0;
}

void sori_curl_pause(void *easy, bool is_paused) {
    functions.curl_easy_pause(easy, is_paused ? PAUSE_RECEIVING : 0);
}

const char *sori_curl_text(void *easy, int info) {
    const char *text = NULL;
    return functions.curl_easy_getinfo(easy, info, &text) == 0 ? text : NULL;
}

long sori_curl_number(void *easy, int info) {
    long number = 0;
    return functions.curl_easy_getinfo(easy, info, &number) == 0 ? number : 0;
}

double sori_curl_seconds(void *easy, int info) {
    double seconds = 0;
    return functions.curl_easy_getinfo(easy, info, &seconds) == 0 ? seconds : 0;
}

void *sori_curl_private(void *easy) {
    void *pointer = NULL;
    return functions.curl_easy_getinfo(easy, SORI_CURL_INFO_PRIVATE, &pointer) == 0 ? pointer : NULL;
}

const char *sori_curl_code_text(int code) { return functions.curl_easy_strerror(code); }

void *sori_curl_list_append(void *list, const char *text) {
    return functions.curl_slist_append(list, text);
}

void sori_curl_list_free(void *list) { functions.curl_slist_free_all(list); }

char *sori_curl_address(const char *base, const char *relative) {
    void *url = functions.curl_url();
    if (url == NULL) return NULL;
    char *found = NULL;
    char *copy = NULL;
    if (functions.curl_url_set(url, URL_WHOLE, base, 0) == 0
        && functions.curl_url_set(url, URL_WHOLE, relative, URL_ANY_SCHEME | URL_ENCODE) == 0
        && functions.curl_url_get(url, URL_WHOLE, &found, 0) == 0) {
        copy = strdup(found);
        functions.curl_free(found);
    }
    functions.curl_url_cleanup(url);
    return copy;
}

char *sori_curl_origin(const char *address) {
    void *url = functions.curl_url();
    if (url == NULL) return NULL;
    char *scheme = NULL;
    char *host = NULL;
    char *port = NULL;
    char *origin = NULL;
    if (functions.curl_url_set(url, URL_WHOLE, address, URL_ANY_SCHEME) == 0
        && functions.curl_url_get(url, URL_SCHEME, &scheme, 0) == 0
        && functions.curl_url_get(url, URL_HOST, &host, 0) == 0
        && functions.curl_url_get(url, URL_PORT, &port, URL_DEFAULT_PORT) == 0
        && asprintf(&origin, "%s://%s:%s", scheme, host, port) < 0) {
        origin = NULL;
    }
    functions.curl_free(scheme);
    functions.curl_free(host);
    functions.curl_free(port);
    functions.curl_url_cleanup(url);
    return origin;
}

void sori_curl_address_free(char *address) { free(address); }
