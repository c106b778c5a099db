//! Collisions from bodies, rods and whole systems (K1).
