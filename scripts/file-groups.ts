// In which files a page loads the parts of the package, where a build splits them.

/** The modules of languages, which stay files of their own. */
const isLanguage = /\/src\/messages\/languages\//;

interface Group {
  name: string;
  /** What the modules of the group lie in; what they import comes along, unless an earlier group has it. */
  of: RegExp;
  /** Whether only what a page needs at once is meant. */
  atOnce?: true;
}

/**
 * The files in which a page loads the parts of a script, the first that fits. Bundlers make a file for every set of modules
 * that the same parts share, which is a hundred files and as many hashes in an import map.
 */
const inFiles = (...groups: Group[]) => ({
  groups: groups.map(({ name, of, atOnce }, index) => ({
    name,
    test: (id: string) => of.test(id) && !isLanguage.test(id),
    priority: groups.length - index,
    ...(atOnce && { tags: ['$initial' as const] }),
  })),
});

/** What a page loads for buttons of providers: a card does at once where it has ways to them. */
const providers: Group[] = [
  // each shown by one provider alone, and too small to be files of their own in an import map
  { name: 'provider-icons', of: /\/src\/provider\/icons\// },
  {
    name: 'provider-buttons',
    of: /\/src\/(define\/(oidc|fedcm)-button|sign-in\/provider-buttons|provider\/(?!icons))/,
  },
];

/** What elements load when a click or a page needs it. */
const later: Group[] = [
  // every element that depends on the session asks for it once it is shown
  { name: 'session-later', of: /\/src\/session\/shared-session/ },
  ...providers,
  { name: 'translations', of: /\/src\/messages\/(translations|shipped)/ },
  { name: 'storage', of: /\/src\/base\/storage\// },
  { name: 'base-later', of: /\/src\/(base|adapters|worker)\// },
  {
    name: 'sign-in-later',
    of: /\/src\/(another-device|one-time-code|passkey|password|second-factor|session|sign-in|sign-out|step-up)\//,
  },
  { name: 'account-later', of: /\/src\/account\// },
  { name: 'vault', of: /\/src\/(vault|outbox)\// },
  { name: 'manifest', of: /\/src\/(manifest|install\/install-problems)/ },
  { name: 'later', of: /\/src\/(?!define\/)/ },
];

/** The elements that a page often has together, in one file each. */
const elements: Group[] = [
  { name: 'session', of: /\/src\/(session\/session|worker\/page\/private-caches)\.ts/ },
  { name: 'passkey', of: /\/src\/define\/passkey-(field|button)/ },
  { name: 'sign-in', of: /\/src\/define\/sign-in/ },
  ...providers,
  { name: 'sign-in-parts', of: /\/src\/define\/(sign-up|password-form|otp-input|passkey-create)/ },
  { name: 'about-passkeys', of: /\/src\/passkey\/about-passkeys/ },
  { name: 'account', of: /\/src\/define\/(account|passkey-list|session-list|sign-out-button)/ },
  { name: 'others', of: /\/src\/define\/(?!all|autoload)/ },
];

/** What is at once in a page that has all elements lies in these files, and no other: each is compressed alone. */
const ofTags: Group[] = [
  {
    name: 'passkey',
    of: /\/src\/(session\/session|worker\/page\/private-caches|define\/passkey-(field|button)|messages\/index)\.ts/,
  },
  { name: 'sign-in', of: /\/src\/(define\/sign-in|passkey\/about-passkeys)/ },
  ...elements.filter(({ name }) => !/^(session|passkey|sign-in|about-passkeys)$/.test(name)),
];

/** All elements at once, and the elements as they appear. */
export const ofScriptTags = inFiles(...ofTags, ...later.filter((group) => !providers.includes(group)));

/** The elements of an application, whose own code decides what else it needs at once. */
export const ofApplication = inFiles(
  ...elements.filter(({ name }) => name !== 'provider-icons'),
  { name: 'qr-code', of: /\/src\/base\/element\/qr-code/ },
  { name: 'storage', of: /\/src\/base\/storage\/stored-database/ },
  { name: 'other-ways', of: /\/src\/(sign-in|another-device|second-factor)\// },
);
