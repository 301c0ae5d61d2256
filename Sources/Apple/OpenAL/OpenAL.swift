@_exported public import COpenAL
// The devices behind the functions of C.
import OpenALDevices
