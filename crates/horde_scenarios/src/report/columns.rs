//! The columns of the tables.

use super::scenario_report::ScenarioReport;
use crate::metrics::Measures;

/// A column.
pub(super) struct Column {
    /// The lines of its heading.
    pub(super) heading: &'static [&'static str],
    /// The table of the page that has this column. The terminal shows all columns in one table.
    pub(super) topic: Topic,
    /// The text of the cell for a report.
    pub(super) cell: fn(&ScenarioReport) -> String,
}

/// The topic of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    /// The names of scenario and method.
    Name,
    /// Arrivals and contacts.
    Arrival,
    /// Quality of the motion.
    Motion,
    /// The verdicts.
    Verdict,
}

/// All columns, in the order of the terminal's table.
pub(super) const COLUMNS: &[Column] = &[
    column(&["scenario"], Topic::Name, |report| report.scenario.clone()),
    column(&["method"], Topic::Name, |report| report.method.clone()),
    column(&["agents"], Topic::Arrival, |report| {
        of(report, |measures| Some(measures.agents.to_string()))
    }),
    column(&["arrived"], Topic::Arrival, |report| {
        of(report, |measures| {
            (measures.arrivals.expected > 0).then(|| measures.arrivals.arrived.to_string())
        })
    }),
    column(&["mean", "s"], Topic::Arrival, |report| {
        number(report, 1, |measures| measures.arrivals.mean)
    }),
    column(&["last", "s"], Topic::Arrival, |report| {
        number(report, 1, |measures| measures.arrivals.last)
    }),
    column(&["x straight", "line"], Topic::Arrival, |report| {
        number(report, 2, |measures| measures.arrivals.mean_ratio)
    }),
    column(&["wall", "contacts"], Topic::Arrival, |report| {
        of(report, |measures| {
            Some(measures.wall_contacts.count.to_string())
        })
    }),
    column(&["overlap", "%"], Topic::Arrival, |report| {
        number(report, 3, |measures| {
            Some(measures.agent_contacts.deep_share * 100.0)
        })
    }),
    column(&["deepest", "mm"], Topic::Arrival, |report| {
        number(report, 1, |measures| {
            Some(measures.agent_contacts.deepest * 1000.0)
        })
    }),
    column(&["x shortest", "way, worst"], Topic::Arrival, |report| {
        number(report, 2, |measures| measures.arrivals.worst_way_ratio)
    }),
    column(&["stuck"], Topic::Arrival, |report| {
        of(report, |measures| Some(measures.waits.stuck.to_string()))
    }),
    column(&["wait", "s"], Topic::Arrival, |report| {
        number(report, 1, |measures| {
            (measures.arrivals.expected > 0).then_some(measures.waits.longest)
        })
    }),
    column(&["idle", "s"], Topic::Motion, |report| {
        number(report, 1, |measures| {
            (measures.arrivals.expected > 0).then_some(measures.idle)
        })
    }),
    column(&["turns about", "goal"], Topic::Motion, |report| {
        number(report, 2, |measures| {
            (measures.arrivals.expected > 0).then_some(measures.turns_about_goal)
        })
    }),
    column(&["trembles", "/min"], Topic::Motion, |report| {
        number(report, 1, |measures| Some(measures.trembling))
    }),
    column(&["turns back", "/min"], Topic::Motion, |report| {
        number(report, 2, |measures| {
            Some(measures.velocity_sign_changes.all)
        })
    }),
    column(&["to and fro", "/min"], Topic::Motion, |report| {
        number(report, 2, |measures| {
            Some(measures.velocity_sign_changes.repeated)
        })
    }),
    column(&["surges", "/min"], Topic::Motion, |report| {
        number(report, 1, |measures| {
            Some(measures.acceleration_sign_changes)
        })
    }),
    column(&["degrees", "/min"], Topic::Motion, |report| {
        number(report, 0, |measures| Some(measures.degrees_turned))
    }),
    column(&["energy", "x straight"], Topic::Motion, |report| {
        number(report, 2, |measures| measures.energy.ratio)
    }),
    column(&["jerk", "m/s^3"], Topic::Motion, |report| {
        number(report, 2, |measures| Some(measures.mean_jerk))
    }),
    column(&["polari-", "zation"], Topic::Motion, |report| {
        number(report, 2, |measures| {
            measures.flock.map(|flock| flock.polarization)
        })
    }),
    column(&["neighbor", "radii"], Topic::Motion, |report| {
        number(report, 1, |measures| {
            measures.flock.map(|flock| flock.nearest_neighbor)
        })
    }),
    column(&["rates", "%"], Topic::Verdict, |report| {
        spread(report.rate_spread)
    }),
    column(&["symm-", "etries %"], Topic::Verdict, |report| {
        spread(report.symmetry_spread)
    }),
    column(&["met"], Topic::Verdict, |report| {
        let unmet = report.verdicts.iter().filter(|verdict| !verdict.is_met);
        match (report.failures(), unmet.count()) {
            (0, 0) => "yes".into(),
            (0, known) => format!("not yet ({known})"),
            (failures, _) => format!("NO ({failures})"),
        }
    }),
];

const fn column(
    heading: &'static [&'static str],
    topic: Topic,
    cell: fn(&ScenarioReport) -> String,
) -> Column {
    Column {
        heading,
        topic,
        cell,
    }
}

/// The text of an empty cell.
const NOTHING: &str = "-";

fn of(report: &ScenarioReport, text: impl Fn(&Measures) -> Option<String>) -> String {
    report
        .standard_run()
        .and_then(|run| text(&run.measures))
        .unwrap_or_else(|| NOTHING.into())
}

fn number(
    report: &ScenarioReport,
    digits: usize,
    number: impl Fn(&Measures) -> Option<f64>,
) -> String {
    of(report, |measures| {
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
