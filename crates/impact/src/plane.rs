//! The impulse plane (K4).
