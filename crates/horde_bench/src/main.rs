//! What a tick of bevy_horde costs, against the bar that it is held to.

mod crowd;

use clap::Parser;
use crowd::{Crowd, Duty, MeasuredApp};
use std::time::Instant;

/// Measures a crowd.
#[derive(Parser)]
struct Options {
    /// What the agents do.
    #[arg(long, default_value = "flock")]
    duty: Duty,
    /// How many there are.
    #[arg(long, default_value_t = 100_000)]
    agents: usize,
    /// Mean number of others in view range.
    #[arg(long, default_value_t = 8.0)]
    neighbors: f32,
    /// How many of them count at most.
    #[arg(long, default_value_t = 64)]
    most: u32,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Ticks to measure.
    #[arg(long, default_value_t = 20)]
    ticks: usize,
}

fn main() {
    let options = Options::parse();
    let crowd = Crowd {
        duty: options.duty,
        agents: options.agents,
        neighbors: options.neighbors,
        most_neighbors: options.most,
    };
    let mut app = MeasuredApp::new(&crowd, options.threads);
    for _ in 0..5 {
        app.tick();
    }
    let mut times: Vec<f64> = (0..options.ticks)
        .map(|_| {
            let start = Instant::now();
            app.tick();
            start.elapsed().as_secs_f64() * 1e9 / options.agents as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{:?} {} ns/agent (best {})",
        options.duty,
        times[times.len() / 2],
        times[0]
    );
}
