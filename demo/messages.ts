/** A message as the server shows it instead of sending it. */
interface ShownMessage {
  sentAt: number;
  to: string;
  subject: string;
  text: string;
}

const list = document.querySelector('.messages')!;
const found = document.querySelector('[data-found]')!;
const moment = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'medium' });

function add(parent: Element, name: string, text: string): HTMLElement {
  const child = document.createElement(name);
  child.textContent = text;
  parent.append(child);
  return child;
}

function showMessage({ sentAt, to, subject, text }: ShownMessage): HTMLElement {
  const item = document.createElement('li');
  add(item, 'h2', subject);
  const line = add(item, 'p', `To ${to}, `);
  const time = add(line, 'time', moment.format(sentAt)) as HTMLTimeElement;
  time.dateTime = new Date(sentAt).toISOString();
  add(item, 'pre', text).tabIndex = 0;
  return item;
}

/** Shows the messages that there are by now. */
async function look(): Promise<void> {
  const response = await fetch('/development/messages').catch(() => undefined);
  if (!response?.ok) {
    found.textContent =
      response?.status === 404
        ? 'This server shows no messages here: it sends them, or is not this machine.'
        : 'Can’t reach the server. Try again.';
    return;
  }
  const { messages } = (await response.json()) as { messages: ShownMessage[] };
  found.textContent =
    messages.length === 0
      ? 'There is no message yet.'
      : messages.length === 1
        ? 'There is 1 message.'
        : `There are ${messages.length} messages, the latest first.`;
  list.replaceChildren(...messages.map(showMessage));
}

document.querySelector('[data-again]')!.addEventListener('click', () => void look());
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void look());
void look();
