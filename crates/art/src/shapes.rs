//! Outlines as paths: circles, limbs, blobs and smooth curves.

use std::f32::consts::{PI, TAU};

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, Rect, Stroke, Transform};

/// A point as (x, y).
pub type Spot = (f32, f32);

/// The point at `angle` (radians) and `radius` around the origin.
pub fn polar(radius: f32, angle: f32) -> Spot {
    (radius * angle.cos(), radius * angle.sin())
}

/// An ellipse around a center.
pub fn ellipse(center: Spot, radius_x: f32, radius_y: f32) -> Path {
    let bounds = Rect::from_ltrb(
        center.0 - radius_x,
        center.1 - radius_y,
        center.0 + radius_x,
        center.1 + radius_y,
    )
    .expect("radii are positive");
    PathBuilder::from_oval(bounds).expect("an oval with an area is a path")
}

/// A circle around a center.
pub fn circle(center: Spot, radius: f32) -> Path {
    ellipse(center, radius, radius)
}

/// A ring around a center; its hole stays open.
pub fn ring(center: Spot, inner: f32, outer: f32) -> Path {
    let around = |radius: f32, direction: f32| -> Vec<Spot> {
        (0..96)
            .map(|step| {
                let (x, y) = polar(radius, direction * TAU * step as f32 / 96.0);
                (center.0 + x, center.1 + y)
            })
            .collect()
    };
    union(&[polygon(&around(outer, 1.0)), polygon(&around(inner, -1.0))])
}

/// A rectangle with rounded corners.
pub fn rounded_rectangle(center: Spot, width: f32, height: f32, corner: f32) -> Path {
    let (half_width, half_height) = (width / 2.0 - corner, height / 2.0 - corner);
    let mut outline = Vec::new();
    for (quarter, (sign_x, sign_y)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
        .into_iter()
        .enumerate()
    {
        for step in 0..=6 {
            let (x, y) = polar(corner, (quarter as f32 + step as f32 / 6.0) * PI / 2.0);
            outline.push((
                center.0 + sign_x * half_width + x,
                center.1 + sign_y * half_height + y,
            ));
        }
    }
    polygon(&outline)
}

/// A closed outline with straight edges.
pub fn polygon(outline: &[Spot]) -> Path {
    let mut builder = PathBuilder::new();
    for (index, &(x, y)) in outline.iter().enumerate() {
        if index == 0 {
            builder.move_to(x, y);
        } else {
            builder.line_to(x, y);
        }
    }
    builder.close();
    builder
        .finish()
        .expect("an outline has at least two points")
}

/// A closed smooth curve through all points.
pub fn smooth_outline(points: &[Spot]) -> Path {
    let count = points.len();
    let mut builder = PathBuilder::new();
    builder.move_to(points[0].0, points[0].1);
    for index in 0..count {
        curve_between(
            &mut builder,
            points[(index + count - 1) % count],
            points[index],
            points[(index + 1) % count],
            points[(index + 2) % count],
        );
    }
    builder.close();
    builder
        .finish()
        .expect("an outline has at least two points")
}

/// An open smooth curve through all points.
pub fn smooth_line(points: &[Spot]) -> Path {
    let last = points.len() - 1;
    let mut builder = PathBuilder::new();
    builder.move_to(points[0].0, points[0].1);
    for index in 0..last {
        curve_between(
            &mut builder,
            points[index.saturating_sub(1)],
            points[index],
            points[index + 1],
            points[(index + 2).min(last)],
        );
    }
    builder.finish().expect("a line has at least two points")
}

/// Adds a Catmull-Rom segment from `from` to `to`, as a cubic.
fn curve_between(builder: &mut PathBuilder, before: Spot, from: Spot, to: Spot, after: Spot) {
    builder.cubic_to(
        from.0 + (to.0 - before.0) / 6.0,
        from.1 + (to.1 - before.1) / 6.0,
        to.0 - (after.0 - from.0) / 6.0,
        to.1 - (after.1 - from.1) / 6.0,
        to.0,
        to.1,
    );
}

/// A limb: thick at `from`, tapering (or swelling) toward `to`.
pub fn limb(from: Spot, from_radius: f32, to: Spot, to_radius: f32) -> Path {
    let heading = (to.1 - from.1).atan2(to.0 - from.0);
    let mut outline = Vec::new();
    for step in 0..=10 {
        let angle = heading + PI / 2.0 + PI * step as f32 / 10.0;
        let (x, y) = polar(from_radius, angle);
        outline.push((from.0 + x, from.1 + y));
    }
    for step in 0..=10 {
        let angle = heading - PI / 2.0 + PI * step as f32 / 10.0;
        let (x, y) = polar(to_radius, angle);
        outline.push((to.0 + x, to.1 + y));
    }
    polygon(&outline)
}

/// A sleeve or trouser leg: a limb with a torn far end.
pub fn torn_limb(from: Spot, from_radius: f32, to: Spot, to_radius: f32, tear: f32) -> Path {
    let heading = (to.1 - from.1).atan2(to.0 - from.0);
    let mut outline = Vec::new();
    for step in 0..=10 {
        let angle = heading + PI / 2.0 + PI * step as f32 / 10.0;
        let (x, y) = polar(from_radius, angle);
        outline.push((from.0 + x, from.1 + y));
    }
    for (across, along) in [
        (-1.0, 0.2),
        (-0.6, 1.0),
        (-0.25, -0.3),
        (0.2, 0.8),
        (0.55, -0.2),
        (1.0, 0.9),
    ] {
        let (side_x, side_y) = polar(to_radius * across, heading + PI / 2.0);
        let (ahead_x, ahead_y) = polar(tear * along, heading);
        outline.push((to.0 + side_x + ahead_x, to.1 + side_y + ahead_y));
    }
    polygon(&outline)
}

/// A smooth irregular blob: the radius varies by the share `wobble`.
pub fn blob(
    center: Spot,
    radius: f32,
    corners: usize,
    wobble: f32,
    random: &mut Xoshiro256PlusPlus,
) -> Path {
    let turn = random.random_range(0.0..TAU);
    let points: Vec<Spot> = (0..corners)
        .map(|corner| {
            let reach = radius * (1.0 + random.random_range(-wobble..=wobble));
            let (x, y) = polar(reach, turn + TAU * corner as f32 / corners as f32);
            (center.0 + x, center.1 + y)
        })
        .collect();
    smooth_outline(&points)
}

/// A block of a stone ring between two radii and two angles, with worn corners.
pub fn ring_block(inner: f32, outer: f32, start: f32, end: f32) -> Path {
    const STEPS: usize = 6;
    let mut outline = Vec::new();
    let worn = 1.6;
    let angle = |radius: f32, step: usize| {
        let trim = worn / radius;
        start + trim + (end - start - 2.0 * trim) * step as f32 / STEPS as f32
    };
    for step in 0..=STEPS {
        outline.push(polar(outer, angle(outer, step)));
    }
    for step in (0..=STEPS).rev() {
        outline.push(polar(inner, angle(inner, step)));
    }
    polygon(&outline)
}

/// The outline of a thick line with round ends.
pub fn thick(line: &Path, width: f32) -> Path {
    let stroke = Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    line.stroke(&stroke, 4.0).expect("the line has a length")
}

/// Joins several outlines into one path.
pub fn union(parts: &[Path]) -> Path {
    let mut builder = PathBuilder::new();
    for part in parts {
        builder.push_path(part);
    }
    builder.finish().expect("at least one part")
}

/// The path rotated by `degrees` around the origin and then moved to `to`.
pub fn turned(path: Path, degrees: f32, to: Spot) -> Path {
    path.transform(Transform::from_rotate(degrees).post_translate(to.0, to.1))
        .expect("a rotation keeps a path finite")
}
