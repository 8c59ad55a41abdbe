import { install, readInstallation, type InstallOutcome } from '../../../src/install/prompt.js';

/** A `beforeinstallprompt` as Chromium fires it, whose dialog a test answers. Headless browsers show none. */
export class InstallPrompt extends Event {
  /** How often its dialog was requested. */
  prompted = 0;
  readonly userChoice: Promise<{ outcome: InstallOutcome }>;
  #choose!: (choice: { outcome: InstallOutcome }) => void;

  constructor() {
    super('beforeinstallprompt', { cancelable: true });
    this.userChoice = new Promise((resolve) => (this.#choose = resolve));
  }

  prompt(): Promise<{ outcome: InstallOutcome } | undefined> {
    this.prompted++;
    if (this.prompted > 1)
      return Promise.reject(new DOMException('The prompt() method may only be called once.', 'InvalidStateError'));
    return this.userChoice;
  }

  /** The user answers. */
  answer(outcome: InstallOutcome): void {
    this.#choose({ outcome });
  }
}

const offered: InstallPrompt[] = [];

/** The browser finds the page fit to be installed. */
export function offerInstallation(prompt = new InstallPrompt()): InstallPrompt {
  offered.push(prompt);
  dispatchEvent(prompt);
  return prompt;
}

/** The browser has installed the app. */
export function finishInstallation(): void {
  dispatchEvent(new Event('appinstalled'));
}

/** Puts the page back to where nothing is installed, no dialog is open and there is none to open. */
export async function withdrawInstallation(): Promise<void> {
  offerInstallation();
  for (const prompt of offered.splice(0)) prompt.answer('dismissed');
  while (readInstallation().canPrompt) await install().catch(() => 'a prompt that fails is used up too');
}

/** Has the browser find these media queries to match, until the returned function is called. */
export function matchMediaTo(...matching: string[]): () => void {
  const own = globalThis.matchMedia;
  globalThis.matchMedia = (query) => ({ ...own.call(globalThis, 'not all'), matches: matching.includes(query) });
  return () => (globalThis.matchMedia = own);
}

/** Gives the browser an answer to which related apps are installed, until the returned function is called. */
export function answerRelatedApps(answer: () => Promise<readonly object[]>): () => void {
  Object.defineProperty(navigator, 'getInstalledRelatedApps', { configurable: true, value: answer });
  return () => Reflect.deleteProperty(navigator, 'getInstalledRelatedApps');
}
