import { pageWide } from '../browser/page-wide.js';
import { LatchError } from './errors.js';

/**
 * A signal that aborts with `superseded` once the user signs out in this page, or has signed in in another way, or as
 * `signal` does. What may sign a user in takes it when it begins, before it waits for anything.
 */
export const whileSigningIn = (signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([...(signal ? [signal] : []), signIns().signal]);

/** Ends what may sign a user in, in this page, and says why. */
export function endSignIns(why: string): void {
  signIns().abort(new LatchError('superseded', why));
  delete pageWide().signIns;
}

const signIns = () => (pageWide().signIns ??= new AbortController());
