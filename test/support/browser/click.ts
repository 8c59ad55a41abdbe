import { resetMouse, sendMouse } from '@web/test-runner-commands';

/** Chromium drops input that comes before the first frame of a page, which on a busy machine may be late. */
const tries = 5;

/**
 * Clicks the middle of `element` with the real mouse, which gives the page a user activation as `element.click()` does
 * not.
 *
 * @throws {Error} if the click does not reach the element: it has no size, or something lies above it.
 */
export async function click(element: Element): Promise<void> {
  let hasArrived = false;
  const notice = () => (hasArrived = true);
  element.addEventListener('click', notice, { once: true });
  for (let tried = 0; tried < tries && !hasArrived; tried++) {
    await nextFrame();
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) throw new Error(`<${element.localName}> has no size, so it cannot be clicked`);
    await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
    await resetMouse();
  }
  element.removeEventListener('click', notice);
  if (!hasArrived) throw new Error(`<${element.localName}> was clicked ${tries} times, but no click has reached it`);
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
