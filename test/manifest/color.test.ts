import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseColor } from '../../src/manifest/color.js';
import { colorNames } from '../../src/manifest/color-names.js';

const colors: Array<[text: string, color: string | undefined]> = [
  ['red', '#ff0000ff'], ['RebeccaPurple', '#663399ff'], ['grey', '#808080ff'], ['transparent', '#00000000'], ['#abc', '#aabbccff'], ['#ABCD', '#aabbccdd'], ['#a1b2c3', '#a1b2c3ff'], ['#a1b2c3d4', '#a1b2c3d4'],
  ['rgb(1, 2, 3)', '#010203ff'], ['rgb(1 2 3 / 50%)', '#01020380'], ['rgba(10%, 20%, 30%, .5)', '#1a334d80'], ['rgb(300 -5 2.5)', '#ff0003ff'], ['rgb(none 2 3)', '#000203ff'], ['rgb(1 2 3', '#010203ff'], ['rgb(/* red */1 2 3)', '#010203ff'],
  ['hsl(120, 100%, 25%)', '#008000ff'], ['hsl(.5turn 100% 50%)', '#00ffffff'], ['hsl(-240deg 100% 50%)', '#00ff00ff'], ['hsl(400grad 100 50)', '#ff0000ff'], ['hwb(90 10% 10%)', '#80e61aff'], ['hwb(0 60% 60%)', '#808080ff'],
  ['lab(50% 40 59)', '#bf5702ff'], ['lch(50% 50 120)', '#5c8225ff'], ['oklab(0.5 0.1 -0.1)', '#81459aff'], ['oklch(70% 0.1 200)', '#40b1b7ff'], ['oklch(0.5 -1 0)', '#636363ff'], ['color(srgb 1 .5 0)', '#ff8000ff'], ['color(srgb-linear .5 .5 .5)', '#bcbcbcff'],
  ['color(display-p3 0 1 0 / 40%)', '#00ff0066'],
  ['', undefined], ['#12', undefined], ['#12345', undefined], ['#ggg', undefined], ['abc', undefined], ['currentcolor', undefined], ['Canvas', undefined], ['rgb(1, 2 3)', undefined], ['rgb(1 2 3, .5)', undefined], ['rgb(1,2,3/.5)', undefined],
  ['rgb(1, 2%, 3)', undefined], ['rgb(none, 2, 3)', undefined], ['rgb(1 2)', undefined], ['rgb(1 2 3 4)', undefined], ['rgb(1 2 3 / 1 / 1)', undefined], ['rgb(1. 2 3)', undefined], ['rgb(1px 2 3)', undefined], ['rgb (1 2 3)', undefined],
  ['hsl(120, 100, 25)', undefined], ['hsl(50% 50% 50%)', undefined], ['hwb(90, 10%, 10%)', undefined], ['lab(50%, 40, 59)', undefined], ['color(foo 1 1 1)', undefined], ['color(srgb 1 1)', undefined], ['rgb(1 2 3) x', undefined], ['\u00a0red', undefined],
  ['red;', undefined], ['color-mix(in srgb, red, blue)', undefined], ['__proto__', undefined], [`rgb(${' '.repeat(300)}1 2 3)`, undefined],
];
for (const [text, color] of colors) {
  test(`${JSON.stringify(text.slice(0, 40))} is ${color ?? 'no colour'}`, () => assert.equal(parseColor(text), color));
}

test('all 148 names of CSS are known, and no other', () => {
  const spelled = [...colorNames.keys()].flatMap((name) => (name.includes('gray') ? [name, name.replace('gray', 'grey')] : name));
  assert.equal(spelled.filter((name) => name !== 'transparent').length, 148);
  for (const name of spelled) assert.match(parseColor(name)!, /^#[\da-f]{6}(?:ff|00)$/);
  for (const name of ['greygrey', 'greenyellowgrey', 'constructor']) assert.equal(parseColor(name), undefined);
});

test('numbers beyond all bounds leave a colour', () => {
  for (const text of ['lch(11% 1e400 546)', 'oklab(0.5 1e400 -1e400)', 'color(display-p3 1e400 1e400 1e400)', 'hsl(1e400 50% 50%)', 'hwb(10 1e400% 1e400%)', 'rgb(1e400 -1e400 0 / 1e400)']) assert.match(parseColor(text)!, /^#[\da-f]{8}$/, text);
});
