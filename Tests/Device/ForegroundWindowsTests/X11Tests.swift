#if X11
    import CXCB
    import DesktopEntries
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    /// An X server in memory.
    private final class Xvfb {
        static let isAvailable = isInstalled("Xvfb")

        let display: String
        private let server: TestServer

        init(display number: String? = nil) throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
            defer { close(ends[0]) }
            server = try TestServer(
                ["Xvfb"] + (number.map { [$0] } ?? [])
                    + ["-displayfd", "3", "-screen", "0", "64x64x24", "-nolisten", "tcp"],
                descriptor: ends[1])
            close(ends[1])
            // It writes the number of its display once it listens.
            var text: [UInt8] = []
            var byte: UInt8 = 0
            while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
            guard !text.isEmpty else { throw CocoaError(.fileReadUnknown) }
            display = ":" + String(decoding: text, as: UTF8.self)
        }

        func stop() { server.stop() }
    }

    /// Windows, and the property that a window manager writes.
    private final class XClient {
        private let connection: OpaquePointer
        private let root: xcb_window_t

        init(_ display: String) {
            connection = xcb_connect(display, nil)
            root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee.root
        }

        deinit { xcb_disconnect(connection) }

        private func atom(_ name: String) -> xcb_atom_t {
            let cookie = xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
            let reply = xcb_intern_atom_reply(connection, cookie, nil)
            defer { free(reply) }
            return reply?.pointee.atom ?? 0
        }

        func open() -> xcb_window_t {
            let window = xcb_generate_id(connection)
            xcb_create_window(connection, 0, window, root, 0, 0, 8, 8, 0, 1, 0, 0, nil)
            return window
        }

        func setClass(_ window: xcb_window_t, _ bytes: [UInt8]) {
            xcb_change_property(
                connection, 0, window, XCB_ATOM_WM_CLASS.rawValue, XCB_ATOM_STRING.rawValue, 8,
                UInt32(bytes.count), bytes)
            xcb_flush(connection)
        }

        func claimProcessID(_ window: xcb_window_t, _ number: UInt32) {
            set(window, "_NET_WM_PID", XCB_ATOM_CARDINAL.rawValue, number)
        }

        func activate(_ window: xcb_window_t) {
            set(root, "_NET_ACTIVE_WINDOW", XCB_ATOM_WINDOW.rawValue, window)
        }

        private func set(
            _ window: xcb_window_t, _ name: String, _ type: xcb_atom_t, _ number: UInt32
        ) {
            withUnsafePointer(to: number) {
                _ = xcb_change_property(connection, 0, window, atom(name), type, 32, 1, $0)
            }
            xcb_flush(connection)
        }

        func close(_ window: xcb_window_t) {
            xcb_destroy_window(connection, window)
            xcb_flush(connection)
        }
    }

    @Suite(
        "An observer of an X server", .enabled(if: Xvfb.isAvailable, "Xvfb is not installed"),
        .timeLimit(.minutes(5)))
    struct X11Tests {
        private static func app(_ appID: String) -> ForegroundApp {
            ForegroundApp(appID: appID, processID: getpid(), isProcessIDVerified: true)
        }

        @Test("follows the active window, its class, and the process that the server knows")
        func activeWindow() async throws {
            let server = try Xvfb()
            let client = XClient(server.display)
            let reports = Reports()
            let observer = ForegroundObserver(x11Display: server.display, reports)
            try await observer.wait(for: .observing(.x11))
            let one = client.open()
            client.setClass(one, Array("one\0One\0".utf8))
            // What a client claims counts less than the server's word.
            client.claimProcessID(one, 1)
            client.activate(one)
            #expect(try await reports.next() == Self.app("One"))
            let two = client.open()
            client.activate(two)
            #expect(try await reports.next() == Self.app(""))
            for (bytes, appID) in [
                ("a\0Two\0", "Two"), ("only", "only"), ("x\0", ""), ("a\0b\0c", "b"),
            ] {
                client.setClass(two, Array(bytes.utf8))
                #expect(try await reports.next() == Self.app(appID))
            }
            client.setClass(two, [97, 0] + Array(repeating: 0xFF, count: 5000) + [0])
            #expect(try await reports.next()?.appID.isEmpty == false)
            client.close(two)
            #expect(try await reports.next() == nil)
            client.activate(one)
            #expect(try await reports.next() == Self.app("One"))
            client.activate(0)
            #expect(try await reports.next() == nil)
            // A window that is not there.
            client.activate(0x1234_5678)
            #expect(try await reports.next() == ForegroundApp(appID: ""))
            client.activate(one)
            #expect(try await reports.next() == Self.app("One"))
        }

        @Test("a server that dies leaves none in front, and its successor is found")
        func restart() async throws {
            let server = try Xvfb()
            let reports = Reports()
            let observer = ForegroundObserver(x11Display: server.display, reports)
            try await observer.wait(for: .observing(.x11))
            do {
                let client = XClient(server.display)
                let window = client.open()
                client.setClass(window, Array("one\0One\0".utf8))
                client.activate(window)
                try await reports.wait(for: "One")
                server.stop()
            }
            try await reports.wait(for: nil)
            let next = try Xvfb(display: server.display)
            try await observer.wait(for: .observing(.x11))
            let client = XClient(next.display)
            let window = client.open()
            client.setClass(window, Array("two\0Two\0".utf8))
            client.activate(window)
            try await reports.wait(for: "Two")
        }
    }
#endif
