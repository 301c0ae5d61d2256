import AVFoundation
import Simulation
import Testing

/// The zoom factor and its way to another, with the numbers of a pinch.
@MainActor
struct ZoomTests {
    private let phone = SimulatedPhone()

    init() { phone.onFinding = { _ in } }

    private func launch() throws -> (SimulatedPhone.App, AVCaptureDevice) {
        let app = phone.launchCamera {}
        return (app, try #require(app.run { AVCaptureDevice.default(for: .video) }))
    }

    @Test func `a ramp doubles the factor as often a second as its rate says`() throws {
        let (app, camera) = try launch()
        try app.run {
            try camera.lockForConfiguration()
            camera.ramp(toVideoZoomFactor: 16, withRate: 3)
        }
        var last = Duration.zero
        for (time, factor) in [
            (100, 1.23114), (200, 1.51572), (500, 2.82843), (1000, 8), (1340, 16),
        ] {
            phone.advance(by: .milliseconds(time) - last)
            last = .milliseconds(time)
            #expect(abs(app.run { camera.videoZoomFactor } - factor) < 0.00001)
        }
        #expect(app.run { !camera.isRampingVideoZoom })
        // The whole way takes log2(16) / 3 seconds.
        app.run { camera.ramp(toVideoZoomFactor: 1, withRate: 3) }
        phone.advance(by: .microseconds(1_333_300))
        #expect(app.run { camera.isRampingVideoZoom })
        phone.advance(by: .microseconds(100))
        #expect(app.run { !camera.isRampingVideoZoom })
    }

    @Test func `a ramp goes on when the device is unlocked`() throws {
        let (app, camera) = try launch()
        try app.run {
            try camera.lockForConfiguration()
            camera.videoZoomFactor = 16
            camera.ramp(toVideoZoomFactor: 1, withRate: 3)
            camera.unlockForConfiguration()
        }
        phone.advance(by: .milliseconds(200))
        #expect(app.run { camera.isRampingVideoZoom })
        #expect(abs(app.run { camera.videoZoomFactor } - 16 / 1.51572) < 0.0001)
        phone.advance(by: .milliseconds(1140))
        #expect(app.run { camera.videoZoomFactor } == 1)
        #expect(app.run { !camera.isRampingVideoZoom })
    }

    @Test func `a new ramp begins where the old one is and a set factor ends it`() throws {
        let (app, camera) = try launch()
        try app.run {
            try camera.lockForConfiguration()
            camera.ramp(toVideoZoomFactor: 16, withRate: 1)
        }
        phone.advance(by: .seconds(1))
        app.run { camera.ramp(toVideoZoomFactor: 1, withRate: 2) }
        phone.advance(by: .milliseconds(250))
        #expect(abs(app.run { camera.videoZoomFactor } - 2.squareRoot()) < 1e-9)
        app.run { camera.videoZoomFactor = 3 }
        phone.advance(by: .milliseconds(250))
        #expect(app.run { camera.videoZoomFactor } == 3)
        app.run { camera.ramp(toVideoZoomFactor: 6, withRate: 1) }
        phone.advance(by: .milliseconds(500))
        app.run { camera.cancelVideoZoomRamp() }
        phone.advance(by: .milliseconds(500))
        #expect(abs(app.run { camera.videoZoomFactor } - 3 * 2.squareRoot()) < 1e-9)
        // Without a rate above 0 it jumps.
        app.run { camera.ramp(toVideoZoomFactor: 5, withRate: 0) }
        #expect(app.run { camera.videoZoomFactor } == 5)
    }

    @Test func `a change without the lock or outside the range is a fault and changes nothing`()
        throws
    {
        let (app, camera) = try launch()
        app.run { camera.videoZoomFactor = 2 }
        app.run { camera.ramp(toVideoZoomFactor: 2, withRate: 1) }
        #expect(phone.findings.count == 2)
        #expect(phone.findings.allSatisfy { $0.description.contains("lockForConfiguration()") })
        try app.run { try camera.lockForConfiguration() }
        for factor in [0.99, 16.1, -1, .nan, .infinity] {
            app.run { camera.videoZoomFactor = factor }
            app.run { camera.ramp(toVideoZoomFactor: factor, withRate: 1) }
        }
        #expect(phone.findings.count == 12)
        #expect(app.run { camera.videoZoomFactor } == 1)
        app.run { camera.unlockForConfiguration() }
        app.run { camera.cancelVideoZoomRamp() }
        #expect(phone.findings.count == 13)
    }

    @Test func `locks are counted and another app that has one is refused`() throws {
        let (app, camera) = try launch()
        try app.run {
            try camera.lockForConfiguration()
            try camera.lockForConfiguration()
            camera.unlockForConfiguration()
            camera.videoZoomFactor = 2
        }
        #expect(app.run { camera.videoZoomFactor } == 2)
        let other = phone.launchCamera("Other") {}
        let same = try #require(other.run { AVCaptureDevice(uniqueID: camera.uniqueID) })
        #expect(throws: AVError(.deviceLockedForConfigurationByAnotherProcess)) {
            try other.run { try same.lockForConfiguration() }
        }
        phone.kill(app)
        try other.run { try same.lockForConfiguration() }
    }

    /// A pinch on the view of the finder, step by step as its document does it.
    private struct Pinch {
        let camera: AVCaptureDevice
        var begin: CGFloat = 1

        mutating func pinch(begins: Bool, scale: CGFloat) throws {
            if begins { begin = camera.videoZoomFactor }
            try camera.lockForConfiguration()
            let most = camera.activeFormat.videoMaxZoomFactor
            let factor = max(1, min(begin * scale, most))
            camera.ramp(toVideoZoomFactor: factor, withRate: 3)
            camera.unlockForConfiguration()
        }
    }

    @Test(arguments: [(1.43343, 1.43343), (0.5, 1), (100, 16)])
    func `a pinch ends within the range`(scale: CGFloat, factor: CGFloat) throws {
        let (app, camera) = try launch()
        var pinch = Pinch(camera: camera)
        try app.run { try pinch.pinch(begins: true, scale: 1) }
        for step in [1.02334, 1.2, scale] {
            phone.advance(by: .milliseconds(50))
            try app.run { try pinch.pinch(begins: false, scale: step) }
        }
        phone.advance(by: .milliseconds(1500))
        #expect(app.run { camera.videoZoomFactor } == factor)
        #expect(phone.findings.isEmpty)
    }
}
