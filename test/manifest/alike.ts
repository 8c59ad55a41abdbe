/**
 * Whether two pieces of JSON are equal, but for colours whose halves a browser rounds otherwise, because it computes
 * them in single precision.
 */
export function areAlike(one: string, other: string): boolean {
  const colors = /"#([\da-f]{8})"/g;
  const [channels, otherChannels] = [one, other].map((text) =>
    [...text.matchAll(colors)].flatMap(([, digits]) => digits!.match(/../g)!.map((pair) => parseInt(pair, 16))),
  );
  return (
    one.replace(colors, '') === other.replace(colors, '') &&
    channels!.length === otherChannels!.length &&
    channels!.every((value, index) => Math.abs(value - otherChannels![index]!) <= 1)
  );
}
