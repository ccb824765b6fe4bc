//! The table of results: its columns, and the forms in which it is written.

#[cfg(feature = "parquet")]
use parquet::record::RecordWriter;
use serde::{Deserialize, Serialize};
use std::io;

/// One row: one class of traffic in one cell. Every column's unit is in its name; an empty cell means that the run
/// could not tell (a saturated network has no latency).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub struct Row {
    /// The scheme that planned the messages, by its label.
    pub scheme: String,
    /// Offered load that was asked for, in messages per node per µs.
    pub load: f64,
    /// The seed of the run.
    pub seed: u64,
    /// `unicast`, `multicast` or `all`.
    pub traffic: String,
    /// How many messages the figures are from, after the warm-up.
    pub messages: u64,
    /// Mean time from the generation of a message to its last destination.
    pub mean_latency_ns: Option<f64>,
    /// Half-width of the 95 % confidence interval of that mean.
    pub ci95_ns: Option<f64>,
    /// Half of the messages took at most this long.
    pub p50_latency_ns: Option<f64>,
    /// 95 % of the messages took at most this long.
    pub p95_latency_ns: Option<f64>,
    /// 99 % of the messages took at most this long.
    pub p99_latency_ns: Option<f64>,
    /// The longest that a message took.
    pub max_latency_ns: Option<f64>,
    /// Mean time from the generation of a message to a destination, over all destinations.
    pub mean_destination_latency_ns: Option<f64>,
    /// Mean time from the first grant of an injection channel to the last destination: without the source queue.
    pub mean_network_latency_ns: Option<f64>,
    /// Messages generated in the measured time, in messages per node per µs.
    pub offered_load: f64,
    /// Messages completed in the measured time, in messages per node per µs; none if the run ended in a deadlock.
    pub accepted_load: Option<f64>,
    /// The share of time that a channel is held, averaged over the channels; of all traffic.
    pub mean_utilisation: f64,
    /// The share of time that the busiest channel is held; of all traffic.
    pub max_utilisation: f64,
    /// The source queues grow without end: there is no steady state at this load.
    pub saturated: bool,
    /// How the run ended: `steady`, `saturated`, `deadlock`, or `budget` (the figures are what was known then).
    pub outcome: String,
    /// Messages left out at the start.
    pub warm_up_messages: u64,
    /// Simulated time.
    pub simulated_us: f64,
    /// Requests that were granted: the events of the run, of all traffic.
    pub grants: Option<u64>,
    /// How many batches the interval of the mean rests on.
    pub batches: Option<u32>,
    /// Offered load that was asked for, in the unit in which the loads of the experiment are.
    pub load_in_unit: f64,
}

/// The table as CSV.
///
/// # Errors
/// What the writer says.
pub fn write_csv(rows: &[Row], to: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    for row in rows {
        writer.serialize(row).map_err(io::Error::other)?;
    }
    writer.flush()
}

/// The table as a JSON array of objects.
///
/// # Errors
/// What the writer says.
pub fn write_json(rows: &[Row], mut to: impl io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut to, rows)?;
    writeln!(to)
}

/// The table as Parquet.
///
/// # Errors
/// What the writer says.
#[cfg(feature = "parquet")]
pub fn write_parquet(rows: &[Row], to: impl io::Write + Send) -> io::Result<()> {
    let schema = rows.schema().map_err(io::Error::other)?;
    let mut writer = parquet::file::writer::SerializedFileWriter::new(to, schema, Default::default())?;
    let mut group = writer.next_row_group()?;
    rows.write_to_row_group(&mut group)?;
    group.close()?;
    writer.close()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(mean: Option<f64>) -> Row {
        Row {
            scheme: "dual-path".into(),
            load: 0.002,
            seed: 7,
            traffic: "all".into(),
            messages: 12,
            mean_latency_ns: mean,
            ci95_ns: mean.map(|mean| mean / 100.0),
            batches: mean.map(|_| 32),
            p50_latency_ns: mean,
            p95_latency_ns: mean,
            p99_latency_ns: mean,
            max_latency_ns: mean,
            mean_destination_latency_ns: mean,
            mean_network_latency_ns: mean,
            offered_load: 0.002,
            accepted_load: mean.map(|_| 0.002),
            mean_utilisation: 0.25,
            max_utilisation: 0.5,
            saturated: mean.is_none(),
            outcome: "steady".into(),
            warm_up_messages: 5,
            simulated_us: 33.5,
            grants: mean.map(|_| 77),
            load_in_unit: 0.128,
        }
    }

    #[test]
    fn csv_reads_back() {
        let rows = vec![row(Some(1234.5)), row(None)];
        let mut bytes = Vec::new();
        write_csv(&rows, &mut bytes).unwrap();
        assert!(bytes.starts_with(b"scheme,load,seed,traffic,messages,mean_latency_ns,ci95_ns,"));
        let read: Result<Vec<Row>, _> = csv::Reader::from_reader(&*bytes).deserialize().collect();
        assert_eq!(read.unwrap(), rows);
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn parquet_has_the_same_columns_and_rows() {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        let rows = vec![row(Some(1234.5)), row(None)];
        let mut bytes = Vec::new();
        write_parquet(&rows, &mut bytes).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 2);
        let first = reader.get_row_iter(None).unwrap().next().unwrap().unwrap().to_string();
        assert!(first.contains("mean_latency_ns: 1234.5"), "{first}");
    }
}
