import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Questa passkey o questo browser non può criptare i dati. Usa almeno Chrome o Edge 116, Safari 18 o Firefox 139, e una passkey di telefono, computer o gestore delle password.',
    vault_wrong_key: 'Questa passkey non sblocca questi dati. Usane un’altra.',
    vault_damaged: 'Questi dati sono danneggiati e non possono essere sbloccati.',
    vault_unsupported: 'Una versione più recente di questa app ha criptato questi dati. Ricarica la pagina.',
    vault_locked: 'Nel frattempo questi dati sono stati bloccati. Riprova.',
    storage_full: 'Spazio esaurito su questo dispositivo. Non è stato salvato nulla.',
    storage_lost: 'Questo browser non salva i dati. Prova in una finestra normale.',
    unauthenticated: 'Devi prima accedere. Poi funzionerà anche offline.',
    step_up_required: 'Accedi di nuovo per confermare la tua identità.',
    constraint: 'Qui non è possibile. Riprova o usa un’altra passkey.',
    already_registered: 'Su questo dispositivo c’è già una passkey per il tuo account.',
    network: 'La prima volta devi essere online. Connettiti e riprova.',
  },
} satisfies Translation<typeof english>;
