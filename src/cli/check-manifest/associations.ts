import { associationPath, checkAssociation } from '../../manifest/site/index.js';
import { download } from '../download.js';
import { Failure } from '../failure.js';
import type { Progress } from '../progress.js';
import { tellStatus } from './address.js';
import { sayAbout, type ReportedFinding } from './findings.js';

/** What the origins of scope extensions say about the app. */
export interface Associations {
  /** By origin. */
  confirmed: Record<string, boolean>;
  findings: ReportedFinding[];
}

/** Asks each of `origins` whether the app with the id `appId` may extend its scope to it. */
export async function checkAssociations(
  origins: readonly string[],
  appId: string,
  progress: Progress,
): Promise<Associations> {
  const associations: Associations = { confirmed: {}, findings: [] };
  if (origins.length > 0) progress.show(`Asking ${origins.join(', ')}`);
  const answers = await Promise.all(origins.map((origin) => ask(origin, appId)));
  for (const [index, { confirms, findings }] of answers.entries()) {
    const origin = origins[index]!;
    associations.confirmed[origin] = confirms;
    associations.findings.push(
      ...sayAbout(
        'response',
        findings.map((finding) => ({ ...finding, path: `${origin}${associationPath}`, line: 0, column: 0 })),
      ),
    );
  }
  return associations;
}

async function ask(
  origin: string,
  appId: string,
): Promise<{ confirms: boolean; findings: Omit<ReportedFinding, 'about'>[] }> {
  try {
    const answer = await download(`${origin}${associationPath}`);
    if (answer.status !== 200)
      return refuse(`${answer.url} returns ${tellStatus(answer)}, so the app does not extend to ${origin}.`);
    const association = checkAssociation(new TextDecoder().decode(answer.bytes), appId, { origin });
    return {
      ...association,
      findings: association.findings.map((finding) => ({
        ...finding,
        message: `${answer.url}, line ${finding.line}: ${finding.message}`,
      })),
    };
  } catch (error) {
    if (error instanceof Failure) return refuse(error.message);
    throw error;
  }

  function refuse(message: string): { confirms: boolean; findings: Omit<ReportedFinding, 'about'>[] } {
    const spec = 'https://wicg.github.io/manifest-incubations/#scope_extensions-member';
    return {
      confirms: false,
      findings: [
        {
          level: 'error',
          code: 'association-unreachable',
          path: '',
          message,
          value: origin,
          engines: ['chromium'],
          spec,
          line: 0,
          column: 0,
        },
      ],
    };
  }
}
