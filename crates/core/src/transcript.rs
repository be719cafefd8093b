//! The messages in the window, and how large each of them is.

use alloc::{collections::BTreeSet, vec::Vec};
use core::ops::Range;

use crate::{
    units::{Measure, MessageId, Size, Tokens},
    wire::wire,
};

/// What a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub enum MessageKind {
    /// The first instruction of the user's.
    Task,
    /// A later message of the user's.
    User,
    /// A reply of the model's.
    Reply,
    /// Results of tool calls.
    Results,
    /// The message a fresh window starts from.
    Restart,
    /// A provider's compaction block.
    Block,
    /// Notes that were read at the start or when the work was resumed.
    Notes,
}

/// A message of the history.
#[derive(Clone, Debug, PartialEq)]
pub struct Message<P> {
    /// Names it.
    pub id: MessageId,
    /// What it is for.
    pub kind: MessageKind,
    /// How much of the window it takes up.
    pub size: Size,
    /// The message as the provider takes it.
    pub payload: P,
}

/// A size that a provider's count corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The message, or [`MessageId::FIXED`].
    pub id: MessageId,
    /// Its size from now on.
    pub tokens: Tokens,
}

/// The messages in the window. The sizes of the fixed part and of all messages always sum to the
/// occupancy.
///
/// [`crate::Harness`] holds one and is what apps use. It is public for loops of other shapes over
/// the same parts, such as the one that the course takes apart. It keeps no rule on what may
/// follow what; [`crate::violations`] tells of those.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript<P> {
    fixed: Size,
    messages: Vec<Message<P>>,
    /// The sum of all sizes, kept so that a turn costs the same at any length of the history.
    total: Tokens,
    /// How many sizes, from the fixed part on, a provider has counted, and their sum.
    settled: usize,
    settled_total: Tokens,
    next_id: u32,
}

impl<P> Transcript<P> {
    /// An empty window. `fixed` is the estimated size of what every request carries beside the
    /// messages.
    pub const fn new(fixed: Tokens) -> Self {
        Self {
            fixed: Size::estimated(fixed),
            messages: Vec::new(),
            total: fixed,
            settled: 0,
            settled_total: Tokens::ZERO,
            next_id: 1,
        }
    }

    /// The messages, oldest first.
    pub fn messages(&self) -> &[Message<P>] {
        &self.messages
    }

    /// The size of the fixed part.
    pub const fn fixed(&self) -> Size {
        self.fixed
    }

    /// The sum of the fixed part and all messages: the occupancy.
    pub const fn occupancy(&self) -> Size {
        if self.settled > self.messages.len() {
            Size::counted(self.total)
        } else {
            Size::estimated(self.total)
        }
    }

    /// Adds a message at the end and names it. A size is counted only if everything before it is.
    pub fn append(&mut self, kind: MessageKind, size: Size, payload: P) -> MessageId {
        let id = MessageId(self.next_id);
        self.next_id += 1;
        self.insert(Message { id, kind, size, payload });
        id
    }

    fn insert(&mut self, message: Message<P>) {
        self.total = self.total.plus(message.size.tokens);
        // Only what follows a settled window is counted.
        if message.size.measure == Measure::Counted {
            self.settled += 1;
            self.settled_total = self.total;
        }
        self.messages.push(message);
    }

    /// The id of the next message.
    pub(crate) const fn next_id(&self) -> u32 {
        self.next_id
    }

    /// Whether a provider has ever counted a request of this window.
    pub(crate) const fn is_counted(&self) -> bool {
        self.settled > 0
    }

    /// Takes all messages out; the fixed part stays.
    pub fn take(&mut self) -> Vec<Message<P>> {
        let messages = core::mem::take(&mut self.messages);
        self.total = self.fixed.tokens;
        self.settled = self.settled.min(1);
        self.settled_total = if self.settled == 1 { self.fixed.tokens } else { Tokens::ZERO };
        messages
    }

    /// Puts a message that was taken out back in, with its id. What follows a message of
    /// estimated size is estimated as well, since no count covers both.
    pub fn put_back(&mut self, mut message: Message<P>) {
        if self.settled <= self.messages.len() {
            message.size.measure = Measure::Estimated;
        }
        self.insert(message);
    }

    /// Takes over the provider's count of a request, before its reply is appended. Answers the
    /// sizes that this corrected.
    ///
    /// The count of a request says how large all its parts are together. What was counted before
    /// keeps its size; the rest is shared out over the estimates, in proportion. A count that
    /// cannot be met so (a provider that drops old thinking) is shared out over all parts.
    pub fn settle(&mut self, request: Tokens) -> Vec<Settled> {
        let end = self.messages.len() + 1;
        let mut corrected = Vec::new();
        if self.settled < end && request >= self.settled_total {
            self.share(self.settled..end, request.less(self.settled_total), &mut corrected);
        } else if request != self.settled_total {
            self.share(0..end, request, &mut corrected);
        }
        self.settled = end;
        self.settled_total = request;
        self.total = request;
        corrected
    }

    /// Gives the fixed part another size, as when the system prompt changes. No count covers any
    /// part of the window from then on, until the next one comes.
    pub fn weigh_fixed(&mut self, tokens: Tokens) {
        self.total = self.total.less(self.fixed.tokens).plus(tokens);
        self.fixed = Size::estimated(tokens);
        for message in &mut self.messages {
            message.size.measure = Measure::Estimated;
        }
        self.settled = 0;
        self.settled_total = Tokens::ZERO;
    }

    /// Scales the sizes at `places` so that they sum to `target`, and marks them as counted.
    /// What rounding leaves over goes to the last of them.
    fn share(&mut self, places: Range<usize>, target: Tokens, corrected: &mut Vec<Settled>) {
        let sum: Tokens = places.clone().map(|place| self.place(place).1.tokens).sum();
        let last = places.end.saturating_sub(1);
        let mut left = target;
        for place in places {
            let (id, size) = self.place(place);
            // A sum that stopped at the maximum would let the portions come to more than there is.
            let portion = || portion(size.tokens, target, sum).min(left);
            let tokens = if place == last { left } else { portion() };
            left = left.less(tokens);
            if size.tokens != tokens {
                corrected.push(Settled { id, tokens });
            }
            *size = Size::counted(tokens);
        }
    }

    /// Whether all that is kept beside the sizes agrees with them; for what comes from outside.
    pub(crate) fn is_sound(&self) -> bool {
        let sizes =
            || core::iter::once(self.fixed).chain(self.messages.iter().map(|message| message.size));
        let sum = |sizes: &mut dyn Iterator<Item = Size>| -> Tokens {
            sizes.map(|size| size.tokens).sum()
        };
        // A restart message is newer than what was kept behind it, so ids need not ascend.
        let ids: BTreeSet<u32> = self.messages.iter().map(|message| message.id.0).collect();
        self.total == sum(&mut sizes())
            && self.settled <= self.messages.len() + 1
            && self.settled_total == sum(&mut sizes().take(self.settled))
            && ids.len() == self.messages.len()
            && ids.first().is_none_or(|first| *first > 0)
            && ids.last().is_none_or(|last| *last < self.next_id)
    }

    /// The fixed part at place 0, then the messages.
    fn place(&mut self, place: usize) -> (MessageId, &mut Size) {
        match place.checked_sub(1).and_then(|index| self.messages.get_mut(index)) {
            Some(message) => (message.id, &mut message.size),
            None => (MessageId::FIXED, &mut self.fixed),
        }
    }
}

/// `part * target / sum`, rounded down; nothing of an empty sum.
fn portion(part: Tokens, target: Tokens, sum: Tokens) -> Tokens {
    if sum == Tokens::ZERO {
        return Tokens::ZERO;
    }
    let portion = u128::from(part.get()) * u128::from(target.get()) / u128::from(sum.get());
    // The portion is at most the target, which is a count already.
    u64::try_from(portion).ok().and_then(|count| Tokens::try_from(count).ok()).unwrap_or(target)
}

wire!(words MessageKind {
    Task: "task",
    User: "user",
    Reply: "reply",
    Results: "results",
    Restart: "restart",
    Block: "block",
    Notes: "notes",
});
wire!(struct Settled { id: "id", tokens: "tokens" });
wire!(struct Message<P> { id: "id", kind: "kind", size: "size", payload: "message" });
wire!(struct Transcript<P> {
    fixed: "fixed",
    messages: "messages",
    total: "total",
    settled: "settled",
    settled_total: "settledTotal",
    next_id: "nextId",
});

#[cfg(test)]
mod tests {
    use super::*;

    const fn tokens(count: u32) -> Tokens {
        Tokens::new(count)
    }

    /// A counted window of 10 + 5 + 7, and a result of estimated size behind it.
    fn window() -> Transcript<()> {
        let mut transcript = Transcript::new(tokens(10));
        transcript.append(MessageKind::Task, Size::estimated(tokens(5)), ());
        assert_eq!(transcript.settle(tokens(15)), []);
        transcript.append(MessageKind::Reply, Size::counted(tokens(7)), ());
        transcript.append(MessageKind::Results, Size::estimated(tokens(3)), ());
        transcript
    }

    #[test]
    fn what_is_put_back_is_counted_only_behind_what_is_counted() {
        use Measure::{Counted, Estimated};
        let measures = |transcript: &Transcript<()>| -> Vec<_> {
            transcript.messages().iter().map(|message| message.size.measure).collect()
        };
        for (first, expected) in [
            (Size::counted(tokens(5)), [Counted, Counted, Estimated]),
            (Size::estimated(tokens(2)), [Estimated, Estimated, Estimated]),
        ] {
            let mut transcript = window();
            let mut messages = transcript.take();
            assert_eq!(transcript.occupancy(), Size::counted(tokens(10)));
            messages[0].size = first;
            for message in messages {
                transcript.put_back(message);
            }
            assert_eq!(measures(&transcript), expected);
            assert_eq!(transcript.occupancy(), Size::estimated(first.tokens.plus(tokens(20))));
            assert!(transcript.is_sound());
        }
    }

    #[test]
    fn a_count_corrects_what_was_not_counted_and_only_that() {
        let mut transcript = window();
        let corrected = transcript.settle(tokens(30));
        assert_eq!(corrected, [Settled { id: MessageId(3), tokens: tokens(8) }]);
        assert_eq!(transcript.occupancy(), Size::counted(tokens(30)));
        // Less than was counted before: all parts shrink alike, and the last takes the rest.
        let corrected = transcript.settle(tokens(16));
        let sizes: Vec<_> = corrected.iter().map(|settled| settled.tokens.get()).collect();
        assert_eq!(sizes, [5, 2, 3, 6]);
        assert_eq!(transcript.settle(tokens(16)), []);
    }

    #[test]
    fn another_fixed_size_leaves_the_messages_and_waits_for_a_count() {
        let mut transcript = window();
        transcript.weigh_fixed(tokens(40));
        assert_eq!(transcript.fixed(), Size::estimated(tokens(40)));
        assert_eq!(transcript.occupancy(), Size::estimated(tokens(40 + 5 + 7 + 3)));
        assert!(transcript.is_sound() && !transcript.is_counted());
        assert_eq!(transcript.settle(tokens(55)), []);
        assert_eq!(transcript.occupancy(), Size::counted(tokens(55)));
    }

    #[test]
    fn a_portion_is_rounded_down_and_nothing_of_nothing() {
        assert_eq!(portion(tokens(2), tokens(10), tokens(3)), tokens(6));
        assert_eq!(portion(tokens(2), tokens(10), Tokens::ZERO), Tokens::ZERO);
    }
}
