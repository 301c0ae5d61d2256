#pragma once

// libcurl, opened when it is first needed. Its headers are not needed.

#include <stdbool.h>

/// Opens the library, on the first call. Not on the render thread.
///
/// Returns whether it is there; if not, `sori_curl_error` says why.
bool sori_curl_load(void);

/// Why the library is not there, as the end of a sentence.
const char *sori_curl_error(void);
