//! A screen for widgets, with a simulated pointer.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::epaint::Shape;

/// A little less than the initial width of the panel.
pub(super) const WIDTH: f32 = 380.0;

/// An egui context without a window, and its last drawing.
pub(super) struct Screen {
    context: egui::Context,
    show: fn(&mut egui::Ui, &mut World),
    pub(super) texts: Vec<(String, egui::Rect)>,
    time: f64,
}

impl Screen {
    pub(super) fn new(world: &mut World, show: fn(&mut egui::Ui, &mut World)) -> Self {
        let context = egui::Context::default();
        context.all_styles_mut(|style| style.animation_time = 0.0);
        let mut screen = Self {
            context,
            show,
            texts: Vec::new(),
            time: 0.0,
        };
        // The first frame only measures.
        screen.frame(world, Vec::new());
        screen.frame(world, Vec::new());
        screen
    }

    pub(super) fn frame(&mut self, world: &mut World, events: Vec<egui::Event>) {
        // A frame is short enough for a click, and long enough that two clicks are no double click.
        self.time += 0.1;
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(
                egui::Pos2::ZERO,
                egui::vec2(WIDTH, 8000.0),
            )),
            time: Some(self.time),
            events,
            ..default()
        };
        let show = self.show;
        let mut output = self.context.run_ui(input, |ui| show(ui, world));
        output.textures_delta.clear();
        self.texts.clear();
        for clipped in output.shapes {
            gather(clipped.shape, &mut self.texts);
        }
        let clash = self
            .texts
            .iter()
            .find(|(text, _)| text.contains(" use of "));
        assert_eq!(clash, None, "two widgets share an id");
    }

    pub(super) fn find(&self, text: &str) -> egui::Pos2 {
        let found = self.texts.iter().find(|(shown, _)| shown == text);
        let Some((_, rect)) = found else {
            let shown: Vec<_> = self.texts.iter().map(|(text, _)| text).collect();
            panic!("{text} is not on the screen, but {shown:?}");
        };
        rect.center()
    }

    pub(super) fn shows(&self, text: &str) -> bool {
        self.texts.iter().any(|(shown, _)| shown == text)
    }

    pub(super) fn drag(&mut self, world: &mut World, text: &str, way: f32) {
        let from = self.find(text);
        let to = from + egui::vec2(way, 0.0);
        self.frame(world, vec![egui::Event::PointerMoved(from)]);
        self.frame(world, vec![button(from, true)]);
        self.frame(world, vec![egui::Event::PointerMoved(to)]);
        self.frame(world, vec![button(to, false)]);
        self.frame(world, vec![egui::Event::PointerGone]);
    }

    pub(super) fn click(&mut self, world: &mut World, text: &str) {
        self.drag(world, text, 0.0);
    }
}

pub(super) fn button(pos: egui::Pos2, pressed: bool) -> egui::Event {
    egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    }
}

fn gather(shape: Shape, texts: &mut Vec<(String, egui::Rect)>) {
    match shape {
        Shape::Vec(shapes) => {
            for shape in shapes {
                gather(shape, texts);
            }
        }
        Shape::Text(text) => {
            let rect = text.visual_bounding_rect();
            texts.push((text.galley.text().to_owned(), rect));
        }
        _ => {}
    }
}
