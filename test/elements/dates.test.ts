import { expect, fixture, html } from '@open-wc/testing';
import { render } from 'lit';
import { datesFor } from '../../src/elements/dates.js';

const noon = Date.UTC(2026, 0, 15, 12);

/** The date as it is written for `element`. */
function written(element: Element, milliseconds = noon): HTMLTimeElement {
  const place = document.createElement('div');
  render(datesFor(element)(milliseconds), place);
  return place.querySelector('time')!;
}

describe('a date', () => {
  for (const [language, text] of [
    ['de', '15.01.2026'],
    ['en-US', 'Jan 15, 2026'],
    ['ja', '2026/01/15'],
  ] as const) {
    it(`is written as in ${language} where that is the nearest language`, async () => {
      const outer = await fixture(html`<section lang="fr"><div lang=${language}><p></p></div></section>`);
      expect(written(outer.querySelector('p')!).textContent).to.equal(text);
      expect(written(outer.querySelector('p')!).dateTime).to.equal('2026-01-15T12:00:00.000Z');
    });
  }

  it('follows the language out of shadow roots', async () => {
    const outer = await fixture(html`<section lang="de"><div></div></section>`);
    const inner = outer.querySelector('div')!.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
    expect(written(inner).textContent).to.equal('15.01.2026');
  });

  it('is written all the same where the language is none', async () => {
    for (const language of ['', 'x-klingon!', '-', 'undefined undefined']) {
      const element = await fixture(html`<p lang=${language}></p>`);
      expect(written(element).textContent, language).to.contain('2026');
    }
    expect(written(document.createElement('p')).textContent).to.contain('2026');
  });

  it('ends where dates end', async () => {
    expect(written(document.body, Number.MAX_SAFE_INTEGER).dateTime).to.equal('+275760-09-13T00:00:00.000Z');
  });
});
