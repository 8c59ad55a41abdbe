import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'Questo browser non può usare le passkey qui. Accedi in un altro modo.',
    invalid_rp_id: 'Le passkey non funzionano a questo indirizzo. Accedi in un altro modo.',
    misconfigured: 'Questa pagina non è configurata correttamente.',
    embedded: 'Per continuare, apri questa pagina in una finestra separata.',
    challenge_expired: 'Tempo scaduto. Riprova.',
    rejected: 'Operazione non riuscita. Riprova o usa un altro metodo.',
    rate_limited: 'Troppi tentativi. Attendi qualche minuto e riprova.',
    timed_out: 'Tempo scaduto. Riprova.',
    network: 'Impossibile raggiungere il server. Controlla la connessione e riprova.',
    bad_response: 'Si è verificato un problema sul server. Riprova più tardi.',
    next_step: 'Manca ancora un passaggio. Continua nella pagina di accesso.',
  },
  signIn: {
    username: 'Nome utente',
    button: 'Accedi con una passkey',
    asking: 'Continua nella finestra di dialogo.',
    verifying: 'Verifica in corso…',
    done: 'Hai effettuato l’accesso.',
    cancelled: 'Non è stata usata nessuna passkey. Riprova.',
    unknown_credential: 'Questa passkey è stata rimossa da questo account. Accedi in un altro modo.',
  },
  immediate: {
    no_local_passkey: 'Su questo dispositivo non ci sono passkey per questo sito. Accedi in un altro modo.',
  },
  stepUp: {
    button: 'Conferma la tua identità',
    done: 'Identità confermata.',
    cancelled: 'Identità non confermata. Riprova.',
    unknown_credential: 'Questa passkey è stata rimossa da questo account. Usane un’altra.',
    wrong_account: 'Questa passkey appartiene a un altro account. Usa una passkey di questo account.',
    unauthenticated: 'Devi prima accedere.',
    step_up_required: 'Questo account non ha passkey. Accedi di nuovo per confermare la tua identità.',
  },
  passwordForm: {
    username: 'Nome utente',
    password: 'Password',
    button: 'Accedi',
    asking: 'Continua nella finestra di dialogo.',
    verifying: 'Accesso in corso…',
    done: 'Hai effettuato l’accesso.',
    rejected: 'Nome utente o password errati. Riprova o accedi in un altro modo.',
    unsupported: 'Qui non si possono usare le password. Accedi in un altro modo.',
    unknown_credential: 'Questa passkey è stata rimossa da questo account. Accedi in un altro modo.',
    no_local_passkey: 'Accedi con nome utente e password.',
    wait: {
      one: 'Troppi tentativi. Attendi un minuto e riprova.',
      many: 'Troppi tentativi. Attendi {minutes} di minuti e riprova.',
      other: 'Troppi tentativi. Attendi {minutes} minuti e riprova.',
    },
  },
} satisfies Translation<typeof english>;
