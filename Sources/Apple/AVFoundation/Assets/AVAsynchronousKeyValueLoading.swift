public import AVFAudio
public import Foundation

/// How far the loading of a value is.
public enum AVKeyValueStatus: Int, Sendable {
    /// It has not been asked for.
    case unknown = 0
    case loading = 1
    case loaded = 2
    case failed = 3
    case cancelled = 4
}

/// An object with values that are loaded when they are asked for.
public protocol AVAsynchronousKeyValueLoading: NSObjectProtocol, Sendable {
    /// How far the loading of a value is.
    ///
    /// - Parameters:
    ///   - key: The name of the property, as `duration` or `playable`.
    ///   - outError: Gets the error of a value that has failed.
    func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

    /// Loads values.
    ///
    /// - Parameter handler: Called once on a work queue, when all values are loaded or have failed.
    @preconcurrency
    func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

extension AVAsynchronousKeyValueLoading {
    /// Loads values; afterwards they are loaded or have failed.
    nonisolated(nonsending) public func loadValues(forKeys keys: [String]) async {
        guard let object = self as? any LoadableObject else { return }
        try? await object.finishLoading(Set(keys.map { AssetStage(ofKey: $0) }))
    }

    /// Loads a value.
    ///
    /// - Throws: Why it cannot be loaded; `CancellationError` when the task is cancelled, which leaves
    ///   other loads of the value alone.
    nonisolated(nonsending) public func load<A>(
        _ property: AVAsyncProperty<Self, A>
    ) async throws -> A {
        try await finishLoading(property.stages)
        return try property.value(of: self)
    }

    /// Loads two values together.
    nonisolated(nonsending) public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        try await finishLoading(propertyA.stages.union(propertyB.stages))
        return (try propertyA.value(of: self), try propertyB.value(of: self))
    }

    /// Loads three values together.
    nonisolated(nonsending) public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        let (a, b) = try await load(propertyA, propertyB)
        return (a, b, try await load(propertyC))
    }

    /// Loads four values together.
    nonisolated(nonsending) public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        let (a, b, c) = try await load(propertyA, propertyB, propertyC)
        return (a, b, c, try await load(propertyD))
    }

    /// Loads five values together.
    nonisolated(nonsending) public func load<A, B, C, D, E>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>
    ) async throws -> (A, B, C, D, E) {
        let (a, b, c, d) = try await load(propertyA, propertyB, propertyC, propertyD)
        return (a, b, c, d, try await load(propertyE))
    }

    /// Loads six values together.
    nonisolated(nonsending) public func load<A, B, C, D, E, F>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>
    ) async throws -> (A, B, C, D, E, F) {
        let (a, b, c, d, e) = try await load(
            propertyA, propertyB, propertyC, propertyD, propertyE)
        return (a, b, c, d, e, try await load(propertyF))
    }

    /// Loads seven values together.
    nonisolated(nonsending) public func load<A, B, C, D, E, F, G>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>
    ) async throws -> (A, B, C, D, E, F, G) {
        let (a, b, c, d, e, f) = try await load(
            propertyA, propertyB, propertyC, propertyD, propertyE, propertyF)
        return (a, b, c, d, e, f, try await load(propertyG))
    }

    /// Loads eight values together.
    nonisolated(nonsending) public func load<A, B, C, D, E, F, G, H>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>, _ propertyH: AVAsyncProperty<Self, H>
    ) async throws -> (A, B, C, D, E, F, G, H) {
        let (a, b, c, d, e, f, g) = try await load(
            propertyA, propertyB, propertyC, propertyD, propertyE, propertyF, propertyG)
        return (a, b, c, d, e, f, g, try await load(propertyH))
    }

    /// How far the loading of a value is.
    public func status<Value>(
        of property: AVAsyncProperty<Self, Value>
    ) -> AVAsyncProperty<Self, Value>.Status {
        guard let object = self as? any LoadableObject else { return .notYetLoaded }
        for stage in property.stages {
            let (status, error) = object.stageStatus(stage)
            switch status {
            case .unknown: return .notYetLoaded
            case .loading: return .loading
            case .failed, .cancelled:
                return .failed((error ?? AVError(.operationCancelled)) as NSError)
            case .loaded: break
            }
        }
        do {
            return .loaded(try property.value(of: self))
        } catch {
            return .failed(error as NSError)
        }
    }

    nonisolated(nonsending) private func finishLoading(_ stages: Set<AssetStage>) async throws {
        guard let object = self as? any LoadableObject else { return }
        try await object.finishLoading(stages)
    }
}

/// A property of an object that can be loaded, of any type.
///
/// Ownership: immutable.
public class AVPartialAsyncProperty<Root: AVAsynchronousKeyValueLoading>: @unchecked Sendable {
    let stages: Set<AssetStage>

    init(_ stages: Set<AssetStage>) {
        self.stages = stages
    }
}

/// A property of an object that can be loaded, as `.duration`.
///
/// Ownership: immutable.
public final class AVAsyncProperty<Root: AVAsynchronousKeyValueLoading, Value>:
    // Ownership: immutable, as the superclass is.
    AVPartialAsyncProperty<Root>, @unchecked Sendable
{
    private let read: @Sendable (Root) throws -> Value

    /// - Parameter read: Reads the value of an object that has loaded its parts.
    init(_ stages: Set<AssetStage>, _ read: @escaping @Sendable (Root) throws -> Value) {
        self.read = read
        super.init(stages)
    }

    func value(of object: Root) throws -> Value { try read(object) }

    /// How far the loading of a value is.
    public enum Status {
        case notYetLoaded
        case loading
        case loaded(Value)
        case failed(NSError)
    }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
