import type { Series } from './sampling.js';
import { median } from './statistics.js';

/** What ours must be at most: so much, or so many times what the contestant of that name takes. */
export type Target = { readonly atMost: number; readonly times?: string };

/** One side of a comparison. */
export interface Contestant extends Series<number> {
  readonly name: string;
}

/** One quantity, sampled equally often from each contestant in turns. */
export interface Figure {
  readonly what: string;
  /** A number of requests is exact; what has no unit is a ratio. */
  readonly unit: 'ms' | 'µs' | 'kB' | 'MB' | 'requests' | '';
  /** Ours is the first one. */
  readonly contestants: readonly [Contestant, ...Contestant[]];
  readonly target?: Target;
}

/** One thing to measure. */
export interface Measurement {
  /** What selects it on the command line. */
  readonly name: string;
  readonly title: string;
  /** Who is who, and where the figures begin and end. */
  readonly notes: readonly string[];
  /**
   * Takes the figures; `quick` takes fewer samples. A contestant that cannot be measured has a reason in the place of
   * samples.
   *
   * @throws {Error} if there can be no figure at all.
   */
  measure(options: { quick: boolean }): Promise<Figure[]>;
}

/** Names what was sampled, and takes one number out of each sample. */
export function contestant<Sample>(name: string, series: Series<Sample>, pick: (sample: Sample) => number): Contestant {
  return { ...series, name, samples: series.samples.map(pick) };
}

/**
 * How many times as much as ours a contestant takes, by their medians; undefined when one of them has no samples, or
 * ours takes nothing.
 */
export function compareWithOurs({ contestants: [ours] }: Figure, { samples }: Contestant): number | undefined {
  const own = ours.samples.length ? median(ours.samples) : 0;
  return own > 0 && samples.length ? median(samples) / own : undefined;
}

/**
 * What the target limits: the median of ours, or how many times as much it is as that of the contestant that the target
 * names. Undefined when there is no target, or no samples for it.
 */
export function reached(figure: Figure): number | undefined {
  const { target, contestants } = figure;
  const [ours] = contestants;
  if (!target || !ours.samples.length) return undefined;
  if (!target.times) return median(ours.samples);
  const rival = contestants.find(({ name }) => name === target.times);
  if (!rival) throw new Error(`"${figure.what}" has a target of ${target.times}, which was not measured.`);
  return rival.samples.length ? median(ours.samples) / median(rival.samples) : undefined;
}
