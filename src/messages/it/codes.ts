import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Codice monouso',
    button: 'Conferma codice',
    send: 'Invia codice',
    sendAgain: 'Invia un nuovo codice',
    wait: '({seconds} s)',
    change: 'Modifica',
    sending: 'Richiesta del codice in corso…',
    verifying: 'Verifica del codice in corso…',
    sent: 'Se conosciamo questo indirizzo, il codice è in arrivo.',
    again: 'Il codice non arriva? Puoi richiederne uno nuovo.',
    signedIn: 'Hai effettuato l’accesso.',
    verified: 'Il tuo indirizzo è stato verificato.',
    missing: 'Inserisci il codice.',
    incomplete: 'Inserisci il codice di {length} cifre.',
    unreadable: 'Inserisci il codice di {length} cifre, senza altri caratteri.',
    rejected: 'Il codice è errato o scaduto. Riprova o richiedine uno nuovo.',
    noAddress: 'Inserisci un indirizzo email o un numero di telefono valido.',
    wrong_account: 'Questo indirizzo appartiene a un altro account. Accedi a quell’account o usa un altro indirizzo.',
    unsupported: 'Qui non si possono usare i codici. Usa un altro metodo.',
  },
} satisfies Translation<typeof english>;
