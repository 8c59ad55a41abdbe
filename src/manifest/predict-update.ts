import { checkInstallability } from './installability/index.js';
import type { Engine, Platform } from './engine.js';
import type { ProcessedManifest, ProcessedResult } from './types.js';
import { findUpdateRules, describeUpdateTime, type ManifestMember } from './update-rules.js';

/** Where the update is to arrive, and what cannot be seen in the manifests. */
export interface UpdateOptions {
  engine: Engine;
  /** Defaults to `desktop`. */
  platform?: Platform;
  /**
   * How much the icon of the app changes, from 0 to 1 as `compareIcons` measures it. Without it the icon is taken to
   * look different.
   */
  iconDifference?: number;
}

/** One member that differs between the two manifests. */
export interface MemberChange {
  member: ManifestMember;
  /** The processed values; undefined where there is none. */
  from: unknown;
  to: unknown;
  /** What happens to the change and why, in a sentence. */
  message: string;
}

/** The changes of one outcome that have the same reason, told together. */
export function foldChanges(changes: readonly MemberChange[]): Array<[message: string, members: ManifestMember[]]> {
  const folded = new Map<string, ManifestMember[]>();
  for (const { member, message } of changes) folded.set(message, [...(folded.get(message) ?? []), member]);
  return [...folded];
}

/** What an update will do for people who have the app installed. */
export interface UpdateForecast {
  /** Whether the new manifest belongs to the installed app at all. If not, no update arrives. */
  sameApp: boolean;
  /** Taken over without a word. */
  silent: MemberChange[];
  /** Taken over when the user agrees. */
  asks: MemberChange[];
  /** Not taken over. */
  never: MemberChange[];
  /** When the browser looks for an update, as a sentence. */
  when: string;
  /**
   * Why no update arrives for now, as a sentence: Chromium accepts updates only from a manifest that it could install,
   * with any display mode.
   */
  obstacle?: string;
}

type Verdict = ['silent' | 'asks' | 'never', string];

/**
 * Predicts what users who have installed the app with the manifest `installed` will see of `next`: what is applied
 * silently, what needs their consent, what never arrives. Both are results of `processManifest`, preferably for the
 * same engine and platform. A text that is not a manifest changes nothing.
 *
 * @throws {TypeError} if `iconDifference` is not a number from 0 to 1.
 */
export function predictUpdate(
  installed: ProcessedResult,
  next: ProcessedResult,
  options: UpdateOptions,
): UpdateForecast {
  const { engine, platform = 'desktop', iconDifference } = options;
  if (iconDifference !== undefined && !(iconDifference >= 0 && iconDifference <= 1))
    throw new TypeError('"iconDifference" must be a number from 0 to 1');
  const sameApp = !next.readable || identityOf(installed, engine, platform) === identityOf(next, engine, platform);
  const forecast: UpdateForecast = {
    sameApp,
    silent: [],
    asks: [],
    never: [],
    when: describeUpdateTime(engine, platform),
  };
  if (!next.readable) return { ...forecast, obstacle: 'Nothing arrives from a text that is no manifest.' };

  const rules = findUpdateRules(engine, platform);
  const changed = listChanged(installed.manifest, next.manifest, iconDifference);
  const isApplied = (member: ManifestMember): boolean => rules?.[member] === 'applied';
  for (const member of changed) {
    const [outcome, message] = judge(member);
    forecast[outcome].push({ member, from: installed.manifest[member], to: next.manifest[member], message });
  }
  const obstacle = engine === 'chromium' && sameApp ? findObstacle(next) : undefined;
  return { ...forecast, ...(obstacle && { obstacle }) };

  function judge(member: ManifestMember): Verdict {
    if (!sameApp) return ['never', `The new manifest is another app than ${installed.appId}.`];
    if (!rules) return ['never', 'It is fixed when the app is added.'];
    switch (rules[member] ?? (engine === 'spec' && 'applied')) {
      case 'reviewed':
        return ['asks', 'The old one stays until the user accepts the new one.'];
      case 'measured':
        return judgeIcons(installed.manifest, next.manifest, platform, iconDifference);
      case 'alongside':
        return changed.some(isApplied)
          ? ['silent', 'It comes together with what else is applied silently.']
          : ['never', 'It waits for another change that is applied silently.'];
      case 'applied':
        return ['silent', describeApplication(engine, platform)];
      default:
        return ['never', 'The installed app keeps nothing of it.'];
    }
  }
}

function findObstacle(next: ProcessedResult): string | undefined {
  const { reasons } = checkInstallability({ ...next, engine: 'chromium' });
  const reason = reasons.find(({ id, effect }) => effect === 'blocks-install' && !id.includes('display'));
  return reason && `Nothing arrives before the new manifest can be installed: ${reason.message}`;
}

/** Firefox for Android knows an app by its `start_url`. */
function identityOf({ appId, manifest }: ProcessedResult, engine: Engine, platform: Platform): string {
  return engine === 'gecko' && platform === 'mobile' ? manifest.start_url : appId;
}

function listChanged(installed: ProcessedManifest, next: ProcessedManifest, iconDifference = 0): ManifestMember[] {
  const members = [...new Set([...Object.keys(installed), ...Object.keys(next)])] as ManifestMember[];
  return members.filter(
    (member) => !isEqual(installed[member], next[member]) || (member === 'icons' && iconDifference > 0),
  );
}

function judgeIcons(
  installed: ProcessedManifest,
  next: ProcessedManifest,
  platform: Platform,
  difference: number | undefined,
): Verdict {
  if (platform !== 'mobile' && isEqual(listAddresses(installed), listAddresses(next)))
    return ['never', 'Chromium looks at the addresses of icons only: publish a new icon under a new one.'];
  const seen =
    difference === undefined
      ? 'The icons have not been compared'
      : `The icon differs by ${(difference * 100).toFixed(1)} %`;
  const known = difference ?? 1;
  if (platform !== 'mobile')
    return known < 0.1
      ? ['silent', `${seen}; below 10 % it is replaced without a question.`]
      : ['asks', `${seen}; from 10 % on, the old one stays until the user accepts the new one.`];
  return known < 0.11
    ? ['silent', `${seen}; below 11 % it is part of the next package.`]
    : ['never', `${seen}; from 11 % on, the old one stays, because Chromium’s question about it is turned off.`];
}

function listAddresses({ icons, icons_localized: localized = {} }: ProcessedManifest): string[] {
  return [icons, ...Object.values(localized)]
    .flat()
    .map(({ src }) => src)
    .sort();
}

function describeApplication(engine: Engine, platform: Platform): string {
  if (engine !== 'chromium') return 'It is taken over without a question.';
  return platform === 'mobile'
    ? 'It is part of the next package.'
    : 'It is taken over when a page loads that links the manifest.';
}

/** Whether two plain values are equal; the order of members does not matter. */
function isEqual(one: unknown, other: unknown): boolean {
  return write(one) === write(other);
}

function write(data: unknown): string | undefined {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
}
