/** The shortest length that can be told apart, in bytes. */
const shortest = 256;

/**
 * How long something becomes so that its length reveals little: at least 256 bytes, and at most 12 % longer.
 *
 * @see {@link https://arxiv.org/abs/1806.03160 Padmé, in: Reducing Metadata Leakage from Encrypted Files}
 */
export function paddedLength(length: number): number {
  if (length <= shortest) return shortest;
  const exponent = 31 - Math.clz32(length);
  const unit = 2 ** (exponent - (32 - Math.clz32(exponent)));
  return Math.ceil(length / unit) * unit;
}
