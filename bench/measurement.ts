import { median } from './statistics.js';

/** Whom ours is compared with: code written by hand for the platform, or the library that people use. */
export type Rival = 'raw' | 'peer';

/** What ours must be at most: so much, or so many times what a rival takes. */
export type Target = { readonly atMost: number; readonly times?: Rival };

/** One quantity, sampled equally often from each contestant in turns. */
export interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'µs' | 'KB' | 'MB';
  readonly ours: readonly number[];
  readonly raw?: readonly number[] | undefined;
  readonly peer?: readonly number[] | undefined;
  readonly target?: Target;
}

/** One thing to measure. */
export interface Measurement {
  /** What selects it on the command line. */
  readonly name: string;
  readonly title: string;
  /** Who is who, and where the figures begin and end. */
  readonly notes: readonly string[];
  /** Rejects when a figure cannot be taken. */
  measure(): Promise<Figure[]>;
}

/**
 * How many times as much ours takes as its rival, by their medians: the one the target names, else whichever there is.
 */
export function compare({ ours, raw, peer, target }: Figure): { times: number; rival: Rival } | undefined {
  const rival = target?.times ?? (raw ? 'raw' : 'peer');
  const samples = rival === 'raw' ? raw : peer;
  return samples && { times: median(ours) / median(samples), rival };
}

/** Whether ours keeps its target; undefined when it has none. */
export function keepsTarget(figure: Figure): boolean | undefined {
  const { ours, target } = figure;
  if (!target) return undefined;
  return (target.times ? compare(figure)!.times : median(ours)) <= target.atMost;
}

/**
 * Takes one sample of each contestant in turns, `rounds` times, after one round that does not count. The order turns
 * around every round.
 */
export async function sampleInTurns<Name extends string, Sample>(
  names: readonly Name[],
  rounds: number,
  sample: (name: Name) => Promise<Sample>,
): Promise<Record<Name, Sample[]>> {
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 ? names : names.toReversed()) {
      const taken = await sample(name);
      if (round > 0) samples[name].push(taken);
    }
  }
  return samples;
}
