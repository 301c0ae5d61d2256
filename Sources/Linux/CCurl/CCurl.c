#include "CCurl.h"

bool sori_curl_load(void) { return false; }

const char *sori_curl_error(void) { return ""; }
