//! The values of artifacts as of a scene.
