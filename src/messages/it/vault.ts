import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Cripta i dati di questa app: solo la tua passkey potrà sbloccarli.',
    locked: 'La tua passkey sblocca i dati di questa app, anche offline.',
    lost: 'Il browser ha eliminato i dati di questa app su questo dispositivo. Quelli sul server verranno recuperati.',
    damaged: 'I dati di questa app su questo dispositivo sono stati alterati. Quelli sul server verranno recuperati.',
    create: 'Blocca con una passkey',
    unlock: 'Sblocca',
    anew: 'Ricomincia',
    code: 'Usa il codice di recupero',
    lock: 'Blocca',
    more: 'Altre azioni',
    asking: 'Continua nella finestra di dialogo.',
    unlockedNow: 'Dati sbloccati.',
    lockedNow: 'Dati bloccati.',
    cancelled: 'Non è cambiato nulla. Riprova.',
  },
} satisfies Translation<typeof english>;
