import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Dieser Passkey oder Browser kann keine Daten verschlüsseln. Verwenden Sie mindestens Chrome oder Edge 116, Safari 18 oder Firefox 139 und einen Passkey vom Smartphone, Computer oder Passwortmanager.',
    vault_wrong_key: 'Dieser Passkey entsperrt diese Daten nicht. Verwenden Sie einen anderen.',
    vault_damaged: 'Diese Daten sind beschädigt und lassen sich nicht entsperren.',
    vault_unsupported: 'Diese Daten stammen aus einer neueren Version dieser App. Laden Sie die Seite neu.',
    vault_locked: 'Diese Daten wurden inzwischen gesperrt. Versuchen Sie es erneut.',
    storage_full: 'Dieses Gerät hat keinen Speicherplatz mehr. Es wurde nichts gespeichert.',
    storage_lost: 'Dieser Browser speichert keine Daten. Verwenden Sie ein normales Fenster.',
    unauthenticated: 'Melden Sie sich zuerst an. Danach geht das auch offline.',
    step_up_required: 'Melden Sie sich erneut an, um Ihre Identität zu bestätigen.',
    constraint: 'Das geht hier nicht. Versuchen Sie es erneut oder verwenden Sie einen anderen Passkey.',
    already_registered: 'Auf diesem Gerät gibt es bereits einen Passkey für Ihr Konto.',
    network: 'Dafür müssen Sie einmal online sein. Versuchen Sie es dann erneut.',
  },
} satisfies Translation<typeof english>;
