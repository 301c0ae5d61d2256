import Foundation
import SoundClient
import Synchronization

// The inputs, outputs and connections of a session.

extension AVCaptureSession {
    /// The inputs, in the order of adding.
    public var inputs: [AVCaptureInput] { graph.withLock { $0.inputs } }
    /// The outputs, in the order of adding.
    public var outputs: [AVCaptureOutput] { graph.withLock { $0.outputs } }
    /// The connections to outputs and previews.
    public var connections: [AVCaptureConnection] { graph.withLock { $0.connections } }

    // MARK: Inputs

    /// Whether an input can be added: it is in no session, and the session has no other of its medium.
    public func canAddInput(_ input: AVCaptureInput) -> Bool {
        guard input.session == nil else { return false }
        let media = Set(inputs.flatMap(\.ports).map(\.mediaType))
        guard input.ports.allSatisfy({ !media.contains($0.mediaType) }) else { return false }
        guard let device = (input as? AVCaptureDeviceInput)?.device, device.isCamera else {
            return true
        }
        return device.isConnected && device.supportsSessionPreset(sessionPreset)
    }

    /// Adds an input, with connections to all outputs that fit.
    public func addInput(_ input: AVCaptureInput) {
        guard add(input, "AVCaptureSession.addInput(_:)") else { return }
        for output in outputs { connect(input, to: output) }
        for layer in previews { connect(input, to: layer) }
        graphHasChanged()
    }

    /// Adds an input without any connection.
    public func addInputWithNoConnections(_ input: AVCaptureInput) {
        if add(input, "AVCaptureSession.addInputWithNoConnections(_:)") { graphHasChanged() }
    }

    private func add(_ input: AVCaptureInput, _ call: String) -> Bool {
        guard canAddInput(input) else {
            fault(call, "canAddInput(_:) is false", of: app)
            return false
        }
        input.session = self
        (input as? AVCaptureDeviceInput)?.device.session = self
        graph.withLock { $0.inputs.append(input) }
        return true
    }

    /// Removes an input and its connections. Without effect on one that is not there.
    public func removeInput(_ input: AVCaptureInput) {
        guard input.session === self else { return }
        input.session = nil
        (input as? AVCaptureDeviceInput)?.device.session = nil
        remove { connection in connection.inputPorts.contains { $0.input === input } }
        graph.withLock { $0.inputs.removeAll { $0 === input } }
        graphHasChanged()
    }

    // MARK: Outputs

    /// Whether an output can be added: it is in no session.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool { output.session == nil }

    /// Adds an output, with connections from all inputs that fit.
    public func addOutput(_ output: AVCaptureOutput) {
        guard add(output, "AVCaptureSession.addOutput(_:)") else { return }
        for input in inputs { connect(input, to: output) }
        graphHasChanged()
    }

    /// Adds an output without any connection.
    public func addOutputWithNoConnections(_ output: AVCaptureOutput) {
        if add(output, "AVCaptureSession.addOutputWithNoConnections(_:)") { graphHasChanged() }
    }

    private func add(_ output: AVCaptureOutput, _ call: String) -> Bool {
        guard canAddOutput(output) else {
            fault(call, "canAddOutput(_:) is false", of: app)
            return false
        }
        output.session = self
        graph.withLock { $0.outputs.append(output) }
        return true
    }

    /// Removes an output and its connections. Without effect on one that is not there.
    public func removeOutput(_ output: AVCaptureOutput) {
        guard output.session === self else { return }
        output.session = nil
        remove { $0.output === output }
        graph.withLock { $0.outputs.removeAll { $0 === output } }
        graphHasChanged()
    }

    // MARK: Connections

    /// Whether a connection can be added: its ports and its output are the session's and fit, and the
    /// output has no other of that medium.
    public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
        guard connection.session == nil, connection.inputPorts.count == 1,
            let port = connection.inputPorts.first, port.input.session === self
        else { return false }
        if let layer = connection.videoPreviewLayer {
            return layer.session === self && layer.connection == nil && port.mediaType == .video
        }
        guard let output = connection.output, output.session === self else { return false }
        return output.takes(port.mediaType) && output.connection(with: port.mediaType) == nil
    }

    /// Adds a connection.
    public func addConnection(_ connection: AVCaptureConnection) {
        guard canAddConnection(connection) else {
            return fault(
                "AVCaptureSession.addConnection(_:)", "canAddConnection(_:) is false", of: app)
        }
        adopt(connection)
        graphHasChanged()
    }

    /// Removes a connection. Without effect on one that is not there.
    public func removeConnection(_ connection: AVCaptureConnection) {
        remove { $0 === connection }
        graphHasChanged()
    }

    private func connect(_ input: AVCaptureInput, to output: AVCaptureOutput) {
        for port in input.ports where output.takes(port.mediaType) {
            if output.connection(with: port.mediaType) == nil {
                adopt(AVCaptureConnection(inputPorts: [port], output: output))
            }
        }
    }

    private func adopt(_ connection: AVCaptureConnection) {
        connection.session = self
        connection.output?.add(connection)
        graph.withLock { $0.connections.append(connection) }
    }

    private func remove(where isLeaving: (AVCaptureConnection) -> Bool) {
        let leaving = graph.withLock { $0.connections }.filter(isLeaving)
        graph.withLock { graph in
            graph.connections.removeAll { one in leaving.contains { $0 === one } }
        }
        for connection in leaving {
            connection.session = nil
            connection.output?.remove(connection)
        }
    }

    // MARK: Previews

    private var previews: [AVCaptureVideoPreviewLayer] {
        graph.withLock { $0.previews }.compactMap(\.layer)
    }

    /// The layer shows the session from now on.
    func add(_ layer: AVCaptureVideoPreviewLayer) {
        let reference = LayerReference(layer: layer)
        graph.withLock { graph in
            graph.previews.removeAll { $0.layer == nil }
            graph.previews.append(reference)
        }
        for input in inputs { connect(input, to: layer) }
        graphHasChanged()
    }

    /// The layer shows the session no longer.
    func remove(_ layer: AVCaptureVideoPreviewLayer) {
        remove { $0.isPreview && ($0.videoPreviewLayer === layer || $0.videoPreviewLayer == nil) }
        graph.withLock { graph in
            graph.previews.removeAll { $0.layer == nil || $0.layer === layer }
        }
        graphHasChanged()
    }

    private func connect(_ input: AVCaptureInput, to layer: AVCaptureVideoPreviewLayer) {
        guard layer.connection == nil,
            let port = input.ports.first(where: { $0.mediaType == .video })
        else { return }
        adopt(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
    }

    /// The connection to a layer.
    func connection(to layer: AVCaptureVideoPreviewLayer) -> AVCaptureConnection? {
        connections.first { $0.isPreview && $0.videoPreviewLayer === layer }
    }
}
