import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'Authenticatie-app',
    noApp: 'Niet ingesteld. De app toont codes die je na je wachtwoord invoert.',
    appSince: 'Ingesteld {when}',
    setUpApp: 'Instellen',
    recoveryCodes: 'Herstelcodes',
    codesLeft: { one: 'Nog {count} code', other: 'Nog {count} codes' },
    newCodes: 'Nieuwe codes ophalen',
    newCodesTitle: 'Je herstelcodes vervangen?',
    newCodesText: 'De oude werken dan niet meer.',
    removeApp: 'Je authenticatie-app verwijderen?',
    removeAppText: 'De herstelcodes werken dan ook niet meer.',
    appAdded: 'Je authenticatie-app is ingesteld.',
    appRemoved: 'Authenticatie-app verwijderd.',
    codesReplaced: 'De oude codes werken niet meer.',
    expiredSetUp: 'Dat duurde te lang. Stel de app opnieuw in.',
    already_registered: 'Er is al een authenticatie-app ingesteld.',
    second_factor_required: 'Je account heeft een tweede stap nodig en dit is de enige.',
    no_second_factor: 'Voeg eerst een passkey of een authenticatie-app toe.',
    passkeyToo: 'Passkey na het wachtwoord',
    passkeyNeeded: 'Na je wachtwoord is ook je passkey nodig.',
    passkeyNotNeeded: 'Je wachtwoord is genoeg om in te loggen.',
    turnOn: 'Inschakelen',
    turnOff: 'Uitschakelen',
  },
} satisfies Translation<typeof english>;
