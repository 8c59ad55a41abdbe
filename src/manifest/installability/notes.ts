import type { InstallabilityFacts, InstallabilityReason, ProcessedResult } from '../types.js';

/** Something to know that decides nothing. */
export function note(id: string, message: string, fix?: string): InstallabilityReason {
  return { id, effect: 'notes', message, ...(fix !== undefined && { fix }) };
}

/**
 * Notes for every engine: what the manifest gives to the app, and what the network knows better than the
 * manifest.
 */
export function collectNotes(
  { manifest, understood, appId }: ProcessedResult,
  { icons: fetched, earlierId = appId, associations = {} }: InstallabilityFacts,
): InstallabilityReason[] {
  const notes = [
    note(
      'manifest-contributes',
      `The manifest gives ${understood.join(', ') || 'nothing; the page itself has to do'}.`,
    ),
  ];
  if (earlierId !== appId)
    notes.push(
      note('id-changed', `The page linked the app ${earlierId} before, and ignores ${appId} until it is loaded again.`),
    );
  for (const { src, sizes, type } of manifest.icons) {
    const fact = fetched?.[src];
    if (!fact) continue;
    const { ok, width, height, type: found = type } = fact;
    const size = `${width}x${height}`;
    const isSized = width !== undefined && height !== undefined && found !== 'image/svg+xml';
    if (!ok) notes.push(note('cannot-download-icon', `${src} cannot be fetched.`));
    else if (isSized && sizes && !sizes.some((token) => /any/i.test(token) || token.toLowerCase() === size))
      notes.push(note('icon-differs', `${src} is ${size}, not ${sizes.join(' or ')}.`, `"sizes": "${size}"`));
    if (ok && type && found !== type)
      notes.push(note('icon-differs', `${src} is ${found}, not ${type}.`, `"type": "${found}"`));
  }
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
