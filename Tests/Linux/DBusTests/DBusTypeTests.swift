import DBus
import Testing

@Suite("Signatures and names of D-Bus")
struct DBusTypeTests {
    @Test(
        "valid signatures keep their types",
        arguments: [
            "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h", "v", "as", "a{sv}",
            "(ii)", "aa{s(iav)}", "a{oa{sa{sv}}}", "", "sias", "a(y(bd)as)",
        ])
    func roundTrip(signature: String) throws {
        let types = try #require(DBusType.list(signature))
        #expect(DBusType.signature(of: types) == signature)
    }

    @Test(
        "invalid signatures are refused",
        arguments: [
            "a", "(", ")", "()", "a{vs}", "a{s}", "a{ssv}", "a{asv}", "{sv}", "z", "a{sv", "(i",
            "é", "a(", String(repeating: "a", count: 40) + "y",
            String(repeating: "(", count: 40) + "y" + String(repeating: ")", count: 40),
            String(repeating: "y", count: 256),
        ])
    func refused(signature: String) {
        #expect(DBusType.list(signature) == nil)
    }

    @Test("a signature of one type has exactly one")
    func single() {
        #expect(DBusType(signature: "a{sv}") == .properties)
        #expect(DBusType(signature: "ii") == nil)
        #expect(DBusType(signature: "") == nil)
    }

    @Test(
        "object paths",
        arguments: [
            ("/", true), ("/a", true), ("/a/b_1", true), ("", false), ("a", false), ("/a/", false),
            ("//", false), ("/a b", false), ("/é", false), ("/a-b", false),
        ])
    func paths(path: String, isValid: Bool) { #expect(isObjectPath(path) == isValid) }

    @Test(
        "bus names",
        arguments: [
            ("org.sori", true), ("org.sori-x.y", true), (":1.42", true), ("org", false),
            ("", false), (".org.sori", false), ("org..sori", false), ("org.1sori", false),
            ("org.sori.", false), (":", false), (":1", false), ("org.s ori", false),
            (String(repeating: "a", count: 254) + ".b", false),
        ])
    func names(name: String, isValid: Bool) { #expect(isBusName(name) == isValid) }

    @Test("names of interfaces and members")
    func interfaces() {
        #expect(isInterfaceName("org.freedesktop.DBus"))
        #expect(!isInterfaceName("org.free-desktop.DBus"))
        #expect(!isInterfaceName("org"))
        #expect(isMemberName("GetAll"))
        #expect(!isMemberName("Get.All"))
        #expect(!isMemberName("1Get"))
        #expect(!isMemberName(""))
    }

    @Test("values give what is asked for, or nothing")
    func accessors() {
        #expect(DBusValue.variant(.variant(.string("a"))).text == "a")
        #expect(DBusValue.int32(3).text == nil)
        #expect(DBusValue.uint64(.max).integer == nil)
        #expect(DBusValue.byte(7).number == 7)
        #expect(DBusValue.double(0.5).integer == nil)
        #expect(DBusValue.bytes([1, 2]).elements == [.byte(1), .byte(2)])
        #expect(DBusValue.properties([("a", .boolean(true))]).members == ["a": .boolean(true)])
        #expect(
            DBusValue.dictionary(
                key: .int32, value: .int32, [DBusEntry(.int32(1), .int32(2))]
            ).members == nil)
    }
}
