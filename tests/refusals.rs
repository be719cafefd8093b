//! Every fault that a course can have.
