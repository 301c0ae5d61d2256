package import Foundation

/// The folder of the repository that the tests are built from.
package let repositoryFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
