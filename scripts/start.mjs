// `npm start`: installs and builds what is missing, then becomes the reference server, with two providers for OpenID and
// FedCM beside it unless some are configured. Everything but the server's own line goes to stderr.
import './require-node.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, chdir, env, execPath, exit } from 'node:process';
import { installDependencies } from './dependencies.mjs';
import { isBuilt, isSiteBuilt } from './fingerprint.mjs';
import { root, run } from './run.mjs';

const starters = findStarters();
chdir(root);
try {
  await installDependencies();
  if (!isBuilt() || !isSiteBuilt()) {
    console.error('Building …');
    const { code } = await run(execPath, ['scripts/build.mjs', '--if-needed'], { stdio: ['ignore', 2, 2] });
    if (code !== 0) exit(1);
  }
} catch (error) {
  console.error(error.message);
  exit(1);
}

// npm does not pass every signal on to what it runs: when it has gone, so does the server
setInterval(() => {
  if (findStarters() !== starters) process.emit('SIGTERM');
}, 500).unref();

env.PAGES_DIR ||= 'dist/demo';
env.RP_NAME ||= 'Quire'; // as the pages of the demo call themselves
// In development, one line for each request would hide the others.
if (isForThisMachine(env.ORIGIN)) env.LOG_LEVEL ||= 'warn';
const hasProvider = Object.keys(env).some((name) => /^(?:PROVIDERS$|FEDCM_)/.test(name) && env[name]);
const providers = hasProvider || !isForThisMachine(env.ORIGIN) ? [] : await openProviders();
const hasIssuers = Boolean(env.IDENTITY_ROOTS || env.IDENTITY_QUERY);
const withoutWallet = hasIssuers || !isForThisMachine(env.ORIGIN) ? undefined : await trustDevelopmentWallet();
const { runProgram } = await import('../server/dist/program.js');
await runProgram(argv.slice(2));
if (withoutWallet && !process.exitCode) console.error(`Digital credentials are off, because ${withoutWallet}`);
if (!process.exitCode)
  for (const { brand, issuer, serve } of providers) {
    await serve();
    console.error(`The development provider ${brand.name} runs at ${issuer}`);
  }

/**
 * Reserves the addresses of the development providers before the server is configured: one for everyone, and one of a
 * company. They respond only once the server is ready, so that a failed start prints nothing else.
 */
async function openProviders() {
  const { brands, client, openProvider } = await import('../dist/development/provider.js');
  const opened = [];
  for (const [port, brand] of [
    [3001, brands.example],
    [3002, brands.acme],
  ])
    opened.push({ brand, ...(await openProvider(port, brand)) });
  env.PROVIDERS = JSON.stringify(
    opened.map(({ brand: { id, name, domain }, issuer }) => ({
      id,
      name,
      icon: `/providers/${id}.svg`,
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
      ...(id === 'acme' && { domains: [domain], listed: true }),
    })),
  );
  const [{ issuer }] = opened;
  Object.assign(env, { FEDCM_CONFIG_URL: `${issuer}/fedcm.json`, FEDCM_CLIENT_ID: client.id, FEDCM_ISSUER: issuer });
  env.FEDCM_FORMAT = 'vc+sd-jwt';
  return opened;
}

/** Has the server trust what the development wallet holds, or returns why it cannot. */
async function trustDevelopmentWallet() {
  const { authorityFolder, keepAuthority } = await import('../dist/development/authority.js');
  try {
    await keepAuthority(authorityFolder(env));
    env.IDENTITY_ROOTS = join(authorityFolder(env), 'root.pem');
    return undefined;
  } catch (error) {
    return error.message;
  }
}

/** The provider lets apps on localhost come back, and no others. */
function isForThisMachine(origins = '') {
  return origins
    .split(',')
    .every((origin) => origin.trim() === '' || /^http:\/\/(?:[^/]+\.)?localhost(?::\d+)?$/.test(origin.trim()));
}

/**
 * Names what started this process and, where Linux tells it, what started that: between npm and here stands a shell,
 * which outlives a killed npm.
 */
function findStarters() {
  try {
    const [, parentOfParent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1].split(' ');
    return `${process.ppid} ${parentOfParent}`;
  } catch {
    return String(process.ppid);
  }
}
