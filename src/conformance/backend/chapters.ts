import contract from '../../../contract/schemas.json' with { type: 'json' };
import type { Browser } from './exchange.js';

/**
 * A request whose answer is 404, 405 or 501 if the backend lacks a part of the contract: a chapter, or something that it
 * may have beside the rest of one or without it.
 */
interface Probe {
  readonly part: string;
  /** The chapter of the request. */
  readonly chapter: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const probes: readonly Probe[] = contract.probes;

/** What is found with a part: a chapter without a probe of its own consists of parts. */
const nameOf = ({ part, chapter }: Probe): string => (probes.some((probe) => probe.part === chapter) ? part : chapter);

/** All chapters that are optional. */
export const optionalChapters: readonly string[] = [...new Set(probes.map(nameOf))];

/**
 * Finds the chapters that the backend has; `core` always counts as one of them. Of `next-steps` it also finds the parts:
 * `terms` and `account-choice`.
 */
export async function findChapters(newVisitor: () => Browser, onProbe?: (what: string) => void): Promise<Set<string>> {
  const found = new Set(['core']);
  for (const probe of probes) {
    onProbe?.(`Looks for ${nameOf(probe)}`);
    const { status } = await newVisitor().send(probe.method, probe.path, probe.body);
    if (![404, 405, 501].includes(status)) found.add(probe.part).add(nameOf(probe));
  }
  return found;
}
