import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'Authenticator-App',
    noApp: 'Nicht eingerichtet. Sie zeigt Codes, die Sie nach dem Passwort eingeben.',
    appSince: 'Eingerichtet {when}',
    setUpApp: 'Einrichten',
    recoveryCodes: 'Wiederherstellungscodes',
    codesLeft: { one: 'Noch {count} Code', other: 'Noch {count} Codes' },
    newCodes: 'Neue Codes holen',
    newCodesTitle: 'Wiederherstellungscodes ersetzen?',
    newCodesText: 'Die alten werden ungültig.',
    removeApp: 'Authenticator-App entfernen?',
    removeAppText: 'Auch die Wiederherstellungscodes werden ungültig.',
    appAdded: 'Ihre Authenticator-App ist eingerichtet.',
    appRemoved: 'Authenticator-App entfernt.',
    codesReplaced: 'Die alten Codes gelten nicht mehr.',
    expiredSetUp: 'Das hat zu lange gedauert. Richten Sie die App neu ein.',
    already_registered: 'Eine Authenticator-App ist bereits eingerichtet.',
    second_factor_required: 'Ihr Konto braucht einen zweiten Schritt, und das ist der einzige.',
    no_second_factor: 'Fügen Sie zuerst einen Passkey oder eine Authenticator-App hinzu.',
    passkeyToo: 'Passkey nach dem Passwort',
    passkeyNeeded: 'Nach dem Passwort ist auch Ihr Passkey nötig.',
    passkeyNotNeeded: 'Ihr Passwort genügt zur Anmeldung.',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
  },
} satisfies Translation<typeof english>;
