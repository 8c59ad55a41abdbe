import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorNames, parseColor } from '../../src/manifest/color-words.js';

const colors: Array<[text: string, color: string | undefined]> = [
  ['red', '#ff0000ff'],
  ['RebeccaPurple', '#663399ff'],
  ['grey', '#808080ff'],
  ['transparent', '#00000000'],
  ['#abc', '#aabbccff'],
  ['#ABCD', '#aabbccdd'],
  ['#a1b2c3', '#a1b2c3ff'],
  ['#a1b2c3d4', '#a1b2c3d4'],
  ['rgb(1, 2, 3)', '#010203ff'],
  ['rgb(1 2 3 / 50%)', '#01020380'],
  ['rgba(10%, 20%, 30%, .5)', '#1a334d80'],
  ['rgb(300 -5 2.5)', '#ff0003ff'],
  ['rgb(none 2 3)', '#000203ff'],
  ['rgb(1 2 3', '#010203ff'],
  ['rgb(/* red */1 2 3)', '#010203ff'],
  ['hsl(120, 100%, 25%)', '#008000ff'],
  ['hsl(.5turn 100% 50%)', '#00ffffff'],
  ['hsl(-240deg 100% 50%)', '#00ff00ff'],
  ['hsl(400grad 100 50)', '#ff0000ff'],
  ['hwb(90 10% 10%)', '#80e61aff'],
  ['hwb(0 60% 60%)', '#808080ff'],
  ['lab(50% 40 59)', '#bf5702ff'],
  ['lch(50% 50 120)', '#5c8225ff'],
  ['oklab(0.5 0.1 -0.1)', '#81459aff'],
  ['oklch(70% 0.1 200)', '#40b1b7ff'],
  ['oklch(0.5 -1 0)', '#636363ff'],
  ['color(srgb 1 .5 0)', '#ff8000ff'],
  ['color(srgb-linear .5 .5 .5)', '#bcbcbcff'],
  ['color(display-p3 0 1 0 / 40%)', '#00ff0066'],
  ['color(display-p3-linear .3 .6 .9)', '#84cdf8ff'],
  ['color(a98-rgb .5 .2 .9)', '#9330eaff'],
  ['color(a98-rgb -.5 -.5 .5)', '#000085ff'],
  ['color(prophoto-rgb .3 .6 .9)', '#00b5f3ff'],
  ['color(rec2020 .2 .8 .4)', '#00dc64ff'],
  ['color(rec2020 .01 .02 .03)', '#020f14ff'],
  ['color(xyz .3 .3 .3)', '#a2918fff'],
  ['color(XYZ-D65 30% 30% 30%)', '#a2918fff'],
  ['color(xyz-d50 .3 .3 .3 / 40%)', '#9793a566'],
  ['hsl(120 150%40%)', '#00cc00ff'],
  ['#f00/*', '#ff0000ff'],
  ['', undefined],
  ['#12', undefined],
  ['#12345', undefined],
  ['#ggg', undefined],
  ['abc', undefined],
  ['currentcolor', undefined],
  ['Canvas', undefined],
  ['rgb(1, 2 3)', undefined],
  ['rgb(1 2 3, .5)', undefined],
  ['rgb(1,2,3/.5)', undefined],
  ['rgb(1, 2%, 3)', undefined],
  ['rgb(none, 2, 3)', undefined],
  ['rgb(1 2)', undefined],
  ['rgb(1 2 3 4)', undefined],
  ['rgb(1 2 3 / 1 / 1)', undefined],
  ['rgb(1. 2 3)', undefined],
  ['rgb(1px 2 3)', undefined],
  ['rgb (1 2 3)', undefined],
  ['hsl(120, 100, 25)', undefined],
  ['hsl(50% 50% 50%)', undefined],
  ['hwb(90, 10%, 10%)', undefined],
  ['lab(50%, 40, 59)', undefined],
  ['color(foo 1 1 1)', undefined],
  ['color(rec2100-pq .3 .6 .9)', undefined],
  ['rgb(calc(1) 2 3)', undefined],
  ['color(srgb 1 1)', undefined],
  ['rgb(1 2 3) x', undefined],
  ['\u00a0red', undefined],
  ['red;', undefined],
  ['color-mix(in srgb, red, blue)', undefined],
  ['__proto__', undefined],
  [`rgb(${' '.repeat(300)}1 2 3)`, undefined],
];
for (const [text, color] of colors) {
  test(`${JSON.stringify(text.slice(0, 40))} is ${color ?? 'no colour'}`, () => assert.equal(parseColor(text), color));
}

/** What live browsers answer, each in its own way. */
const ofEngines: Array<[text: string, chromium: string | undefined, gecko: string | undefined]> = [
  ['hsl(120 150% 40%)', '#00cc00ff', '#00cc00ff'],
  ['hsl(120,150%,40%)', '#00cc00ff', '#00cc00ff'],
  ['HSL(120,150%,40%)', '#00cc00ff', '#00cc00ff'],
  ['hsl(120DEG 150% 40% / .5)', '#00cc0080', '#00cc0080'],
  ['HSL(120 150% 40%)', '#00ff00ff', '#00cc00ff'],
  ['hsl(120 150 40)', '#00ff00ff', '#00cc00ff'],
  ['hsl(120 150% 40% / 50%)', '#00ff0080', '#00cc0080'],
  ['hsl(120 150% 40% / .5 )', '#00ff0080', '#00cc0080'],
  ['hsl(1e2 150% 40%)', '#33ff00ff', '#44cc00ff'],
  ['hsl(120 150% 40%', '#00ff00ff', '#00cc00ff'],
  ['hsl(120 150 150)', '#ffbfffff', '#ffffffff'],
  ['hsl(120 150 -10)', '#000000ff', '#000000ff'],
  ['red/**/', undefined, '#ff0000ff'],
  ['hwb(10 1e39% 10%)', '#ffffffff', '#e8e8e8ff'],
  ['lab(50 none none)', '#777777ff', '#000000ff'],
  ['lab(50 none none / .5)', '#77777780', '#00000080'],
  ['lch(50 none none)', '#777777ff', '#777777ff'],
  ['lch(50 50 none)', '#c14e79ff', '#777777ff'],
  ['oklch(none .1 50)', '#000100ff', '#000000ff'],
  ['color(srgb none .5 .5)', '#008080ff', '#008080ff'],
  ['color(srgb-linear none .5 .5)', '#00bcbcff', '#000000ff'],
  ['hsl(none 50% 50%)', '#bf4040ff', '#bf4040ff'],
  ['hwb(none 10% 10% / none)', '#e61a1a00', '#e61a1a00'],
  ['color(prophoto-rgb .02 .02 .02)', '#030303ff', undefined],
  ['lch(50 1e400 30)', '#ff00ffff', undefined],
  ['oklab(.5 1e14 1e14)', '#000000ff', '#000000ff'],
  ['color(display-p3 1e39 0 0)', '#000000ff', '#000000ff'],
  ['color(srgb -1e400 1e400 0)', '#00ff00ff', '#00ff00ff'],
  ['hsl(1e39 50% 50%)', '#bf4040ff', '#bf4040ff'],
];
for (const [text, chromium, gecko] of ofEngines) {
  test(`${text} is ${chromium ?? 'no colour'} in Chromium and ${gecko ?? 'something else'} in Gecko`, () => {
    assert.equal(parseColor(text, 'chromium'), chromium);
    if (gecko) assert.equal(parseColor(text, 'gecko'), gecko);
  });
}

test('all 148 names of CSS are known, and no other', () => {
  const spelled = [...colorNames.keys()].flatMap((name) =>
    name.includes('gray') ? [name, name.replace('gray', 'grey')] : name,
  );
  assert.equal(spelled.filter((name) => name !== 'transparent').length, 148);
  for (const name of spelled) assert.match(parseColor(name)!, /^#[\da-f]{6}(?:ff|00)$/);
  for (const name of ['greygrey', 'greenyellowgrey', 'constructor']) assert.equal(parseColor(name), undefined);
});

test('numbers beyond all bounds leave a colour', () => {
  for (const text of [
    'lch(11% 1e400 546)',
    'oklab(0.5 1e400 -1e400)',
    'color(display-p3 1e400 1e400 1e400)',
    'hsl(1e400 50% 50%)',
    'hwb(10 1e400% 1e400%)',
    'rgb(1e400 -1e400 0 / 1e400)',
  ])
    assert.match(parseColor(text)!, /^#[\da-f]{8}$/, text);
});
