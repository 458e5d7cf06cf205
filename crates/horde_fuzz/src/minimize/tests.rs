use super::*;
use crate::act::{Part, Place, Stage};
use crate::judge::{Check, Flaw};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// An artificial bug: it needs a fast agent with the number 3, a disabled thing, and then five
/// ticks.
fn planted(script: &Script) -> Vec<Failure> {
    let (mut has_agent, mut has_hidden, mut ticks) = (false, false, 0);
    for (number, act) in script.acts.iter().enumerate() {
        match act {
            Act::Spawn {
                thing: 3, parts, ..
            } => {
                has_agent |= parts.iter().any(
                    |part| matches!(part, Part::SteeringAgent(agent) if agent.max_speed > 20.0),
                );
            }
            Act::Hide(_) => has_hidden = has_agent,
            Act::Tick(count) if has_hidden => ticks += count,
            _ => {}
        }
        if ticks >= 5 {
            let flaw = Flaw::new(Check::Lost, "planted".into());
            return vec![Failure {
                flaw,
                comparison: None,
                thing: None,
                act: number,
                tick: 0,
            }];
        }
    }
    vec![]
}

fn agent(thing: u32, max_speed: f32) -> Act {
    Act::Spawn {
        thing,
        place: Place::at(12.345, -6.789),
        parts: vec![
            Part::AgentId(AgentId(9)),
            Part::SteeringAgent(SteeringAgent::new(0.456, max_speed)),
            Part::Wander(Wander::default()),
        ],
    }
}

#[test]
fn an_artificial_bug_is_minimized() {
    let mut acts = vec![];
    for thing in 0..7 {
        acts.push(agent(thing, 31.4159));
        acts.push(Act::Tick(3));
        acts.push(Act::Hide(thing));
        acts.push(Act::Shift { thing, by: Vec2::X });
    }
    acts.push(Act::Tick(40));
    let script = Script {
        stage: Stage::default(),
        acts,
    };
    let failure = planted(&script).remove(0);
    let mut minimizer = Minimizer::new(planted, Duration::from_secs(60));
    let (script, failure) = minimizer.minimize(script, failure);
    assert_eq!(failure.flaw.check, Check::Lost);
    let [
        Act::Spawn {
            thing: 3,
            place,
            parts,
        },
        Act::Hide(_),
        Act::Tick(5),
    ] = &script.acts[..]
    else {
        panic!("{script:?}");
    };
    assert_eq!(place.at, Vec2::ZERO);
    let [Part::SteeringAgent(agent)] = &parts[..] else {
        panic!("{parts:?}");
    };
    assert_eq!((agent.max_speed, agent.body_radius), (30.0, 0.0));
}

#[test]
fn another_failure_is_not_taken_for_the_same() {
    // A script of fewer than three acts fails in another way.
    let fails = |script: &Script| {
        let check = match script.acts.len() {
            3.. => Check::Lost,
            _ => Check::Panic,
        };
        vec![Failure {
            flaw: Flaw::new(check, String::new()),
            comparison: None,
            thing: None,
            act: 9,
            tick: 0,
        }]
    };
    let script = Script {
        stage: Stage::default(),
        acts: vec![Act::Hide(0), Act::Show(0), Act::Hide(1), Act::Show(1)],
    };
    let failure = fails(&script).remove(0);
    let (script, _) = Minimizer::new(fails, Duration::from_secs(60)).minimize(script, failure);
    assert_eq!(script.acts.len(), 3);
}

#[test]
fn minimizing_stops_at_the_time_limit() {
    let fails = |script: &Script| planted(script);
    let script = Script {
        stage: Stage::default(),
        acts: vec![agent(3, 30.0), Act::Hide(1), Act::Tick(50)],
    };
    let failure = planted(&script).remove(0);
    let mut minimizer = Minimizer::new(fails, Duration::ZERO);
    let (same, _) = minimizer.minimize(script.clone(), failure);
    assert_eq!((same, minimizer.tried), (script, 0));
}

#[test]
fn any_number_of_ticks_becomes_one() {
    let fails = |script: &Script| {
        let flaw = Flaw::new(Check::Lost, "planted".into());
        let ticks = |act: &Act| matches!(act, Act::Tick(1..));
        let failure = |act| Failure {
            flaw: flaw.clone(),
            comparison: None,
            thing: None,
            act,
            tick: 0,
        };
        script
            .acts
            .iter()
            .position(ticks)
            .map(failure)
            .into_iter()
            .collect::<Vec<_>>()
    };
    for count in 1..40 {
        let script = Script {
            stage: Stage::default(),
            acts: vec![Act::Tick(count)],
        };
        let failure = fails(&script).remove(0);
        let (script, _) = Minimizer::new(fails, Duration::from_secs(60)).minimize(script, failure);
        assert!(matches!(script.acts[..], [Act::Tick(1)]), "{count} ticks");
    }
}
