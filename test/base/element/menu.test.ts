import { expect, fixture, html as template } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { html, LitElement } from 'lit';
import { Menu, type MenuItem } from '../../../src/base/element/menu.js';
import { renderMenuButton } from '../../../src/base/element/menu-button.js';
import { sharedStyles } from '../../../src/base/element/shared.styles.js';
import { click } from '../../support/browser/click.js';
import { choicesOf, menuButtons, openMenu } from '../../support/browser/menu.js';

class MenuElement extends LitElement {
  static override styles = sharedStyles;
  static override properties = { isBusy: { state: true } };
  isBusy = false;
  menu: Menu | undefined;
  readonly chosen: string[] = [];

  protected override firstUpdated() {
    this.menu = new Menu(this);
  }

  protected override render() {
    const choices: MenuItem[] = ['Rename', 'Move', 'Remove'].map((text) => ({
      text,
      isDangerous: text === 'Remove',
      act: () => this.chosen.push(text),
    }));
    return html`${['one', 'two'].map((name) =>
      renderMenuButton(`Actions for ${name}`, this.isBusy, (opener) => this.menu!.show(opener, choices)),
    )}${this.menu?.render()}`;
  }
}
customElements.define('menu-element', MenuElement);

describe('a menu', () => {
  let element: MenuElement;

  beforeEach(async () => {
    element = await fixture(template`<menu-element></menu-element>`);
  });

  const menuOf = () => element.shadowRoot!.querySelector('[role=menu]');
  const focused = () => {
    const active = element.shadowRoot!.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent;
  };
  const expanded = () => menuButtons(element).map((button) => button.getAttribute('aria-expanded'));

  async function press(...keys: string[]): Promise<(string | null | undefined)[]> {
    const stops = [];
    for (const key of keys) {
      await sendKeys({ press: key });
      await element.updateComplete;
      stops.push(focused());
    }
    return stops;
  }

  it('has the text color of the page’s tokens on their surface', async () => {
    element.style.cssText = '--latch-surface: rgb(20, 25, 48); --latch-text: rgb(236, 238, 251)';
    await openMenu(element);
    const { backgroundColor, color } = getComputedStyle(menuOf()!);
    expect([backgroundColor, color, getComputedStyle(choicesOf(element)[0]!).color]).to.deep.equal([
      'rgb(20, 25, 48)',
      'rgb(236, 238, 251)',
      'rgb(236, 238, 251)',
    ]);
  });

  it('is announced by its button, named after it, and has the focus on its first choice', async () => {
    const [button] = menuButtons(element);
    expect([button!.getAttribute('aria-haspopup'), expanded()]).to.deep.equal(['menu', ['false', 'false']]);
    await expect(element).to.be.accessible();
    const choices = await openMenu(element);
    expect([expanded(), menuOf()!.getAttribute('aria-label'), focused()]).to.deep.equal([
      ['true', 'false'],
      'Actions for one',
      'Rename',
    ]);
    expect(choices.map((choice) => choice.getAttribute('part'))).to.deep.equal(['action', 'action', 'action-danger']);
    await expect(element).to.be.accessible();
  });

  it('is opened by Enter, Space and the arrow keys, by ArrowUp at its end', async () => {
    for (const [key, first] of [
      ['Enter', 'Rename'],
      [' ', 'Rename'],
      ['ArrowDown', 'Rename'],
      ['ArrowUp', 'Remove'],
    ] as const) {
      menuButtons(element)[1]!.focus();
      expect(await press(key, 'Escape'), key).to.deep.equal([first, 'Actions for two']);
    }
    menuButtons(element)[0]!.focus();
    await press('ArrowLeft', 'a');
    expect(menuOf() === null, 'other keys open nothing').to.equal(true);
  });

  it('lets arrow keys go round, and Home, End and first letters jump', async () => {
    await openMenu(element);
    expect(
      await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'r', 'r', 'm', 'x'),
    ).to.deep.equal(['Move', 'Remove', 'Rename', 'Remove', 'Rename', 'Remove', 'Rename', 'Remove', 'Move', 'Move']);
  });

  it('closes by Escape, gives the focus back to its button, and tells nothing around it of the key', async () => {
    const heard: string[] = [];
    const listen = ({ key }: KeyboardEvent) => heard.push(key);
    document.addEventListener('keydown', listen);
    await openMenu(element, 1);
    const stops = await press('Escape');
    document.removeEventListener('keydown', listen);
    expect([stops, heard, menuOf(), expanded()]).to.deep.equal([['Actions for two'], [], null, ['false', 'false']]);
  });

  it('closes by Tab, which goes on from its button', async () => {
    await openMenu(element);
    expect(await press('Tab')).to.deep.equal(['Actions for two']);
    expect(menuOf()).to.equal(null);
  });

  it('closes by a click elsewhere, and by a click on its own button', async () => {
    const elsewhere = document.body.appendChild(document.createElement('button'));
    await openMenu(element);
    await click(elsewhere);
    await element.updateComplete;
    expect([menuOf(), expanded()]).to.deep.equal([null, ['false', 'false']]);
    elsewhere.remove();
    const [button, other] = menuButtons(element);
    for (const isOpen of [true, false, true]) {
      await click(button!);
      await element.updateComplete;
      expect(menuOf() !== null).to.equal(isOpen);
    }
    await click(other!);
    await element.updateComplete;
    expect([menuOf()!.getAttribute('aria-label'), expanded()]).to.deep.equal(['Actions for two', ['false', 'true']]);
  });

  it('does what is chosen once it is closed, with the focus on its button', async () => {
    await openMenu(element);
    await press('ArrowDown', 'Enter');
    expect([element.chosen, focused(), menuOf()]).to.deep.equal([['Move'], 'Actions for one', null]);
    await openMenu(element, 1);
    await click(choicesOf(element)[2]!);
    await element.updateComplete;
    expect([element.chosen, focused()]).to.deep.equal([['Move', 'Remove'], 'Actions for two']);
  });

  it('does not open while something is in progress', async () => {
    element.isBusy = true;
    await element.updateComplete;
    menuButtons(element)[0]!.click();
    menuButtons(element)[0]!.focus();
    await press('ArrowDown');
    expect(menuOf()).to.equal(null);
  });

  it('is gone with its element, and opens again where that is put', async () => {
    await openMenu(element);
    const { parentElement } = element;
    element.remove();
    await element.updateComplete;
    expect([menuOf(), expanded()]).to.deep.equal([null, ['false', 'false']]);
    parentElement!.append(element);
    expect(await openMenu(element)).to.have.length(3);
  });

  describe('stands', () => {
    beforeEach(() => setViewport({ width: 320, height: 400 }));
    afterEach(() => setViewport({ width: 800, height: 600 }));

    /** Puts the button at the place that `style` says, opens the menu and gives both places. */
    async function open(style: string, dir = 'ltr') {
      element.dir = dir;
      element.style.cssText = `position: fixed; inline-size: 44px; ${style}`;
      element.shadowRoot!.querySelectorAll('button')[1]!.hidden = true;
      await openMenu(element);
      return { menu: menuOf()!.getBoundingClientRect(), button: menuButtons(element)[0]!.getBoundingClientRect() };
    }

    it('below the end of its button, and above it where there is no room below', async () => {
      const { menu, button } = await open('top: 20px; left: 250px');
      expect([menu.right, menu.top]).to.deep.equal([button.right, button.bottom + 4]);
      await press('Escape');
      const low = await open('top: 340px; left: 250px');
      expect([low.menu.right, low.menu.bottom]).to.deep.equal([low.button.right, low.button.top - 4]);
    });

    it('below the other end of its button from right to left', async () => {
      const { menu, button } = await open('top: 20px; left: 20px', 'rtl');
      expect([menu.left, menu.top]).to.deep.equal([button.left, button.bottom + 4]);
    });

    it('within the window wherever its button is, and whatever clips that', async () => {
      for (const dir of ['ltr', 'rtl'])
        for (const left of [0, 276])
          for (const top of [0, 180, 360]) {
            const { menu } = await open(`top: ${top}px; left: ${left}px; overflow: hidden; block-size: 44px`, dir);
            const place = `${dir} ${left} ${top}`;
            expect([menu.left >= 8, menu.right <= 312, menu.top >= 8, menu.bottom <= 392], place).to.deep.equal([
              true,
              true,
              true,
              true,
            ]);
            const { left: x, top: y, width, height } = choicesOf(element)[2]!.getBoundingClientRect();
            const hit = element.shadowRoot!.elementFromPoint(x + width / 2, y + height / 2);
            expect(hit === choicesOf(element)[2], place).to.equal(true);
            await press('Escape');
          }
    });

    it('by its button after the page was scrolled', async () => {
      document.body.style.blockSize = '2000px';
      const { menu } = await open('position: absolute; top: 100px; left: 200px');
      const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
      scrollTo(0, 60);
      await scrolled;
      expect(menuOf()!.getBoundingClientRect().top).to.equal(menu.top - 60);
      document.body.removeAttribute('style');
      scrollTo(0, 0);
    });
  });
});
