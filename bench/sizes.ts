import { measureSize, type Usage } from './bundle.js';
import type { Contestant, Figure, Measurement } from './measurement.js';
import { peersFolder } from './peers.js';
import { takeOnce } from './sampling.js';

type NamedUsage = Usage & { readonly name: string };

const ours = (name: string, statement: string): NamedUsage => ({ name, statement, folder: '' });
const peer = (name: string, statement: string): NamedUsage => ({ name, statement, folder: peersFolder });

/** What does the same job, or part of it; ours first. */
const jobs: ReadonlyArray<{ what: string; smallerThan?: string; usages: readonly [NamedUsage, ...NamedUsage[]] }> = [
  {
    what: 'passkey sign-in, field with autofill and button',
    smallerThan: 'wa-input, an input alone',
    usages: [
      ours('latch-passkey-field', `import './dist/define/passkey-field.js';`),
      { name: 'the same content by hand', module: 'bench/pages/render-vanilla.ts' },
      { name: 'the same content on Lit', module: 'bench/pages/render-lit.ts' },
      peer('wa-input, an input alone', `import '@awesome.me/webawesome/dist/components/input/input.js';`),
      peer('@teamhanko/hanko-elements', `export { register } from '@teamhanko/hanko-elements';`),
      peer('@descope/web-component', `import '@descope/web-component';`),
    ],
  },
  {
    what: 'passkey sign-in, functions alone',
    usages: [
      ours('latchkey/passkey, signIn', `export { signIn } from './dist/passkey/index.js';`),
      ours('@simplewebauthn/browser', `export { startAuthentication } from '@simplewebauthn/browser';`),
    ],
  },
  {
    what: 'one-time code',
    usages: [
      ours('latch-otp-input', `import './dist/define/otp-input.js';`),
      peer('wa-otp-input', `import '@awesome.me/webawesome/dist/components/otp-input/otp-input.js';`),
    ],
  },
  {
    what: 'OpenID Connect',
    usages: [
      ours('latch-oidc-button', `import './dist/define/oidc-button.js';`),
      peer('oidc-client-ts, UserManager', `export { UserManager } from 'oidc-client-ts';`),
    ],
  },
  {
    what: 'install button or dialog',
    smallerThan: '@khmyznikov/pwa-install',
    usages: [
      ours('latch-install-button', `import './dist/define/install-button.js';`),
      peer('@khmyznikov/pwa-install', `import '@khmyznikov/pwa-install';`),
    ],
  },
  {
    what: 'encrypted storage',
    smallerThan: 'age-encryption and idb',
    usages: [
      ours('latchkey/vault', `export { createVault, unlockVault } from './dist/vault/index.js';`),
      peer(
        'age-encryption and idb',
        `export { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'; export { openDB } from 'idb';`,
      ),
    ],
  },
  {
    what: 'web app manifest',
    smallerThan: '@pwabuilder/manifest-validation',
    usages: [
      ours(
        'processManifest, checkInstallability',
        `export { checkInstallability, processManifest } from './dist/manifest/index.js';`,
      ),
      peer('@pwabuilder/manifest-validation', `export { validateManifest } from '@pwabuilder/manifest-validation';`),
    ],
  },
  { what: 'everything of ours', usages: [ours('define/all', `import './dist/define/all.js';`)] },
];

async function weigh(usage: NamedUsage): Promise<Contestant> {
  return { name: usage.name, ...(await takeOnce(async () => (await measureSize(usage)) / 1000)) };
}

/** What a page must load. */
export const sizes: Measurement = {
  name: 'sizes',
  title: 'Size of what a page must load',
  notes: [
    'Bundled by esbuild for production, minified, compressed with brotli 11, with all imports except lazy ones; 1 kB is 1000 bytes.',
    'Descope also loads the screens and components of a flow from its service. `npm run size` minifies with Terser instead, so it prints a little less.',
    'latchkey/passkey also fetches the options, posts the response, and takes turns with other requests; @simplewebauthn/browser leaves that to the page.',
  ],
  async measure() {
    const figures: Figure[] = [];
    for (const { what, smallerThan, usages } of jobs) {
      const [first, ...others] = await Promise.all(usages.map(weigh));
      figures.push({
        what,
        unit: 'kB',
        contestants: [first!, ...others],
        ...(smallerThan && { target: { atMost: 1, times: smallerThan } }),
      });
    }
    return figures;
  },
};

/** What is imported for each size: the statements of a page, or its module. */
export const imported: ReadonlyArray<{ name: string; source: string }> = jobs.flatMap(({ usages }) =>
  usages.map((usage) => ({ name: usage.name, source: 'module' in usage ? usage.module : usage.statement })),
);
