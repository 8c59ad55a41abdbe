import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    goOn: 'Continua',
    cancel: 'Annulla',
    offerTitle: 'Vuoi prima creare una passkey?',
    offerText: 'Il tuo account non ha ancora una passkey. Riceverai due richieste: una per crearla e una per usarla.',
    secondTitle: 'Ora usa la nuova passkey',
    secondText: 'Usala una volta per finire.',
    addTitle: 'Aggiungere una passkey?',
    addText: 'Riceverai due richieste: prima per una passkey che sblocca già questi dati, poi per quella nuova.',
    addByCodeText: 'Inserisci di nuovo il codice di recupero. Poi usa la nuova passkey.',
    newTitle: 'Ora la nuova passkey',
    newText: 'Scegli la passkey che d’ora in poi sbloccherà questi dati.',
    noOther: 'Tutte le tue passkey sbloccano già questi dati. Prima aggiungine un’altra al tuo account.',
    added: 'Passkey aggiunta.',
    codeTitle: 'Creare un codice di recupero?',
    codeText:
      'Sblocca questi dati se perdi le passkey. Viene mostrato una sola volta e sostituisce il codice precedente. Conferma con la tua passkey.',
    shownTitle: 'Il tuo codice di recupero',
    shownText: 'Conservalo in un luogo sicuro, non su questo dispositivo. Non verrà più mostrato.',
    copy: 'Copia',
    copied: 'Copiato',
    kept: 'L’ho salvato',
    discard: 'Scarta il codice',
    coded: 'Codice di recupero aggiunto.',
    enterTitle: 'Sblocca con il codice di recupero',
    enterText: 'Inserisci il codice. Trattini e maiuscole non contano.',
    enterLabel: 'Codice di recupero',
    unlock: 'Sblocca',
    wrongCode: 'Questo codice non sblocca questi dati. Controllalo e riprova.',
    wipeTitle: 'Eliminare tutto e ricominciare?',
    wipeText: 'I dati criptati su questo dispositivo verranno eliminati. Quelli sul server verranno recuperati.',
    unsent: {
      one: '1 modifica non è stata inviata al server e andrà persa.',
      many: '{count} di modifiche non sono state inviate al server e andranno perse.',
      other: '{count} modifiche non sono state inviate al server e andranno perse.',
    },
    wipe: 'Elimina e ricomincia',
    wiped: 'Dati eliminati. Ora puoi bloccare di nuovo i dati di questa app.',
  },
} satisfies Translation<typeof english>;
