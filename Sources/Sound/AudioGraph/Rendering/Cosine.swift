#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Returns the cosine of an angle in radians.
func cosine(_ angle: Float) -> Float { cosf(angle) }
