// Players of files and recorders to files, for one app's sound.
