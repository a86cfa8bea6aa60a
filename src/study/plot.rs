//! Plots as SVG: two runs against each other, and all of them by how much they solve in how much time.

use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;

/// One program in a scatter plot.
#[derive(Clone, Debug)]
pub struct Point {
    /// Seconds by both; none where it was not solved.
    pub times: [Option<f64>; 2],
    /// Points of one group have one colour.
    pub group: String,
}

const SIZE: (u32, u32) = (640, 640);
/// What takes less is drawn there.
const LEAST: f64 = 0.01;
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
];

/// Both axes are logarithmic. What was not solved within the limit is on the lines at the end.
pub fn scatter(names: [&str; 2], points: &[Point], limit: f64) -> Result<String, String> {
    let end = limit * 1.5;
    let place = |time: Option<f64>| time.map_or(end, |time| time.clamp(LEAST, limit));
    let points: Vec<_> = points.iter().map(|point| (point.times.map(place), point.group.as_str())).collect();
    pairs(names.map(|name| format!("{name}, seconds")), &points, (LEAST, end * 1.3), Some(end))
}

/// How much of something there is in two runs, with the group of each; both axes are logarithmic and begin with one.
pub fn counts(names: [&str; 2], points: &[([u64; 2], &str)]) -> Result<String, String> {
    let most = points.iter().flat_map(|(both, _)| both).fold(1, |most, count| most.max(*count));
    let points: Vec<_> = points.iter().map(|(both, group)| (both.map(|count| count.max(1) as f64), *group)).collect();
    pairs(names.map(str::to_owned), &points, (1.0, most as f64 * 1.3), None)
}

/// Points with lines where both are equal, and where one is ten times the other; and where the end is, if there is one.
fn pairs(
    names: [String; 2],
    points: &[([f64; 2], &str)],
    (least, most): (f64, f64),
    end: Option<f64>,
) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, |area| {
        let mut chart = chart(&area).build_cartesian_2d((least..most).log_scale(), (least..most).log_scale())?;
        axes(&mut chart, &names[0], &names[1])?;
        let grey = RGBColor(150, 150, 150).stroke_width(1);
        for factor in [1.0, 10.0].into_iter().filter(|factor| least * factor < most) {
            let line = [(least * factor, least), (most, most / factor)];
            chart.draw_series([PathElement::new(line, grey), PathElement::new(line.map(|(x, y)| (y, x)), grey)])?;
        }
        if let Some(end) = end {
            let borders = [[(end, least), (end, end)], [(least, end), (end, end)]];
            chart.draw_series(borders.map(|line| PathElement::new(line, grey)))?;
        }
        let mut groups: Vec<&str> = points.iter().map(|(_, group)| *group).collect();
        groups.sort_unstable();
        groups.dedup();
        for (number, group) in groups.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let here = points.iter().filter(|(_, other)| other == group).map(|([x, y], _)| (*x, *y));
            let series = chart.draw_series(here.map(|at| Circle::new(at, 3, colour.mix(0.6).filled())))?;
            if !group.is_empty() {
                series.label(*group).legend(move |at| Circle::new(at, 3, colour.filled()));
            }
        }
        if groups.iter().any(|group| !group.is_empty()) {
            legend(&mut chart)?;
        }
        Ok(())
    })?;
    Ok(text)
}

/// For each run the times of what it solved, the shortest first: how many are solved in how much time each.
pub fn quantiles(runs: &[(String, Vec<f64>)], count: usize, limit: f64) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, |area| {
        let mut chart = chart(&area).build_cartesian_2d(0f64..count.max(1) as f64, (LEAST..limit * 1.5).log_scale())?;
        axes(&mut chart, "solved", "seconds, at most")?;
        for (number, (name, times)) in runs.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let mut sorted = times.clone();
            sorted.sort_by(f64::total_cmp);
            let steps = (1..).zip(sorted).map(|(solved, time)| (f64::from(solved), time.max(LEAST)));
            let label = format!("{name} ({})", times.len());
            let line = LineSeries::new(steps, colour.stroke_width(2));
            chart
                .draw_series(line)?
                .label(label)
                .legend(move |(x, y)| PathElement::new([(x - 6, y), (x + 6, y)], colour.stroke_width(2)));
        }
        legend(&mut chart)
    })?;
    Ok(text)
}

/// How the numbers of each group lie, on a logarithmic axis: the middle half in a box with a line at its median, the
/// rest on a line that ends at the least and the largest.
pub fn boxes(groups: &[(String, Vec<f64>)], what: &str) -> Result<String, String> {
    let all = || groups.iter().flat_map(|(_, numbers)| numbers.iter().copied());
    let least = all().fold(1.0, f64::min).max(0.0001) * 0.8;
    let most = all().fold(1.0, f64::max) * 1.25;
    let mut text = String::new();
    draw(&mut text, |area| {
        let mut chart = chart(&area).build_cartesian_2d(0f64..groups.len().max(1) as f64, (least..most).log_scale())?;
        let name = |x: &f64| {
            let group = groups.get(x.floor() as usize).filter(|_| (x.fract() - 0.5).abs() < 0.01);
            group.map_or(String::new(), |(name, numbers)| format!("{name} ({})", numbers.len()))
        };
        let mut mesh = chart.configure_mesh();
        mesh.y_desc(what).light_line_style(TRANSPARENT).bold_line_style(RGBColor(225, 225, 225));
        mesh.x_labels(2 * groups.len() + 1).x_label_formatter(&name).disable_x_mesh();
        mesh.axis_desc_style(("sans-serif", 15)).draw()?;
        for (number, (_, numbers)) in groups.iter().enumerate() {
            let mut sorted = numbers.clone();
            sorted.sort_by(f64::total_cmp);
            let Some(last) = sorted.len().checked_sub(1) else { continue };
            let at = |part: f64| sorted[(last as f64 * part).round() as usize];
            let (left, middle, right) = (number as f64 + 0.2, number as f64 + 0.5, number as f64 + 0.8);
            let style = BLACK.stroke_width(1);
            let line = |from: (f64, f64), to: (f64, f64)| PathElement::new([from, to], style);
            chart.draw_series([
                line((middle, at(0.0)), (middle, at(0.25))),
                line((middle, at(0.75)), (middle, at(1.0))),
                line((left, at(0.0)), (right, at(0.0))),
                line((left, at(1.0)), (right, at(1.0))),
            ])?;
            let filled = COLOURS[1].mix(0.3).filled();
            chart.draw_series([Rectangle::new([(left, at(0.25)), (right, at(0.75))], filled)])?;
            chart.draw_series([Rectangle::new([(left, at(0.25)), (right, at(0.75))], style)])?;
            chart.draw_series([PathElement::new([(left, at(0.5)), (right, at(0.5))], COLOURS[2].stroke_width(2))])?;
        }
        Ok(())
    })?;
    Ok(text)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(text: &mut String, content: impl FnOnce(Area<'_>) -> Drawn) -> Result<(), String> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    let drawn = || -> Drawn {
        area.fill(&WHITE)?;
        content(area.clone())?;
        Ok(area.present()?)
    };
    drawn().map_err(|error| error.to_string())
}

/// With room for what stands at the axes.
fn chart<'a, 'b>(area: &'a Area<'b>) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut chart = ChartBuilder::on(area);
    chart.margin(16).x_label_area_size(44).y_label_area_size(56);
    chart
}

fn axes<X, Y>(chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>, x: &str, y: &str) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(x).y_desc(y).light_line_style(TRANSPARENT).bold_line_style(RGBColor(225, 225, 225));
    Ok(mesh.axis_desc_style(("sans-serif", 15)).draw()?)
}

fn legend<'a, X, Y>(chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>) -> Drawn
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    let mut labels = chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8));
    Ok(labels.border_style(RGBColor(150, 150, 150)).draw()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_every_run_is_drawn() {
        let point = |a, b, group: &str| Point { times: [a, b], group: group.into() };
        let points = [point(Some(0.5), Some(1.0), "one"), point(None, Some(0.001), "two"), point(None, None, "two")];
        let text = scatter(["this", "that & more"], &points, 60.0).expect("it can be drawn");
        // Three points and two in the legend.
        assert_eq!(text.matches("<circle").count(), 5);
        assert!(text.contains("that &amp; more, seconds"), "{text}");
        let text = quantiles(&[("a".into(), vec![3.0, 1.0]), ("b".into(), Vec::new())], 3, 60.0).expect("it, too");
        assert!(text.contains("a (2)") && text.contains("b (0)"));
        let text = boxes(&[("a".into(), vec![0.5, 3.0, 1.0]), ("b".into(), Vec::new())], "size").expect("they, too");
        // One box, filled and with its border; the ground is a rectangle as well.
        assert!(text.matches("<rect").count() == 3 && text.contains("a (3)") && text.contains("b (0)"), "{text}");
        let text = counts(["states", "states left"], &[([0, 7], "one"), ([30, 2], "one")]).expect("they, too");
        assert_eq!(text.matches("<circle").count(), 3);
        assert!(boxes(&[], "size").is_ok() && counts(["a", "b"], &[]).is_ok());
        assert!(scatter(["a", "b"], &[], 60.0).is_ok() && quantiles(&[], 0, 60.0).is_ok());
    }
}
