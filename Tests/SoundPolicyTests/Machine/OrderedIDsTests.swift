import SeededRandomness
import SoundPolicy
import Testing

@Suite("Names in order")
struct OrderedIDsTests {
    @Test("are each there once, in the order in which they came")
    func order() {
        var names: OrderedIDs<Int> = [3, 1, 2]
        names.append(1)
        #expect(Array(names) == [3, 1, 2])
        names.remove(3)
        names.append(3)
        #expect(Array(names) == [1, 2, 3])
        #expect(names.first == 1 && names.last == 3 && names.count == 3)
        #expect(names.contains(2) && !names.contains(4))
        let wasThere = names.remove(4)
        #expect(!wasThere)
    }

    @Test("do what a plain list does, whatever comes and goes", arguments: 0..<8 as Range<UInt64>)
    func likePlainList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var names = OrderedIDs<Int>()
        var list: [Int] = []
        for step in 0..<4_000 {
            let name = Int.random(in: 0..<60, using: &random)
            // Times of growing and of shrinking.
            if Int.random(in: 0..<10, using: &random) < (step / 500 % 2 == 0 ? 7 : 3) {
                names.append(name)
                if !list.contains(name) { list.append(name) }
            } else {
                let wasThere = names.remove(name)
                #expect(wasThere == list.contains(name))
                list.removeAll { $0 == name }
            }
            #expect(names.first == list.first && names.last == list.last)
            #expect(names.count == list.count && names.isEmpty == list.isEmpty)
            if step.isMultiple(of: 16) {
                #expect(Array(names) == list)
                let places = list.compactMap { names.position(of: $0) }
                #expect(places.count == list.count && places == places.sorted())
            }
        }
    }

    @Test("keep going through what was there when they change on the way")
    func changeOnTheWay() {
        var names: OrderedIDs<Int> = [1, 2, 3]
        var seen: [Int] = []
        for name in names {
            seen.append(name)
            names.remove(name)
            names.append(name + 10)
        }
        #expect(seen == [1, 2, 3])
        #expect(Array(names) == [11, 12, 13])
    }

    @Test("keep no more holes than names, when some stay and others come and go")
    func holes() {
        var names: OrderedIDs<Int> = [0]
        for name in 1..<10_000 {
            names.append(name)
            if name > 1 { names.remove(name - 1) }
        }
        // Places are never far beyond the count, so neither is the room.
        #expect(Array(names) == [0, 9_999])
        #expect((names.position(of: 9_999) ?? .max) < 32)
    }
}

@Suite("A table that notes what is written")
struct DirtyTableTests {
    @Test("names what was written, added or removed, and nothing that was read")
    func touched() {
        var table = DirtyTable<String, [Int]>()
        table["a"] = [1]
        table["b"] = [2]
        table.clearDirty()
        #expect(table["a"] == [1] && table.touched.isEmpty)
        table["b"]?.append(3)
        table["a"] = nil
        table["c"] = []
        #expect(table.touched == ["b", "a", "c"])
        #expect(table["b"] == [2, 3] && table.count == 2)
    }

    @Test("gives what is new once, and again when it is written again")
    func unseen() {
        var table = DirtyTable<String, Int>()
        table["a"] = 1
        var unseen = [table.nextUnseen(), table.nextUnseen()]
        #expect(unseen == ["a", nil])
        table["a"] = 2
        table["a"] = 3
        unseen = [table.nextUnseen(), table.nextUnseen()]
        #expect(unseen == ["a", nil])
        table.clearDirty()
        let forgotten = table.nextUnseen()
        #expect(forgotten == nil)
    }

    @Test("can be written without a note, and touched without being written")
    func update() {
        var table = DirtyTable<String, Int>()
        table["a"] = 1
        table.clearDirty()
        table.update("a") { $0 += 1 }
        table.update("b") { $0 += 1 }
        #expect(table["a"] == 2 && table["b"] == nil && table.touched.isEmpty)
        table.touch("a")
        #expect(table.touched == ["a"])
    }
}
