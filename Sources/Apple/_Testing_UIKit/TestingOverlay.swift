// Swift Testing announces that it has more to offer to files that import both it and UIKit: a module
// of this name, which there is only on Apple's systems. The compiler insists on it elsewhere too, so
// that a test which imports both builds only where one is found.
