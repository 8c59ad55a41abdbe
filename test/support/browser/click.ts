import { resetMouse, sendMouse } from '@web/test-runner-commands';

/** Clicks the middle of `element` with the real mouse, which gives the page a user activation as `element.click()` does not. */
export async function click(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) throw new Error(`<${element.localName}> has no size, so nobody can click it`);
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
  await resetMouse();
}
