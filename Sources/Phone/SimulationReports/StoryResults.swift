package import AudioModel

/// Puts the JSON results of several runs of stories together.
///
/// It reads what `jsonText` writes: a story's object, or an array of them.
package enum StoryResults {
    /// The stories of one file; `nil` when it has something else.
    package static func stories(in value: JSONValue) -> [JSONValue]? {
        let stories = value.elements ?? [value]
        let areStories = stories.allSatisfy { story in
            story["scenario"]?.text != nil && story["ok"]?.flag != nil
                && story["expectations"]?.elements != nil
        }
        return areStories ? stories : nil
    }

    /// All stories as one text: the one that a run of all of them would have written.
    package static func text(of stories: [JSONValue]) -> String {
        JSONValue.array(stories).readableText + "\n"
    }

    package static func failureCount(in stories: [JSONValue]) -> Int {
        stories.count { $0["ok"]?.flag != true }
    }
}
