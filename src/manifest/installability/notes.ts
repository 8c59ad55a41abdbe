import type { InstallabilityFacts, InstallabilityReason, ProcessedResult } from '../types.js';

/** Something to know that decides nothing. */
export function note(id: string, message: string, fix?: string): InstallabilityReason {
  return { id, effect: 'notes', message, ...(fix !== undefined && { fix }) };
}

/** What is worth telling in every engine: what the manifest gives to the app, and what the network knows better than the manifest. */
export function collectNotes(processed: ProcessedResult, facts: InstallabilityFacts): InstallabilityReason[] {
  const { manifest, understood, appId } = processed;
  const notes = [
    note('manifest-contributes', understood.length > 0 ? `The manifest gives ${understood.join(', ')}.` : 'The manifest gives nothing; the page itself has to do.'),
  ];
  if (facts.earlierId !== undefined && facts.earlierId !== appId) {
    notes.push(note('id-changed', `This document has linked the app ${facts.earlierId} before; a manifest for another one, ${appId}, does not count until the page is loaded again, and makes another app.`, `"id": ${JSON.stringify(facts.earlierId)}`));
  }
  for (const { src, sizes, type } of manifest.icons) {
    const icon = facts.icons?.[src];
    if (!icon) continue;
    if (!icon.ok) notes.push(note('cannot-download-icon', `${src} cannot be fetched.`));
    const size = icon.width && icon.height ? `${icon.width}x${icon.height}` : undefined;
    if (size && icon.type !== 'image/svg+xml' && sizes && !sizes.includes('any') && !sizes.map((token) => token.toLowerCase()).includes(size)) notes.push(note('icon-differs', `${src} is ${size}, not ${sizes.join(' or ')}.`, `"sizes": "${size}"`));
    if (icon.type && type && icon.type !== type) notes.push(note('icon-differs', `${src} is ${icon.type}, not ${type}.`, `"type": "${icon.type}"`));
  }
  for (const { origin } of manifest.scope_extensions) {
    if (facts.associations?.[origin] === false) notes.push(note('scope-extension-unconfirmed', `${origin} does not name ${appId} in /.well-known/web-app-origin-association, so that it stays outside.`));
  }
  return notes;
}
