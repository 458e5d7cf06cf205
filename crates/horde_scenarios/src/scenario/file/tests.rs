use super::*;

const LEGAL: &str = r#"(
    title: "Two",
    about: "Two agents pass.",
    groups: [
        (start: Points([(0, 0), (0, 3)]), moves: Walks([Offset((5, 0))]), radius: 0.3, speed: 1.3),
        (start: Points([(9, 9)]), moves: Stands, radius: 0.3, speed: (1.0, 2.0), mass: 80),
    ],
    obstacles: [Circle(center: (5, 20), radius: 1)],
    ends: AllArrived(within: 60),
)"#;

/// The error of the legal scenario after a replacement.
fn error(from: &str, to: &str) -> String {
    assert!(LEGAL.contains(from), "{from}");
    assert!(parse(LEGAL).is_ok(), "{:?}", parse(LEGAL));
    let error = parse(&LEGAL.replacen(from, to, 1)).expect_err("not legal");
    error.message("")
}

#[test]
fn numbers_out_of_range_are_named() {
    let cases = [
        ("radius: 0.3", "radius: -0.3", "groups[0].radius is -0.3"),
        ("speed: 1.3", "speed: -1", "groups[0].speed is -1"),
        (
            "speed: 1.3",
            "speed: inf",
            "groups[0].speed is inf, and must be at most 10000000",
        ),
        (
            "Offset((5, 0))",
            "Point((2e7, 0))",
            "groups[0].moves: Walks[0]: the goal has a coordinate that is not a finite number of \
             at most 10000000",
        ),
        (
            "(5, 20)",
            "(inf, 20)",
            "obstacles[0].outline has a coordinate that is not a finite number of at most 10000000",
        ),
        (
            "[(9, 9)]",
            "[(9, -2e7)]",
            "groups[1].start: agent 2, at [9, -20000000], has a coordinate that is not a finite \
             number of at most 10000000",
        ),
        (
            "(1.0, 2.0)",
            "(2.0, 1.0)",
            "groups[1].speed must have the smallest first",
        ),
        ("mass: 80", "mass: 0", "groups[1].mass is 0"),
        (
            "radius: 1)",
            "radius: 0)",
            "obstacles[0].radius is 0, and must be above 0",
        ),
        ("within: 60", "within: 0", "ends is 0, and must be above 0"),
        (
            "within: 60)",
            "within: 60), requires: (done_within: -1)",
            "requires.done_within is -1",
        ),
        ("[Offset((5, 0))]", "[]", "groups[0].moves: Walks is empty"),
        (
            "Points([(9, 9)])",
            "Points([])",
            "groups[1].start: the number of Points is 0",
        ),
        (
            "Offset((5, 0))",
            "Gate(from: (1, 1), to: (1, 1)), Start",
            "groups[0].moves: Walks[0]: from and to",
        ),
        (
            "speed: 1.3",
            "speed: Each([1.3])",
            "groups[0].speed: Each has 1 numbers, and must have one for each of the 2 agents",
        ),
        (
            "radius: 0.3",
            "radius: Each([0.3, 0])",
            "groups[0].radius: Each[1] is 0, and must be above 0",
        ),
        (
            "mass: 80",
            "max_force: 0",
            "groups[1].max_force is 0, and must be above 0",
        ),
        (
            "mass: 80",
            "avoid_agents: (margin: Radii(-1))",
            "groups[1].avoid_agents.margin is -1, and must be 0 or more",
        ),
        (
            "mass: 80",
            "avoid_obstacles: (look_ahead: -1)",
            "groups[1].avoid_obstacles.look_ahead is -1, and must be 0 or more",
        ),
        (
            "mass: 80",
            "guide: Field(to: (20, 0), cell: 0)",
            "groups[1].guide: Field.cell is 0, and must be above 0",
        ),
        (
            "mass: 80",
            "guide: Field(to: (1, 0), cell: 1)",
            "groups[1].guide leads walkers only; legal is with moves: Walks",
        ),
        (
            "mass: 80",
            "guide: Path(points: [(0, 0)])",
            "groups[1].guide: Path: path must have at least 2 different corners",
        ),
        (
            "mass: 80",
            "guide: Formation(shape: Box, points: [(0, 0)])",
            "groups[1].guide: Formation: path must have at least 2 different corners",
        ),
        (
            "mass: 80",
            "guide: Formation(shape: Slots([(-1, 0)]), points: [(0, 0), (9, 0)])",
            "groups[1].guide: Formation.shape is Slots; legal are the other shapes",
        ),
        (
            "mass: 80",
            "emits: (every: 0, count: 3)",
            "groups[1].emits.every is 0, and must be above 0",
        ),
        (
            "Offset((5, 0))",
            "Area(Segment(from: (1, 1), to: (2, 2)))",
            "groups[0].moves: Walks[0]: Area must be a Circle, Rectangle, Polygon or Capsule",
        ),
        (
            "Offset((5, 0))",
            "Area(Circle(center: (1, 1), radius: 0))",
            "groups[0].moves: Walks[0]: Area: radius is 0",
        ),
        (
            "ends:",
            "doors: [(shape: Circle(center: (5, 30), radius: 1), from: 5, until: 4)], ends:",
            "doors[0].until is 4, and must be above from, 5",
        ),
        (
            "within: 60)",
            "within: 60), requires: (none_arrive: true)",
            "requires.none_arrive contradicts all_arrive",
        ),
        (
            "within: 60)",
            "within: 60), requires: (final_speed: 0.1)",
            "requires.final_speed needs the end After(seconds)",
        ),
        (
            "within: 60)",
            "within: 60), requires: (done_within: 50, not_yet: [done_within, way_ratio])",
            "requires.not_yet lists way_ratio, which requires does not set",
        ),
        (
            "Stands",
            "Hunts(target: \"fox\")",
            "groups[1].moves: Hunts: target \"fox\"",
        ),
    ];
    for (from, to, expected) in cases {
        let error = error(from, to);
        assert!(error.starts_with(&format!(": {expected}")), "{error}");
    }
}

#[test]
fn sizes_have_limits_that_are_named_before_anything_is_laid_out() {
    let far = "Points([(9, 9)])";
    let cases = [
        (
            far,
            "Ring(center: (9, 9), radius: 1, count: 1000000000)",
            "groups[1].start: count is 1000000000, and must be at most 20000",
        ),
        (
            far,
            "Rectangle(corner: (0, 0), size: (9, 9), count: 18446744073709551615)",
            "groups[1].start: count is 18446744073709551615, and must be at most 20000",
        ),
        (
            far,
            "AlongPath(path: [(0, 0), (9, 9)], within: 1, count: 20001)",
            "groups[1].start: count is 20001, and must be at most 20000",
        ),
        (
            far,
            "Grid(corner: (0, 0), columns: 4294967295, rows: 1, step: (1, 1))",
            "groups[1].start: columns is 4294967295, and must be at most 20000",
        ),
        (
            far,
            "Grid(corner: (0, 0), columns: 1, rows: 4294967295, step: (1, 1))",
            "groups[1].start: rows is 4294967295, and must be at most 20000",
        ),
        (
            far,
            "Grid(corner: (0, 0), columns: 2000, rows: 2000, step: (1, 1))",
            "groups[1].start: columns times rows is 4000000, and must be at most 20000",
        ),
        (
            far,
            "Grid(corner: (9, 9), columns: 19999, rows: 1, step: (1, 1))",
            "groups have 20001 agents in all, and must have at most 20000",
        ),
        (
            "AllArrived(within: 60)",
            "After(1e9)",
            "ends is 1000000000, and must be at most 86400",
        ),
        (
            "within: 60",
            "within: 86401",
            "ends is 86401, and must be at most 86400",
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(error(from, to), format!(": {expected}"));
    }
}

#[test]
fn totals_have_limits() {
    let many = "start: Grid(corner: (9, 9), columns: 1000, rows: 1, step: (1, 1)), moves: ";
    let positions = "(0, 0), (1, 1), ".repeat(501);
    let circulates = format!("{many}Circulates(path: [{positions}], within: 1)");
    assert_eq!(
        error("start: Points([(9, 9)]), moves: Stands", &circulates),
        ": groups[1].moves: 1000 agents times 1002 waypoints is 1002000, and must be at most 1000000"
    );
    let text = LEGAL.replace("within: 60", "within: 10000");
    let text = text.replace("start: Points([(9, 9)]), moves: ", many);
    assert_eq!(
        parse(&text).expect_err("too long").message(""),
        ": ends: 1002 agents times 10000 seconds is 10020000, and must be at most 10000000"
    );
    let corners = "(0, 0), (1, 1), ".repeat(5001);
    assert_eq!(
        error(
            "Circle(center: (5, 20), radius: 1)",
            &format!("Polyline(points: [{corners}])")
        ),
        ": obstacles[0].points has 10002 points, and must have at most 10000"
    );
    let circles = "Circle(center: (5, 20), radius: 1), ".repeat(10_001);
    assert_eq!(
        error("Circle(center: (5, 20), radius: 1)", &circles),
        ": obstacles and doors are 10001 in all, and must be at most 10000"
    );
}

#[test]
fn overlapping_starts_are_named() {
    assert_eq!(
        error("(0, 3)", "(0, 0.5)"),
        ": groups[0].start: agent 1, at [0, 0.5], overlaps agent 0; starts must be the sum of the radii apart"
    );
    assert_eq!(
        error("(9, 9)", "(5, 18.8)"),
        ": groups[1].start: agent 2, at [5, 18.8], overlaps obstacles[0]; starts must be a radius away from obstacles"
    );
}

#[test]
fn a_missing_field_is_named_and_no_other() {
    for (field, text) in [
        ("title", "    title: \"Two\",\n"),
        ("radius", "radius: 0.3, "),
        ("ends", "    ends: AllArrived(within: 60),\n"),
    ] {
        let error = error(text, "");
        let expected = format!("missing field named `{field}`");
        assert!(
            error.contains(&expected) && !error.contains("field `"),
            "{error}"
        );
    }
}

#[test]
fn a_goal_in_an_obstacle_needs_a_requirement() {
    let wall = LEGAL.replace("ends: AllArrived(within: 60)", "ends: After(60)");
    let wall = wall.replace("Offset((5, 0))", "Points([(5, 0), (5, 18.97)])");
    assert_eq!(
        parse(&wall).expect_err("it is 0.03 m from it").message(""),
        ": groups[0].moves: Walks[0]: the goal of agent 1, at [5, 18.97], is in obstacles[0] or \
         beside it; the body must have room within arrival.within, 0.25, of it, or the scenario \
         must require none_arrive"
    );
    // The body keeps a gap of a thousandth of its radius, so it comes to within 0.2501 m of the
    // goal.
    assert!(parse(&wall.replace("18.97", "18.9498")).is_err());
    // The body comes to within 0.2 m.
    assert!(parse(&wall.replace("18.97", "18.9")).is_ok());
    let away = wall.replace("ends: ", "requires: (none_arrive: true), ends: ");
    assert!(parse(&away).is_ok());
}

#[test]
fn no_agent_stays_in_a_gate() {
    let gate = "Gate(from: (1, 1), to: (1, 3))";
    assert_eq!(
        error("Offset((5, 0))", gate),
        ": groups[0].moves: the last goal of Walks is a Gate, and arrival.then is Stay; legal is \
         Leave"
    );
    let text = LEGAL.replace("Offset((5, 0))", gate);
    let leave = text.replace("ends: ", "arrival: (then: Leave), ends: ");
    assert!(parse(&leave).is_ok());
}

#[test]
fn a_start_in_a_door_is_named() {
    let door = "doors: [(shape: Circle(center: (0, 0), radius: 1), until: 4)], ends:";
    assert!(error("ends:", door).contains("agent 0, at [0, 0], overlaps doors[0]"));
    let later = door.replace("until", "from");
    assert!(parse(&LEGAL.replacen("ends:", &later, 1)).is_ok());
}

#[test]
fn broken_text_names_the_line_and_the_field() {
    let unknown = error("radius: 0.3", "raduis: 0.3");
    assert!(
        unknown.starts_with(", line 5: ") && unknown.contains("`raduis`"),
        "{unknown}"
    );
    let wrong_kind = error("radius: 0.3", "radius: \"wide\"");
    assert!(
        wrong_kind.starts_with(", line 5: field `radius`: "),
        "{wrong_kind}"
    );
    let no_speed = error("speed: 1.3", "speed: \"fast\"");
    assert!(
        no_speed.contains("a number, or (smallest, largest), or Each([one for each agent])"),
        "{no_speed}"
    );
    let no_shape = error("Circle(", "Cirle(");
    assert!(
        no_shape.starts_with(", line 8: ") && no_shape.contains("`Capsule`"),
        "{no_shape}"
    );
}

#[test]
fn the_settings_that_the_documentation_names_are_legal() {
    let additions = [
        (
            "mass: 80",
            "avoid_agents: (braking_time: 0, margin: Radii(0.5), range: World(6), horizon: 3)",
        ),
        (
            "mass: 80",
            "avoid_obstacles: (sight: World(40), margin: Radii(0.1))",
        ),
        (
            "mass: 80",
            "max_force: 100, emits: (every: 2, count: 30, after: 5)",
        ),
        (
            "radius: 0.3",
            "radius: 0.3, guide: Path(points: [(0, 0), (20, 0), (20, 9)], width: 4)",
        ),
        (
            "radius: 0.3",
            "radius: 0.3, guide: Field(to: (20, 0), cell: 0.25)",
        ),
        (
            "radius: 0.3",
            "radius: 0.3, guide: Formation(shape: Column(files: 2), points: [(0, 0), (20, 0)])",
        ),
        ("radius: 0.3", "radius: (0.2, 0.4)"),
        ("speed: 1.3", "speed: Each([1.3, 1.5])"),
        (
            "Offset((5, 0))",
            "Area(Polygon(points: [(5, 0), (9, 0), (7, 4)]))",
        ),
        (
            "ends:",
            "doors: [(shape: Segment(from: (5, -1), to: (5, 1)), from: 5, until: 20)], ends:",
        ),
        (
            "within: 60)",
            "within: 60), requires: (ends_near: [(group: 0, point: (5, 0), within: 2)])",
        ),
        (
            "within: 60)",
            "within: 60), requires: (not_crossed: [(from: (1, 9), to: (2, 9))], not_yet: [walls])",
        ),
    ];
    for (from, to) in additions {
        assert!(LEGAL.contains(from), "{from}");
        let read = parse(&LEGAL.replacen(from, to, 1));
        assert!(read.is_ok(), "{to}: {read:?}");
    }
}

#[test]
fn a_scenario_that_waits_for_no_agent_is_invalid() {
    let error = error("moves: Walks([Offset((5, 0))])", "moves: Stands");
    assert!(
        error.contains("ends is AllArrived, and no group walks"),
        "{error}"
    );
}

#[test]
fn a_missing_file_is_named() {
    let error = load(Path::new("nowhere/at-all.ron")).expect_err("not there");
    assert!(
        error.starts_with("cannot read scenario nowhere/at-all.ron: "),
        "{error}"
    );
}

#[test]
fn the_example_of_the_documentation_is_legal() {
    let page = include_str!("../../../scenario-files.md");
    let (_, after) = page.split_once("```ron\n").expect("an example");
    let (example, _) = after.split_once("```").expect("its end");
    let (scenario, layout) = parse(example).expect("it is legal");
    assert_eq!((scenario.groups.len(), layout.participants.len()), (2, 20));
}

#[test]
fn the_final_distance_needs_points_as_last_goals() {
    let text = LEGAL.replace("60)", "60), requires: (final_distance: 0.5)");
    assert!(parse(&text).is_ok());
    let area = text.replace("Offset((5, 0))", "Area(Circle(center: (1, 1), radius: 1))");
    let error = parse(&area).expect_err("not legal").message("");
    assert!(
        error.starts_with(": requires.final_distance needs a point"),
        "{error}"
    );
}
