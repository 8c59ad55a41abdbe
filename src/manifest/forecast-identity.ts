import type { ProcessedResult } from './types.js';

/** Why two manifests describe one app or two: which of the things that make up an id has changed. */
export type IdentityCause = 'unchanged' | 'id-added' | 'id-changed' | 'id-removed' | 'start-url-changed';

/** What happens to installed apps when their manifest is replaced. */
export interface IdentityForecast {
  /**
   * Whether installed apps stay this app. If not, they keep their old manifest for ever and new people get a second
   * app.
   */
  sameApp: boolean;
  /** The id of the installed app and that of the new manifest. */
  from: string;
  to: string;
  cause: IdentityCause;
  /**
   * Whether installed apps are moved to the new id, which only Chromium 150 and later does, on desktops. `suggested`
   * asks the user, `forced` does not; `unanswered` means that the old manifest names the new app in `migrate_to`, but
   * the new one does not name the old app in `migrate_from`.
   */
  migration: 'none' | 'suggested' | 'forced' | 'unanswered';
  /** All of it in one or two sentences. */
  message: string;
  fix?: string;
}

/**
 * Foretells whether the manifest `next` updates the app that was installed with the manifest `installed`, or makes a
 * second app of it. Both are results of `processManifest` for the same engine.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#id-member Web Application Manifest, id member}
 */
export function forecastIdentity(installed: ProcessedResult, next: ProcessedResult): IdentityForecast {
  const identity = { sameApp: installed.appId === next.appId, from: installed.appId, to: next.appId };
  const hasId = next.understood.includes('id');
  if (identity.sameApp) {
    const same = { ...identity, cause: 'unchanged', migration: 'none' } as const;
    if (hasId) return { ...same, message: `Installed apps stay ${next.appId}.` };
    return {
      ...same,
      message: `Installed apps stay ${next.appId}, which follows from start_url and changes with it.`,
      fix: writeId(next.appId),
    };
  }

  const cause = findCause(installed.understood.includes('id'), hasId);
  const migration = findMigration(installed, next);
  const forecast = { ...identity, cause, migration, message: `${causes[cause]} ${consequences[migration]}` };
  if (migration === 'suggested' || migration === 'forced') return forecast;
  return {
    ...forecast,
    fix:
      new URL(installed.appId).origin === new URL(next.appId).origin
        ? writeId(installed.appId)
        : `"migrate_from": [${JSON.stringify(installed.appId)}]`,
  };
}

const causes: Record<Exclude<IdentityCause, 'unchanged'>, string> = {
  'id-added': 'The new id is not the one that followed from start_url until now.',
  'id-changed': 'The id has changed.',
  'id-removed': 'The id was removed, and start_url makes another one.',
  'start-url-changed': 'There is no id, so the new start_url makes another app.',
};

const consequences: Record<IdentityForecast['migration'], string> = {
  none: 'Installed apps get no more updates, and new users get a second app.',
  suggested: 'On desktops Chromium 150 and later suggests the new app; other browsers keep both.',
  forced: 'On desktops Chromium 150 and later replaces the old app; other browsers keep both.',
  unanswered: 'Users are not migrated: migrate_to of the old manifest needs migrate_from in the new one.',
};

function findCause(hadId: boolean, hasId: boolean): Exclude<IdentityCause, 'unchanged'> {
  if (hadId) return hasId ? 'id-changed' : 'id-removed';
  return hasId ? 'id-added' : 'start-url-changed';
}

function findMigration(installed: ProcessedResult, next: ProcessedResult): IdentityForecast['migration'] {
  const named = next.manifest.migrate_from.find(({ id }) => id === installed.appId);
  if (named) return named.behavior === 'force' ? 'forced' : 'suggested';
  return installed.manifest.migrate_to?.id === next.appId ? 'unanswered' : 'none';
}

/** The member that keeps an id, relative to the origin as one writes it. */
function writeId(id: string): string {
  return `"id": ${JSON.stringify(id.slice(new URL(id).origin.length))}`;
}
