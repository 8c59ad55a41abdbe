/** The value below which `share` (0 to 1) of the samples lie, interpolated between neighbours. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('there are no samples');
  const sorted = samples.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)]!;
  const above = sorted[Math.ceil(position)]!;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle of the samples. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}
