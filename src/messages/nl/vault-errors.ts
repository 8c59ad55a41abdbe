import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Deze passkey of browser kan geen gegevens versleutelen. Gebruik Chrome of Edge 116, Safari 18, Firefox 139 of nieuwer, en een passkey van je telefoon, computer of wachtwoordmanager.',
    vault_wrong_key: 'Die passkey ontgrendelt deze gegevens niet. Gebruik een andere.',
    vault_damaged: 'Deze gegevens zijn beschadigd en kunnen niet worden ontgrendeld.',
    vault_unsupported: 'Deze gegevens zijn versleuteld door een nieuwere versie van deze app. Laad de pagina opnieuw.',
    vault_locked: 'Deze gegevens zijn intussen vergrendeld. Probeer het opnieuw.',
    storage_full: 'Dit apparaat heeft geen ruimte meer. Er is niets opgeslagen.',
    storage_lost: 'Deze browser slaat geen gegevens op. Probeer een normaal venster.',
    unauthenticated: 'Log eerst in. Daarna werkt dit ook offline.',
    step_up_required: 'Log opnieuw in om je identiteit te bevestigen.',
    constraint: 'Dat kan hier niet. Probeer het opnieuw of gebruik een andere passkey.',
    already_registered: 'Op dit apparaat staat al een passkey voor je account.',
    network: 'Hiervoor moet je één keer online zijn. Probeer het dan opnieuw.',
  },
} satisfies Translation<typeof english>;
