import AudioModel

extension MessageWriter {
    mutating func write(_ directive: StreamDirective) {
        write(case: directive.transport)
        write(directive.sessionGain)
        write(directive.duckGain)
        write(directive.duckRamp.nanoseconds)
    }

    mutating func write(_ verdict: Verdict) {
        write(case: verdict.state)
        write(verdict.factors, max: MessageLimits.factorsMax, "list of factors") { factor, writer in
            writer.write(case: factor.kind)
            writer.write(factor.gain)
        }
        write(verdict.reasons, max: MessageLimits.reasonsMax, "list of reasons") { $1.write($0) }
        write(verdict.by) { $1.write($0) }
    }

    private mutating func write(_ reason: Reason) {
        write(case: reason.kind)
        write(reason.rule)
        write(reason.sentence)
        write(reason.cause)
        write(reason.since.nanoseconds)
    }

    private mutating func write(_ actor: AudioModel.Actor) {
        switch actor {
        case .app(let app):
            write(UInt8(0))
            write(app.rawValue)
        case .system(let interrupter):
            write(UInt8(1))
            write(case: interrupter)
        }
    }
}

extension MessageReader {
    mutating func readDirective() throws(MessageError) -> StreamDirective {
        StreamDirective(
            transport: try readCase("transport"), sessionGain: try readFloat("session gain"),
            duckGain: try readFloat("duck gain"),
            duckRamp: HostInterval(nanoseconds: try readNumber()))
    }

    mutating func readVerdict() throws(MessageError) -> Verdict {
        Verdict(
            state: try readCase("state"),
            factors: try readList(max: MessageLimits.factorsMax, "list of factors") {
                reader throws(MessageError) in
                GainFactor(try reader.readCase("factor"), try reader.readFloat("gain"))
            },
            reasons: try readList(max: MessageLimits.reasonsMax, "list of reasons") {
                reader throws(MessageError) in try reader.readReason()
            },
            by: try readOptional("choice") { reader throws(MessageError) in try reader.readActor() }
        )
    }

    private mutating func readReason() throws(MessageError) -> Reason {
        Reason(
            try readCase("reason"), rule: try readText("rule"),
            sentence: try readText("sentence"), cause: try readText("cause"),
            since: HostTime(nanoseconds: try readNumber()))
    }

    private mutating func readActor() throws(MessageError) -> AudioModel.Actor {
        switch try readByte() {
        case 0: return .app(AppID(rawValue: try readInt()))
        case 1: return .system(try readCase("interrupter"))
        default: throw MessageError(.badField("actor"), offset: offset - 1)
        }
    }
}

extension MessageWriter {
    mutating func write(_ refusal: RefusalReason) {
        write(case: refusal.error)
        write(refusal.rule)
        write(refusal.sentence)
    }
}

extension MessageReader {
    mutating func readRefusal() throws(MessageError) -> RefusalReason {
        let error: SessionError = try readCase("error")
        let rule = try readText("rule")
        return RefusalReason(error, rule: rule, sentence: try readText("sentence"))
    }
}
