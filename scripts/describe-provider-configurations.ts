// Signs in at an unmodified oidc-provider in each of the configurations of test/server/oidc/configurations.ts, and writes
// the table of docs/federated-sign-in.md; with --check only compares it.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { format, resolveConfig } from 'prettier';
import { configurations, tryConfiguration } from '../test/server/oidc/configurations.js';
import { root } from './run.mjs';

const file = `${root}docs/federated-sign-in.md`;
const [begin, end] = ['<!-- configurations -->', '<!-- /configurations -->'];

const rows: string[] = [];
for (const configuration of configurations) {
  const { works, reason, refreshes, logout } = await tryConfiguration(configuration);
  const more = [refreshes && 'the refresh token is used', logout && 'the provider signs out too'].filter(Boolean);
  const result = works ? ['signs in', ...more].join('; ') : `refused: ${reason ?? 'no reason'}`;
  rows.push(`| ${configuration.what} | ${result.replaceAll('|', '\\|')} |`);
}
const table = ['| configuration of `oidc-provider` |     |', '| --- | --- |', ...rows].join('\n');
const text = readFileSync(file, 'utf8');
const written = `${text.split(begin)[0]!}${begin}\n\n${table}\n\n${end}${text.split(end)[1]!}`;
const formatted = await format(written, { ...(await resolveConfig(file)), parser: 'markdown' });
if (argv.includes('--check')) exit(formatted === text ? 0 : 1);
writeFileSync(file, formatted);
exit(0);
