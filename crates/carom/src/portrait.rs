//! One quantity of a run against another: a hysteresis loop, a phase portrait of a relative motion (K7, W8).

use carom_scene::World;
use carom_scene::svg::{Arrangement, Chart, Kind, Panel, Quantity, Series, chart};
use carom_simulate::Record;

use crate::measure::Measure;

/// What goes across and what upwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Portrait {
    across: Measure,
    upwards: Measure,
}

impl Portrait {
    /// Two quantities of a world with a comma between them, or a sentence on what is wrong.
    pub fn by_names(names: &str, world: &World) -> Result<Self, String> {
        let Some((across, upwards)) = names.split_once(',') else {
            return Err(format!("a portrait takes two quantities, ACROSS,UPWARDS, not \"{names}\""));
        };
        let momentary = |name: &str| {
            let measure = Measure::by_name(name.trim(), world)?;
            if measure.is_momentary() {
                return Ok(measure);
            }
            Err(format!(
                "\"{}\" is one number of a whole run; a portrait takes what every instant has, like BODY.x",
                measure.name()
            ))
        };
        Ok(Self { across: momentary(across)?, upwards: momentary(upwards)? })
    }

    /// The picture of a run.
    pub fn draw(&self, world: &World, record: &Record, subtitle: &str) -> String {
        let column =
            |measure: &Measure| -> Vec<f64> { record.samples.iter().map(|sample| measure.at(world, sample)).collect() };
        let (x, y) = (column(&self.across), column(&self.upwards));
        // An impact parts the curve: two samples have one time.
        let times = record.samples.windows(2).enumerate();
        let jumps: Vec<usize> = times.filter(|(_, pair)| pair[0].t == pair[1].t).map(|(k, _)| k + 1).collect();
        let series = vec![Series { style: 0, kind: Kind::Curve, x: &x, y: &y, jumps: &jumps }];
        let panel = Panel {
            x: Quantity { name: self.across.name(), unit: self.across.unit() },
            y: Quantity { name: self.upwards.name(), unit: self.upwards.unit() },
            band: None,
            reach: None,
            from_zero: false,
            levels: &[],
            series,
        };
        chart(&Chart {
            title: "Portrait",
            subtitle,
            legend: Vec::new(),
            panels: vec![panel],
            arrangement: Arrangement::Stacked,
            caption: "",
        })
    }
}
