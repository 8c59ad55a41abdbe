import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Caricamento del tuo account…',
    retry: 'Riprova',
    unsupported: 'Qui non puoi gestire il tuo account.',
    unauthenticated: 'Accedi per vedere il tuo account.',
    stale: 'Sei offline. Questa pagina potrebbe non essere aggiornata.',
    name: 'Nome',
    addresses: 'Email e telefono',
    passkeys: 'Passkey',
    password: 'Password',
    secondFactor: 'Verifica in due passaggi',
    providers: 'Account collegati',
    devices: 'Dispositivi',
    events: 'Attività recente',
    signOut: 'Esci ovunque',
    deletion: 'Elimina account',
  },
} satisfies Translation<typeof english>;
