//! Trajectories as CSV: time, agent, x, y, vx, vy.

use crate::frame::Frame;
use std::io::{self, Write};

/// Writes a row for each present agent and frame: seconds, number, meters, and meters per second.
pub struct Trajectories<Output: Write> {
    rows: csv::Writer<Output>,
}

impl<Output: Write> Trajectories<Output> {
    /// Writes the header.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn new(output: Output) -> io::Result<Self> {
        let mut rows = csv::Writer::from_writer(output);
        rows.write_record(["time", "agent", "x", "y", "vx", "vy"])?;
        Ok(Self { rows })
    }

    /// Writes a frame.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn write(&mut self, frame: &Frame) -> io::Result<()> {
        let time = format!("{:.6}", frame.time);
        for (number, sample) in frame
            .agents
            .iter()
            .enumerate()
            .filter(|(_, sample)| sample.is_present)
        {
            let (position, velocity) = (sample.position, sample.velocity);
            self.rows.serialize((
                &time, number, position.x, position.y, velocity.x, velocity.y,
            ))?;
        }
        Ok(())
    }

    /// Flushes and returns the output.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn finish(self) -> io::Result<Output> {
        self.rows.into_inner().map_err(|error| error.into_error())
    }
}

#[cfg(test)]
mod tests {
    use super::Trajectories;
    use crate::frame::{Frame, Sample};
    use bevy::math::vec2;

    #[test]
    fn every_present_agent_has_a_row() {
        let here = Sample {
            position: vec2(1.5, -2.0),
            velocity: vec2(0.25, 0.0),
            is_present: true,
            ..Sample::default()
        };
        let mut text = Vec::new();
        let mut trajectories = Trajectories::new(&mut text).unwrap();
        let frame = Frame {
            time: 1.0 / 60.0,
            tick: 1.0 / 60.0,
            agents: &[Sample::default(), here],
        };
        trajectories.write(&frame).unwrap();
        trajectories.finish().unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "time,agent,x,y,vx,vy\n0.016667,1,1.5,-2.0,0.25,0.0\n"
        );
    }

    #[test]
    fn a_full_disk_is_an_error() {
        struct Full;
        impl std::io::Write for Full {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        assert!(
            Trajectories::new(Full)
                .and_then(Trajectories::finish)
                .is_err()
        );
    }
}
