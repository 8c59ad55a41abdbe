import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { html, LitElement } from 'lit';
import { Confirmation, type Problem, type Question } from '../../../src/base/element/confirmation.js';
import { confirmationStyles } from '../../../src/base/element/confirmation.styles.js';
import { sharedStyles } from '../../../src/base/element/shared.styles.js';
import { click } from '../../support/browser/click.js';
import { settled } from '../../support/browser/clock.js';

class AskingElement extends LitElement {
  static override styles = [sharedStyles, confirmationStyles];
  readonly confirmation = new Confirmation(this);

  protected override render() {
    return html`<button id="opener">Remove it</button>${this.confirmation.render()}`;
  }
}
customElements.define('asking-element', AskingElement);

const question: Question = {
  title: 'Remove it?',
  text: 'It cannot be brought back.',
  confirm: 'Remove passkey',
  cancel: 'Keep',
};
const withInput = (attempt: NonNullable<Question['attempt']>): Question => ({
  ...question,
  input: html`<label for="word">Word</label><input id="word" name="word" required autofocus />`,
  attempt,
});

describe('a confirmation', () => {
  let element: AskingElement;

  beforeEach(async () => {
    element = document.body.appendChild(new AskingElement());
    await element.updateComplete;
    inside('#opener').focus();
  });

  afterEach(() => element.remove());

  const inside = (selector: string) => element.renderRoot.querySelector<HTMLElement>(selector)!;
  const dialog = () => element.renderRoot.querySelector('dialog');
  const focused = () => (element.renderRoot as ShadowRoot).activeElement?.textContent?.trim();

  /** Asks, and resolves once the dialog is there. The answer is wrapped, because a promise cannot hold a promise. */
  async function ask(asked: Question = question): Promise<{ answer: Promise<boolean> }> {
    const answer = element.confirmation.ask(asked);
    await element.updateComplete;
    return { answer };
  }

  it('is a modal dialog with a name and a description, and the focus on the safe answer', async () => {
    const { answer } = await ask();
    expect(dialog()!.matches(':modal')).to.equal(true);
    expect([inside('#question').textContent, inside('#about').textContent]).to.deep.equal([
      question.title,
      question.text,
    ]);
    expect(focused()).to.equal('Keep');
    await expect(element).to.be.accessible();
    await click(inside('.answers .quiet'));
    expect(await answer).to.equal(false);
  });

  it('resolves with true when the person says yes, and is gone', async () => {
    const { answer } = await ask();
    await click(inside('[value=yes]'));
    expect(await answer).to.equal(true);
    await element.updateComplete;
    expect(dialog() === null).to.equal(true);
  });

  it('has buttons as wide as the dialog in a narrow window, where they do not fit beside each other', async () => {
    await setViewport({ width: 360, height: 600 });
    const { answer } = await ask({ ...question, confirm: 'Remove everything from this device' });
    const room = inside('.answers').clientWidth;
    expect([...inside('.answers').children].map((button) => (button as HTMLElement).offsetWidth)).to.deep.equal([
      room,
      room,
    ]);
    await sendKeys({ press: 'Escape' });
    await answer;
    await setViewport({ width: 800, height: 600 });
  });

  it('takes Escape for a no and gives the focus back', async () => {
    const { answer } = await ask();
    await sendKeys({ press: 'Escape' });
    expect(await answer).to.equal(false);
    expect(focused()).to.equal('Remove it');
  });

  it('gives the focus back after a yes, and can ask again', async () => {
    for (let times = 0; times < 2; times++) {
      const { answer } = await ask();
      inside('[value=yes]').click();
      expect(await answer).to.equal(true);
      expect(focused()).to.equal('Remove it');
    }
  });

  it('takes being closed by the page for a no', async () => {
    const { answer } = await ask();
    element.confirmation.dismiss();
    expect(await answer).to.equal(false);
  });

  it('takes the removal or a move of the element for a no, and leaves no dialog behind', async () => {
    for (const leave of [() => element.remove(), () => document.body.append(element)]) {
      document.body.append(element);
      const { answer } = await ask();
      leave();
      expect(await answer).to.equal(false);
      document.body.append(element);
      await element.updateComplete;
      expect(dialog() === null).to.equal(true);
    }
  });

  it('says no to a second question while one is open, and to any while the element is not in the page', async () => {
    const { answer } = await ask();
    expect(await element.confirmation.ask({ ...question, title: 'And that?' })).to.equal(false);
    expect(inside('#question').textContent).to.equal(question.title);
    element.remove();
    expect(await answer).to.equal(false);
    expect(await element.confirmation.ask(question)).to.equal(false);
  });

  it('stays open until what it attempts has succeeded, and says in between what was wrong', async () => {
    const words: unknown[] = [];
    const { answer } = await ask(
      withInput(async (data) => {
        words.push(data.get('word'));
        return words.length < 2 ? { sentence: 'That is not the word.', isMistake: true } : undefined;
      }),
    );
    expect((element.renderRoot as ShadowRoot).activeElement?.id).to.equal('word');
    await sendKeys({ type: 'please' });
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(inside('[role=alert]').textContent).to.equal('That is not the word.');
    expect(dialog()!.open).to.equal(true);
    await expect(element).to.be.accessible();
    await sendKeys({ press: 'Enter' });
    expect(await answer).to.equal(true);
    expect(words).to.deep.equal(['please', 'please']);
  });

  it('ties the sentence about a mistake to the input until the person corrects it', async () => {
    const described = () => [
      inside('input').getAttribute('aria-invalid'),
      inside('input').getAttribute('aria-describedby'),
      inside('#problem').textContent,
    ];
    await ask(withInput(async () => ({ sentence: 'That is not the word.', isMistake: true })));
    expect(described()).to.deep.equal([null, null, '']);
    await sendKeys({ type: 'please' });
    await click(inside('[value=yes]'));
    await settled();
    expect(described()).to.deep.equal(['true', 'problem', 'That is not the word.']);
    expect((element.renderRoot as ShadowRoot).activeElement?.id).to.equal('word');
    await expect(element).to.be.accessible();
    await sendKeys({ type: '!' });
    await settled();
    expect(described()).to.deep.equal([null, null, '']);
  });

  it('leaves the input valid when an attempt has failed for another reason', async () => {
    await ask(withInput(async () => ({ sentence: 'The server cannot be reached.', isMistake: false })));
    await sendKeys({ type: 'please' });
    await sendKeys({ press: 'Enter' });
    await settled();
    expect([inside('#problem').textContent, inside('input').hasAttribute('aria-invalid')]).to.deep.equal([
      'The server cannot be reached.',
      false,
    ]);
  });

  it('attempts once however often it is confirmed, and drops the outcome when it was dismissed meanwhile', async () => {
    let attempts = 0;
    let finish = (_problem: Problem | undefined) => {};
    const { answer } = await ask(
      withInput(() => {
        attempts++;
        return new Promise((resolve) => (finish = resolve));
      }),
    );
    inside('input').setAttribute('value', 'please');
    for (let times = 0; times < 100; times++) inside('[value=yes]').click();
    await element.updateComplete;
    expect([attempts, inside('[value=yes]').getAttribute('aria-disabled')]).to.deep.equal([1, 'true']);
    await sendKeys({ press: 'Escape' });
    expect(await answer).to.equal(false);
    const next = await ask();
    finish(undefined);
    await settled();
    expect([dialog()!.open, inside('#question').textContent]).to.deep.equal([true, question.title]);
    element.confirmation.dismiss();
    expect(await next.answer).to.equal(false);
  });
});
