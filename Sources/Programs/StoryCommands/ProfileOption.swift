package import AudioModel
package import CommandLineTool

extension Arguments {
    /// The generations given with `--profiles`, in ascending order; `nil` without it.
    func profiles() throws(ProgramError) -> [PhoneProfile]? {
        guard let text = value("--profiles") else { return nil }
        if text == "all" { return PhoneProfile.allCases }
        var named: Set<PhoneProfile> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            named.insert(try profile(String(word), of: "--profiles"))
        }
        return named.sorted()
    }

    /// The generation that an option names by its number.
    package func profile(
        _ word: String, of option: String
    ) throws(ProgramError) -> PhoneProfile {
        if let profile = PhoneProfile.allCases.first(where: { String($0.rawValue) == word }) {
            return profile
        }
        let known = PhoneProfile.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
        let isList = option == "--profiles"
        throw wrongUse(
            "\(option) takes generations of the system, not '\(word)'",
            advice: isList
                ? "write --profiles 6,17; there are \(known); 'all' names them all"
                : "choose one of \(known)")
    }
}
