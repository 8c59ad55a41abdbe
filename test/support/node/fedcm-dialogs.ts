import assert from 'node:assert/strict';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { patience } from './patience.js';

/** A dialog that the browser shows for FedCM, and what a user does with it. */
export interface FedCmDialog {
  /** `AccountChooser`, `AutoReauthn` for a user who is signed in again without a question, or `Error`. */
  type: Protocol.FedCm.DialogType;
  /** Who can be chosen, by address, and whether the site is new to them (`SignUp`) or not (`SignIn`). */
  accounts: Record<string, string>;
  choose(email: string): Promise<void>;
  /** Closes it, so that the browser shows none for a while when that is what the user wants. */
  dismiss(rest?: boolean): Promise<void>;
  /** Leaves an error behind. */
  accept(): Promise<void>;
  /** Waits until it is gone. */
  closed(): Promise<void>;
}

/** The dialogs of one tab. */
export interface FedCmDialogs {
  /** The oldest dialog that was not handled yet, as soon as there is one. */
  next(): Promise<FedCmDialog>;
  /** How many dialogs were shown so far. */
  readonly shown: number;
}

function soon<Value>(event: Promise<Value>, what: string, refusals: readonly string[]): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(
        new Error(`The browser has not ${what} for ${patience} ms. It refused: ${refusals.join(', ') || 'nothing'}.`),
      );
    const timer = setTimeout(giveUp, patience);
    void event.then(resolve).finally(() => clearTimeout(timer));
  });
}

/** Observes the dialogs of the tab behind `devtools`, which does not show them. Refusals are reported at once. */
export async function watchFedCmDialogs(devtools: CDPSession): Promise<FedCmDialogs> {
  const waiting: ((dialog: FedCmDialog) => void)[] = [];
  const unseen: FedCmDialog[] = [];
  const refusals: string[] = [];
  let shown = 0;

  devtools.on('Audits.issueAdded', ({ issue: { details } }) => {
    const { federatedAuthRequestIssueDetails: refusal } = details;
    if (refusal) refusals.push(refusal.federatedAuthRequestIssueReason);
  });

  devtools.on('FedCm.dialogShown', ({ dialogId, dialogType, accounts }) => {
    const gone = new Promise<void>((resolve) => {
      devtools.on('FedCm.dialogClosed', (event) => event.dialogId === dialogId && resolve());
    });
    const dialog: FedCmDialog = {
      type: dialogType,
      accounts: Object.fromEntries(accounts.map(({ email, loginState }) => [email, loginState ?? ''])),
      async choose(email) {
        const accountIndex = accounts.findIndex((account) => account.email === email);
        assert.notEqual(accountIndex, -1, `${email} is not in the dialog`);
        await devtools.send('FedCm.selectAccount', { dialogId, accountIndex });
      },
      dismiss: (rest = false) => devtools.send('FedCm.dismissDialog', { dialogId, triggerCooldown: rest }),
      accept: () => devtools.send('FedCm.clickDialogButton', { dialogId, dialogButton: 'ErrorGotIt' }),
      closed: () => soon(gone, 'closed the dialog', refusals),
    };
    shown += 1;
    const next = waiting.shift();
    if (next) next(dialog);
    else unseen.push(dialog);
  });
  await devtools.send('Audits.enable');
  await devtools.send('FedCm.enable', { disableRejectionDelay: true });

  return {
    next: () =>
      soon(
        new Promise((resolve) => (unseen.length > 0 ? resolve(unseen.shift()!) : waiting.push(resolve))),
        'shown a dialog',
        refusals,
      ),
    get shown() {
      return shown;
    },
  };
}
