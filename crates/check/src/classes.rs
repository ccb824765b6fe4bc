//! Consumption classes: a sensible number of them, and every worm in one.

use crate::{Report, Violation};
use wormcast_plan::{MAX_CONSUMPTION_CLASSES, PlanDocument};

pub(crate) fn judge(document: &PlanDocument, report: &mut Report) {
    let classes = document.consumption_classes;
    if !(1..=u32::from(MAX_CONSUMPTION_CLASSES)).contains(&classes) {
        return report.add(Violation::ConsumptionClasses { classes });
    }
    for (place, worm) in document.worms.iter().enumerate() {
        if worm.consumption_class >= classes {
            report.add(Violation::NoSuchConsumptionClass {
                worm: place as u32,
                class: worm.consumption_class,
                classes,
            });
        }
    }
}
