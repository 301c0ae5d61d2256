import AudioModel
import MediaSources
import NetworkPaths
import ScenarioLanguage
import SoundClient

// The network of a scripted phone.

extension ScriptedPhone {
    /// Changes the network, or what servers have.
    func change(_ act: NetworkAct) {
        switch act {
        case .reaches(let isReachable): network.isReachable = isReachable
        case .bandwidth(let kilobits): network.bandwidth = kilobits * 1000 / 8
        case .serves(let served):
            do throws(ServedSoundError) {
                for part in try served.parts(sounds) {
                    network.serve(part.resource, at: part.address)
                }
            } catch {
                cannotServe(served, error.words)
            }
        }
    }
}

extension ScriptedApp {
    /// Gives the app its way to the phone's network.
    func useNetwork(of phone: ScriptedPhone) {
        let way = AppNetwork(phone.network, for: sound.environment)
        networkWay = way
        _ = sound.attachment { NetworkAccess(way) }
        _ = sound.attachment { NetworkPathAccess(phone.network.path) }
    }
}
