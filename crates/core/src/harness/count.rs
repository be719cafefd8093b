//! Counting a call: its usage, or an estimate where there is none.

use alloc::{string::String, vec::Vec};

use super::Harness;
use crate::{
    dialect::{Counted, Reply, ReportedUsage, Stop},
    effect::{Effect, Notice, Purpose},
    payload::Payload,
    transcript::Settled,
    units::{Measure, Size, Tokens},
    usage::Usage,
};

/// What a call is counted as.
pub(super) struct Count {
    pub(super) counted: Counted,
    pub(super) measure: Measure,
}

impl<P: Payload> Harness<P> {
    /// The usage to count with: the provider's, or an estimate where it gave none that is usable.
    /// The reply's text is read only for an estimate.
    pub(super) fn count(
        &self,
        reply: &Reply<P>,
        request: Tokens,
        effects: &mut Vec<Effect<P>>,
    ) -> Count {
        match &reply.usage {
            ReportedUsage::Counted(counted) => {
                return Count { counted: *counted, measure: Measure::Counted };
            }
            ReportedUsage::Missing => {}
            ReportedUsage::Absurd { field, value } => {
                let (field, value) = (String::from(*field), value.clone());
                let notice = Notice::UsageIgnored { call: self.totals.calls, field, value };
                effects.push(Effect::Notify { notice });
            }
        }
        let dialect = self.config.dialect;
        let usage = Usage {
            input: request,
            cache_read: Tokens::ZERO,
            cache_write: Tokens::ZERO,
            output: dialect.view(&reply.message).estimate().plus(Tokens::MESSAGE),
            cache: dialect.cache_rule(),
        };
        let counted = Counted { usage, window: usage, spend: usage.total() };
        Count { counted, measure: Measure::Estimated }
    }

    /// Books what a call spent, and tells of it.
    pub(super) fn book(
        &mut self,
        purpose: Purpose,
        stop: &Stop,
        count: &Count,
        settled: Vec<Settled>,
        effects: &mut Vec<Effect<P>>,
    ) {
        let Count { counted: Counted { usage, spend, .. }, measure } = *count;
        self.spend = self.spend.plus(Size { tokens: spend, measure });
        let (call, stop, meters) = (self.totals.calls, stop.clone(), self.meters());
        let notice = Notice::Counted { call, purpose, stop, usage, measure, meters, settled };
        effects.push(Effect::Notify { notice });
    }
}
