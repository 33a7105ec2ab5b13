//! Mending over the whole stack, with scripted models.

mod suite;
