//! The comparison with other methods: a table per method, with a column of the plugin and one of
//! the method for each measure.

use super::{escape, rows};
use crate::metrics::Measures;
use crate::report::ScenarioReport;

/// A measure in the tables.
struct Compared {
    heading: &'static str,
    cell: fn(&Measures) -> String,
}

const COMPARED: [Compared; 6] = [
    Compared {
        heading: "arrived",
        cell: |measures| match measures.arrivals.expected {
            0 => "-".into(),
            expected => format!("{} of {expected}", measures.arrivals.arrived),
        },
    },
    Compared {
        heading: "mean s",
        cell: |measures| seconds(measures.arrivals.mean),
    },
    Compared {
        heading: "last s",
        cell: |measures| seconds(measures.arrivals.last),
    },
    Compared {
        heading: "wall contacts",
        cell: |measures| measures.wall_contacts.count.to_string(),
    },
    Compared {
        heading: "overlap %",
        cell: |measures| format!("{:.3}", measures.agent_contacts.deep_share * 100.0),
    },
    Compared {
        heading: "to and fro /min",
        cell: |measures| format!("{:.2}", measures.velocity_sign_changes.repeated),
    },
];

fn seconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.1}"))
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
        section += &format!(
            "\n## Compared with {name}\n\nThe first column of each pair is the plugin's, the \
             second that of {name}: {settings}. Its bodies move exactly by its velocities: \
             nothing else keeps them out of walls or of each other, or limits their \
             acceleration.\n\n{}",
            table(reports, name)
        );
    }
    section
}

fn table(reports: &[ScenarioReport], name: &str) -> String {
    let mut header = vec!["scenario".to_owned()];
    for compared in &COMPARED {
        header.extend([compared.heading.to_owned(), name.to_owned()]);
    }
    let mut lines = vec![header];
    for report in reports.iter().filter(|report| report.method == name) {
        let own = reports
            .iter()
            .find(|own| own.scenario == report.scenario && own.rival_settings.is_none());
        let cell = |report: Option<&ScenarioReport>, cell: fn(&Measures) -> String| {
            let run = report.and_then(ScenarioReport::standard_run);
            run.map_or_else(|| "-".into(), |run| cell(&run.measures))
        };
        let mut line = vec![escape(&report.scenario)];
        for compared in &COMPARED {
            line.extend([cell(own, compared.cell), cell(Some(report), compared.cell)]);
        }
        lines.push(line);
    }
    rows(&lines, 1)
}
