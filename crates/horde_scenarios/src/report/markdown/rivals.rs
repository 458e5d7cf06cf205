//! The comparison with other methods: a table per method, with a column of the plugin and one of
//! the method for each measure.

use super::{escape, rows};
use crate::metrics::Measures;
use crate::report::ScenarioReport;
use crate::requirements::MAX_DEEP_SHARE;

/// A measure in the tables.
struct Compared {
    heading: &'static str,
    cell: fn(&Measures) -> String,
    /// A number that is smaller in the better run; `None` without a result.
    cost: fn(&Measures) -> Option<f64>,
    /// Whether the number is a count. A number that is no count is better only if it is lower by
    /// more than 1 %, and at least as many agents arrive.
    is_count: bool,
}

const COMPARED: [Compared; 6] = [
    Compared {
        heading: "arrived",
        cell: |measures| match measures.arrivals.expected {
            0 => "-".into(),
            expected => format!("{} of {expected}", measures.arrivals.arrived),
        },
        cost: |measures| Some(missing(measures) as f64),
        is_count: true,
    },
    Compared {
        heading: "mean s",
        cell: |measures| seconds(measures.arrivals.mean),
        cost: |measures| measures.arrivals.mean,
        is_count: false,
    },
    Compared {
        heading: "last s",
        cell: |measures| seconds(measures.arrivals.last),
        cost: |measures| measures.arrivals.last,
        is_count: false,
    },
    Compared {
        heading: "wall contacts",
        cell: |measures| measures.wall_contacts.count.to_string(),
        cost: |measures| Some(measures.wall_contacts.count as f64),
        is_count: true,
    },
    Compared {
        heading: "overlap %",
        cell: |measures| format!("{:.3}", measures.agent_contacts.deep_share * 100.0),
        cost: |measures| Some(measures.agent_contacts.deep_share),
        is_count: false,
    },
    Compared {
        heading: "to and fro /min",
        cell: |measures| format!("{:.2}", measures.velocity_sign_changes.repeated),
        cost: |measures| Some(measures.velocity_sign_changes.repeated),
        is_count: false,
    },
];

fn seconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.1}"))
}

/// The number of agents that did not arrive.
fn missing(measures: &Measures) -> usize {
    let arrivals = &measures.arrivals;
    arrivals.expected.saturating_sub(arrivals.arrived)
}

impl Compared {
    /// Whether the rival's number is better than the plugin's. Numbers that print alike are equal.
    fn is_better(&self, own: &Measures, rival: &Measures) -> bool {
        let (Some(own_cost), Some(rival_cost)) = ((self.cost)(own), (self.cost)(rival)) else {
            return false;
        };
        match self.is_count {
            true => rival_cost < own_cost,
            false => {
                missing(rival) <= missing(own)
                    && rival_cost < 0.99 * own_cost
                    && (self.cell)(rival) != (self.cell)(own)
            }
        }
    }
}

/// Whether the rival has more wall contacts than the plugin, or more overlap than both the plugin
/// and the limit.
fn goes_through(own: &Measures, rival: &Measures) -> bool {
    let overlap = own.agent_contacts.deep_share.max(MAX_DEEP_SHARE);
    rival.wall_contacts.count > own.wall_contacts.count || rival.agent_contacts.deep_share > overlap
}

/// A scenario walked by the plugin and by a rival.
struct Pair<'a> {
    scenario: &'a str,
    own: Option<&'a Measures>,
    rival: Option<&'a Measures>,
}

/// The section of the page; empty without rivals. Each rival's report stands beside the plugin's.
pub(super) fn rivals(reports: &[ScenarioReport]) -> String {
    let mut names: Vec<(&str, &str)> = Vec::new();
    for report in reports {
        if let Some(settings) = &report.rival_settings
            && !names.iter().any(|(name, _)| *name == report.method)
        {
            names.push((&report.method, settings));
        }
    }
    let mut section = String::new();
    for (name, settings) in names {
        let pairs = pairs(reports, name);
        section += &format!(
            "\n## Compared with {name}\n\nThe first column of each pair is the plugin's, the \
             second that of {name}: {settings}. Its bodies move exactly by its velocities: \
             nothing else keeps them out of walls or of each other, or limits their \
             acceleration. No path, field or formation guides its agents: they head for their goals, \
             also where the plugin's are guided.\n\n{}\n### Where {name} is better\n\n{}",
            table(&pairs, name),
            where_better(&pairs, name),
        );
    }
    section
}

/// All scenarios that a rival has walked.
fn pairs<'a>(reports: &'a [ScenarioReport], name: &str) -> Vec<Pair<'a>> {
    let measures = |report: &'a ScenarioReport| report.standard_run().map(|run| &run.measures);
    let of_rival = reports.iter().filter(|report| report.method == name);
    let pair = |rival: &'a ScenarioReport| Pair {
        scenario: &rival.scenario,
        own: reports
            .iter()
            .find(|own| own.scenario == rival.scenario && own.rival_settings.is_none())
            .and_then(measures),
        rival: measures(rival),
    };
    of_rival.map(pair).collect()
}

fn table(pairs: &[Pair<'_>], name: &str) -> String {
    let mut header = vec!["scenario".to_owned()];
    for compared in &COMPARED {
        header.extend([compared.heading.to_owned(), name.to_owned()]);
    }
    let mut lines = vec![header];
    for pair in pairs {
        let cell = |measures: Option<&Measures>, cell: fn(&Measures) -> String| {
            measures.map_or_else(|| "-".into(), cell)
        };
        let mut line = vec![escape(pair.scenario)];
        for compared in &COMPARED {
            line.extend([
                cell(pair.own, compared.cell),
                cell(pair.rival, compared.cell),
            ]);
        }
        lines.push(line);
    }
    rows(&lines, 1)
}

/// Lists the scenarios in which the rival has the better number, for each measure.
fn where_better(pairs: &[Pair<'_>], name: &str) -> String {
    let walked_by_both = pairs
        .iter()
        .filter_map(|pair| Some((pair.scenario, pair.own?, pair.rival?)));
    let (left_out, counted): (Vec<_>, Vec<_>) =
        walked_by_both.partition(|(_, own, rival)| goes_through(own, rival));
    let names = |names: Vec<String>| match names.is_empty() {
        true => "none".to_owned(),
        false => format!("{}: {}", names.len(), names.join(", ")),
    };
    let mut text = format!(
        "First is the number of the plugin, then that of {name}. Times, overlap and motion to and \
         fro differ by more than 1 %, and count where at least as many agents arrive. Of {} \
         scenarios {} count. In those left out, {name} has more wall contacts than the plugin, or \
         more overlap than the plugin and than {} %.\n\n",
        left_out.len() + counted.len(),
        counted.len(),
        MAX_DEEP_SHARE * 100.0,
    );
    for compared in &COMPARED {
        let cell = compared.cell;
        let better = counted
            .iter()
            .filter(|(_, own, rival)| compared.is_better(own, rival))
            .map(|(scenario, own, rival)| {
                format!("{} ({}, {})", escape(scenario), cell(own), cell(rival))
            });
        text += &format!("- **{}**: {}.\n", compared.heading, names(better.collect()));
    }
    let left_out = left_out.iter().map(|(scenario, ..)| escape(scenario));
    text + &format!("- **left out**: {}.\n", names(left_out.collect()))
}
