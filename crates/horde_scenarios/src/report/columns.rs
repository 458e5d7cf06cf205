//! The columns of the tables: what each is called, and what stands in it.

use super::account::Account;
use crate::metrics::Measures;

/// A column.
pub(super) struct Column {
    /// Its heading, in lines.
    pub(super) heading: &'static [&'static str],
    /// Which of the two tables of the page it is in; the terminal shows all in one.
    pub(super) topic: Topic,
    /// What stands in the row of an account.
    pub(super) cell: fn(&Account) -> String,
}

/// What a column is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    /// Who it is: in both tables.
    Name,
    /// Whether they get there, and whole.
    Arrival,
    /// How it looks.
    Manner,
    /// The verdict.
    Verdict,
}

/// All columns, in the order of the table in the terminal.
pub(super) const COLUMNS: &[Column] = &[
    column(&["scenario"], Topic::Name, |account| {
        account.scenario.clone()
    }),
    column(&["model"], Topic::Name, |account| account.model.clone()),
    column(&["agents"], Topic::Arrival, |account| {
        of(account, |measures| Some(measures.agents.to_string()))
    }),
    column(&["arrived"], Topic::Arrival, |account| {
        of(account, |measures| {
            (measures.arrivals.expected > 0).then(|| measures.arrivals.arrived.to_string())
        })
    }),
    column(&["mean", "s"], Topic::Arrival, |account| {
        number(account, 1, |measures| measures.arrivals.mean)
    }),
    column(&["last", "s"], Topic::Arrival, |account| {
        number(account, 1, |measures| measures.arrivals.last)
    }),
    column(&["x straight", "line"], Topic::Arrival, |account| {
        number(account, 2, |measures| measures.arrivals.mean_ratio)
    }),
    column(&["wall", "contacts"], Topic::Arrival, |account| {
        of(account, |measures| {
            Some(measures.wall_contacts.count.to_string())
        })
    }),
    column(&["overlap", "%"], Topic::Arrival, |account| {
        number(account, 3, |measures| {
            Some(measures.agent_contacts.deep_share * 100.0)
        })
    }),
    column(&["deepest", "mm"], Topic::Arrival, |account| {
        number(account, 1, |measures| {
            Some(measures.agent_contacts.deepest * 1000.0)
        })
    }),
    column(&["stuck"], Topic::Arrival, |account| {
        of(account, |measures| Some(measures.waits.stuck.to_string()))
    }),
    column(&["turns back", "/min"], Topic::Manner, |account| {
        number(account, 2, |measures| {
            Some(measures.velocity_sign_changes.all)
        })
    }),
    column(&["to and fro", "/min"], Topic::Manner, |account| {
        number(account, 2, |measures| {
            Some(measures.velocity_sign_changes.repeated)
        })
    }),
    column(&["surges", "/min"], Topic::Manner, |account| {
        number(account, 1, |measures| {
            Some(measures.acceleration_sign_changes)
        })
    }),
    column(&["degrees", "/min"], Topic::Manner, |account| {
        number(account, 0, |measures| Some(measures.degrees_turned))
    }),
    column(&["energy", "x straight"], Topic::Manner, |account| {
        number(account, 2, |measures| measures.energy.ratio)
    }),
    column(&["jerk", "m/s^3"], Topic::Manner, |account| {
        number(account, 2, |measures| Some(measures.mean_jerk))
    }),
    column(&["polari-", "sation"], Topic::Manner, |account| {
        number(account, 2, |measures| {
            measures.flock.map(|flock| flock.polarisation)
        })
    }),
    column(&["neighbour", "radii"], Topic::Manner, |account| {
        number(account, 1, |measures| {
            measures.flock.map(|flock| flock.nearest_neighbour)
        })
    }),
    column(&["rates", "%"], Topic::Verdict, |account| {
        spread(account.rate_spread)
    }),
    column(&["poses", "%"], Topic::Verdict, |account| {
        spread(account.pose_spread)
    }),
    column(&["met"], Topic::Verdict, |account| {
        match account.failures() {
            0 => "yes".into(),
            failures => format!("NO ({failures})"),
        }
    }),
];

const fn column(
    heading: &'static [&'static str],
    topic: Topic,
    cell: fn(&Account) -> String,
) -> Column {
    Column {
        heading,
        topic,
        cell,
    }
}

/// Stands where there is nothing to say.
const NOTHING: &str = "-";

fn of(account: &Account, text: impl Fn(&Measures) -> Option<String>) -> String {
    account
        .standard_run()
        .and_then(|run| text(&run.measures))
        .unwrap_or_else(|| NOTHING.into())
}

fn number(account: &Account, digits: usize, number: impl Fn(&Measures) -> Option<f64>) -> String {
    of(account, |measures| {
        number(measures).map(|number| format!("{number:.digits$}"))
    })
}

fn spread(spread: Option<f64>) -> String {
    match spread {
        None => NOTHING.into(),
        Some(spread) if spread.is_infinite() => "differ".into(),
        Some(spread) => format!("{:.2}", spread * 100.0),
    }
}
