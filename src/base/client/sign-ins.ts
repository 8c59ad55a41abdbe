import { pageWide } from '../browser/page-wide.js';
import { LatchError } from './errors.js';

/**
 * A signal that aborts with `superseded` once the user signs out in this page, or as `signal` does. What may sign a user
 * in takes it when it begins, before it waits for anything.
 */
export const untilSignOut = (signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([...(signal ? [signal] : []), signIns().signal]);

/** Ends what may sign a user in, in this page: the user signs out. */
export function endSignIns(): void {
  signIns().abort(new LatchError('superseded', 'The user has signed out.'));
  delete pageWide().signIns;
}

const signIns = () => (pageWide().signIns ??= new AbortController());
