import { expect } from '@open-wc/testing';
import '../../src/define/sign-in.js';
import { contentBackend, watchBackendRequests } from '../support/browser/backend.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { watchReports } from '../support/browser/elements.js';
import { until } from '../support/browser/until.js';

describe('<latch-sign-in> in a page that does not define <latch-sign-up>', () => {
  it('reports that the sign-up is missing, and still goes back', async () => {
    const backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    const reports = watchReports();
    const card = document.body.appendChild(document.createElement('latch-sign-in'));
    card.methods = 'password sign-up';
    const action = () => card.shadowRoot!.querySelector<HTMLButtonElement>('[part=action]');
    (await until(action)).click();
    const clock = stopClock();
    try {
      await until(() => card.querySelector('latch-sign-up'));
      await clock.pass(10_000);
      expect(reports.all.map(String)).to.deep.equal([
        'TypeError: "sign-up" among the methods of <latch-sign-in> needs "latchkey/define/sign-up"',
      ]);
      action()!.click();
      await settled();
      expect(card.querySelector('form')!.checkVisibility()).to.equal(true);
    } finally {
      clock.restore();
      card.remove();
      backend.restore();
      reports.stop();
    }
  });
});
