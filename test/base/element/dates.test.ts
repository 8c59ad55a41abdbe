import { expect, fixture, html } from '@open-wc/testing';
import { render } from 'lit';
import { datesFor } from '../../../src/base/element/dates.js';
import { passkeyList } from '../../../src/messages/en.js';
import { awaitTexts } from '../../../src/messages/localize.js';
import { stopDate } from '../../support/browser/clock.js';

/** By the clock of the browser, wherever it is. */
const noon = +new Date(2026, 0, 15, 12);

/** The date as it is written for `element`. */
const written = (element: Element, milliseconds = noon) => datesFor(element, passkeyList).write(milliseconds);

/** How long ago it is, as it is written for `element`. */
function ago(element: Element, milliseconds: number): HTMLElement {
  const place = document.createElement('div');
  render(datesFor(element, passkeyList).fill('Used {when}!', milliseconds), place);
  return place;
}

describe('a date', () => {
  for (const [language, text] of [
    ['de', '15.01.2026'],
    ['en-US', 'Jan 15, 2026'],
    ['ja', '2026/01/15'],
  ] as const) {
    it(`is written as in ${language} where that is the nearest language`, async () => {
      const outer = await fixture(html`<section lang="fr"><div lang=${language}><p></p></div></section>`);
      expect(written(outer.querySelector('p')!)).to.equal(text);
    });
  }

  it('follows the language out of shadow roots', async () => {
    const outer = await fixture(html`<section lang="de"><div></div></section>`);
    const inner = outer.querySelector('div')!.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
    expect(written(inner)).to.equal('15.01.2026');
  });

  it('is formatted even where the language tag is invalid', async () => {
    for (const language of ['', 'x-klingon!', '-', 'undefined undefined']) {
      const element = await fixture(html`<p lang=${language}></p>`);
      expect(written(element), language).to.contain('2026');
    }
    expect(written(document.createElement('p'))).to.contain('2026');
  });

  it('ends where dates end', async () => {
    expect(written(document.body, Number.MAX_SAFE_INTEGER)).to.contain('275760');
    expect(ago(document.body, Number.MAX_SAFE_INTEGER).querySelector('time')!.dateTime).to.equal(
      '+275760-09-13T00:00:00.000Z',
    );
  });
});

describe('how long ago something was', () => {
  /** Noon of a day in the middle of the year, by the clock of the browser. */
  const now = new Date(2026, 6, 15, 12);
  let restore: () => void;

  beforeEach(() => (restore = stopDate(+now)));
  afterEach(() => restore());

  /** The moment so many days before noon, at this hour. */
  const before = (days: number, hour: number) => new Date(2026, 6, 15 - days, hour).getTime();

  for (const [days, hour, text] of [
    [0, 12, 'today'],
    [0, 0, 'today'],
    [1, 23, 'yesterday'],
    [1, 0, 'yesterday'],
    [2, 23, '2 days ago'],
    [6, 0, '6 days ago'],
    [7, 12, '1 week ago'],
    [29, 12, '4 weeks ago'],
    [30, 12, '1 month ago'],
    [364, 12, '12 months ago'],
    [365, 12, '1 year ago'],
    [-3, 12, 'today'],
  ] as const) {
    it(`is "${text}" for ${days} days before, at ${hour} o’clock`, async () => {
      expect(ago(document.body, before(days, hour)).textContent).to.equal(`Used ${text}!`);
    });
  }

  it('is in the language of the sentence around it, which is English where there is no translation', async () => {
    const words = async (language: string) =>
      ago(await fixture(html`<p lang=${language}></p>`), before(1, 12)).textContent;
    await awaitTexts(await fixture(html`<p lang="de"></p>`), passkeyList);
    expect([await words('de'), await words('sv'), await words('en-GB')]).to.deep.equal([
      'Used gestern!',
      'Used yesterday!',
      'Used yesterday!',
    ]);
  });

  it('carries the moment for machines', () => {
    expect(ago(document.body, noon).querySelector('time')!.dateTime).to.equal(new Date(noon).toISOString());
  });
});
