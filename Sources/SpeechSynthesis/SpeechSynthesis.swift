// Text to samples by espeak-ng.
