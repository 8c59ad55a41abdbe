import type { InstallabilityFacts, InstallabilityReason, ProcessedResult } from '../types.js';

/** Something to know that decides nothing. */
export function note(id: string, message: string, fix?: string): InstallabilityReason {
  return { id, effect: 'notes', message, ...(fix !== undefined && { fix }) };
}

/** Notes for every engine: what the manifest gives to the app there, and what the network knows better than it. */
export function collectNotes(
  { manifest, understood, withoutEffect, appId }: ProcessedResult,
  { earlierId = appId, associations = {} }: InstallabilityFacts,
): InstallabilityReason[] {
  const given = understood.filter((name) => !withoutEffect.includes(name));
  const notes = [
    note('manifest-contributes', `The manifest gives ${given.join(', ') || 'nothing; the page itself has to do'}.`),
  ];
  if (withoutEffect.length > 0) notes.push(note('without-effect', `No effect here: ${withoutEffect.join(', ')}.`));
  if (earlierId !== appId)
    notes.push(
      note('id-changed', `The page linked the app ${earlierId} before, and ignores ${appId} until it is loaded again.`),
    );
  for (const { origin } of manifest.scope_extensions) {
    if (associations[origin] === false)
      notes.push(
        note(
          'scope-extension-unconfirmed',
          `${origin} stays outside: it does not name ${appId} in /.well-known/web-app-origin-association.`,
        ),
      );
  }
  return notes;
}
