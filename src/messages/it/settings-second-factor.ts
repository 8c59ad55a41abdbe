import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'App di autenticazione',
    noApp: 'Non configurata. Mostra i codici da inserire dopo la password.',
    appSince: 'Configurata {when}',
    setUpApp: 'Configura',
    recoveryCodes: 'Codici di recupero',
    codesLeft: { one: '{count} codice rimasto', many: '{count} di codici rimasti', other: '{count} codici rimasti' },
    newCodes: 'Ottieni nuovi codici',
    newCodesTitle: 'Sostituire i codici di recupero?',
    newCodesText: 'Quelli vecchi non funzioneranno più.',
    removeApp: 'Rimuovere l’app di autenticazione?',
    removeAppText: 'Anche i suoi codici di recupero non funzioneranno più.',
    appAdded: 'La tua app di autenticazione è configurata.',
    appRemoved: 'App di autenticazione rimossa.',
    codesReplaced: 'I vecchi codici non funzionano più.',
    expiredSetUp: 'È passato troppo tempo. Configura di nuovo l’app.',
    already_registered: 'Un’app di autenticazione è già configurata.',
    second_factor_required: 'Il tuo account richiede un secondo passaggio e questo è l’unico.',
    no_second_factor: 'Aggiungi prima una passkey o un’app di autenticazione.',
    passkeyToo: 'Passkey dopo la password',
    passkeyNeeded: 'Con la password serve anche la tua passkey.',
    passkeyNotNeeded: 'La tua password basta per accedere.',
    turnOn: 'Attiva',
    turnOff: 'Disattiva',
  },
} satisfies Translation<typeof english>;
