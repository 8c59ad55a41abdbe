/** What a name looks like without its capitals and its separators. */
const toPlain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Whether a member is there for people or for their editors. */
export function isComment(name: string): boolean {
  return /^[^a-z]|^$|^comment/i.test(name);
}

/**
 * The name among `known` that an unknown `name` was meant for: it differs in capitals, separators, or one letter. None that
 * is `given` already.
 */
export function findMeant(
  name: string,
  known: Iterable<string>,
  given: ReadonlyMap<string, unknown>,
): string | undefined {
  const plain = toPlain(name);
  const others = [...known].filter((other) => !given.has(other));
  return (
    others.find((other) => toPlain(other) === plain) ??
    others.find((other) => plain.length > 3 && isClose(plain, toPlain(other)))
  );
}

/** Whether one letter was added, left out or replaced, or two are in the wrong order. */
function isClose(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}
