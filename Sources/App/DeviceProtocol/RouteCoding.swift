import AudioModel

extension MessageWriter {
    mutating func write(_ port: Port) {
        write(case: port.kind)
        write(port.name)
    }

    mutating func write(_ route: Route) {
        write(ports: route.outputs)
        write(ports: route.inputs)
    }

    mutating func write(ports: [Port]) {
        write(ports, max: MessageLimits.portsMax, "list of ports") { $1.write($0) }
    }
}

extension MessageReader {
    mutating func readPort() throws(MessageError) -> Port {
        Port(try readCase("kind of port"), name: try readText("port's name"))
    }

    mutating func readRoute() throws(MessageError) -> Route {
        Route(outputs: try readPorts(), inputs: try readPorts())
    }

    mutating func readPorts() throws(MessageError) -> [Port] {
        try readList(max: MessageLimits.portsMax, "list of ports") { reader throws(MessageError) in
            try reader.readPort()
        }
    }
}
