import type * as english from '../en/offline.js';
import type { Translation } from '../section.js';

export default {
  offlineStatus: {
    offline: 'Sei offline.',
    unreachable: 'Impossibile raggiungere il server. Nuovo tentativo automatico in corso.',
    replaying: 'Invio delle tue modifiche…',
    'signed-out': 'Accedi di nuovo per inviare le tue modifiche.',
    'other-person':
      'Su questo dispositivo sono in attesa le modifiche di un altro utente. Verranno inviate quando accederà.',
    stopped: 'Impossibile leggere le tue modifiche su questo dispositivo. Ricarica la pagina.',
    done: 'Tutte le tue modifiche sono state inviate.',
    waiting: {
      one: 'Una modifica è in attesa su questo dispositivo.',
      many: '{count} di modifiche sono in attesa su questo dispositivo.',
      other: '{count} modifiche sono in attesa su questo dispositivo.',
    },
    progress: 'Modifiche inviate',
    list: 'Modifiche che richiedono una decisione',
    change: 'Una modifica',
    conflict: 'Nel frattempo c’è stata una modifica altrove.',
    failed: 'Il server ha rifiutato questa modifica.',
    mine: 'Mantieni la mia versione',
    again: 'Riprova',
    theirs: 'Usa la versione del server',
    undo: 'Annulla la mia modifica',
    drop: 'Scarta',
    about: '{choice}: {subject}',
    unauthenticated: 'Accedi di nuovo per decidere.',
    wrong_account: 'Un altro utente ha effettuato l’accesso. Accedi di nuovo per decidere.',
  },
  signOut: {
    button: 'Esci',
    confirming: '',
    title: 'Uscire e perdere le modifiche?',
    unsent: {
      one: '1 modifica non è stata inviata al server. Se esci, andrà persa.',
      many: '{count} di modifiche non sono state inviate al server. Se esci, andranno perse.',
      other: '{count} modifiche non sono state inviate al server. Se esci, andranno perse.',
    },
    confirm: 'Esci e perdi le modifiche',
    everythingTitle: 'Rimuovere tutto da questo dispositivo?',
    everythingText:
      'Uscirai dall’account e tutti i dati salvati da questo sito su questo dispositivo verranno rimossi.',
    everythingConfirm: 'Esci e rimuovi',
    cancel: 'Non uscire',
    signingOut: 'Disconnessione in corso…',
    unconfirmed: 'Disconnessione effettuata su questo dispositivo. Il server verrà informato non appena sarai online.',
    done: 'Disconnessione effettuata.',
    remains: 'Disconnessione effettuata, ma alcuni tuoi dati sono rimasti su questo dispositivo.',
    cancelled: 'L’accesso è ancora attivo.',
  },
} satisfies Translation<typeof english>;
