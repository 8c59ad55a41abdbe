import type { Algorithm } from './algorithms.js';
import { faults, type CeremonyKind, type Fault, type FaultName, type Stages } from './faults/index.js';

/** Hands a value through one stage of a ceremony: what comes back is what the faults made of it. */
export type PassStage = <Stage extends keyof Stages>(stage: Stage, value: Stages[Stage]) => Promise<Stages[Stage]>;

/** What a ceremony is like, as far as faults depend on it. */
export interface CeremonyTraits {
  readonly kind: CeremonyKind;
  readonly algorithm: Algorithm;
  readonly packed: boolean;
}

/**
 * Prepares the stages of a ceremony that goes wrong in the given ways.
 *
 * @throws {TypeError} naming the fault, if one is unknown or cannot show in this ceremony.
 */
export function prepareStages(wanted: ReadonlyArray<FaultName | Fault>, traits: CeremonyTraits): PassStage {
  const chosen = wanted.map((fault) => (typeof fault === 'string' ? findFault(fault, traits) : fault));
  return async (stage, value) => {
    for (const { change } of chosen) value = (await change[stage]?.(value)) ?? value;
    return value;
  };
}

function findFault(name: FaultName, { kind, algorithm, packed }: CeremonyTraits): Fault {
  const fault = faults[name];
  if (!fault) throw new TypeError(`"${name}" is not a fault of the authenticator`);
  if (!fault.ceremonies.includes(kind)) throw new TypeError(`"${name}" cannot show in ${kind}()`);
  if (fault.needs?.algorithm !== undefined && fault.needs.algorithm !== algorithm) {
    throw new TypeError(
      `"${name}" needs a credential of algorithm ${fault.needs.algorithm}, this one has ${algorithm}`,
    );
  }
  if (fault.needs?.packed && !packed) throw new TypeError(`"${name}" needs packed attestation`);
  return fault;
}
