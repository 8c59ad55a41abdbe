/** Converts the digits of `text` from any script to ASCII. Other characters stay. */
export function writeDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    // The ten digits of a script have consecutive code points.
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++;
    return String(value);
  });
}
