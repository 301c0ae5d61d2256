import AudioModel

extension WireWriter {
    mutating func write(_ port: Port) {
        write(case: port.kind)
        write(port.name)
    }

    mutating func write(_ route: Route) {
        write(ports: route.outputs)
        write(ports: route.inputs)
    }

    mutating func write(ports: [Port]) {
        write(ports, max: WireLimits.portsMax, "list of ports") { $1.write($0) }
    }
}

extension WireReader {
    mutating func readPort() throws(WireError) -> Port {
        Port(try readCase("kind of port"), name: try readText("port's name"))
    }

    mutating func readRoute() throws(WireError) -> Route {
        Route(outputs: try readPorts(), inputs: try readPorts())
    }

    mutating func readPorts() throws(WireError) -> [Port] {
        try readList(max: WireLimits.portsMax, "list of ports") { reader throws(WireError) in
            try reader.readPort()
        }
    }
}
