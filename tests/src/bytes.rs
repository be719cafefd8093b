//! Choices, read from bytes. After the last byte every choice is the first one.

/// What is left to choose with.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub(crate) fn word(&mut self) -> u32 {
        u32::from(self.byte()) | u32::from(self.byte()) << 8
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    pub(crate) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// The next bytes by themselves; fewer where there are no more.
    pub(crate) fn split(&mut self, count: usize) -> Self {
        let (first, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        Self(first)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
