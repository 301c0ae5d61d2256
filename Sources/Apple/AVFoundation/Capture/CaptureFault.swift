import SoundClient

/// Reports a call for which Apple's framework raises an exception; the caller changes nothing then.
///
/// - Parameters:
///   - call: The call, as in `AVCaptureDevice.videoZoomFactor`.
///   - problem: What is wrong, as a clause.
///   - app: The app that made the call.
func fault(_ call: String, _ problem: String, of app: AppSound?) {
    RuntimeIssue(.exception, call, problem).report(of: app)
}
