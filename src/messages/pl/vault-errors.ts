import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Ten klucz dostępu lub ta przeglądarka nie szyfruje danych. Użyj Chrome lub Edge 116, Safari 18 lub Firefox 139 albo nowszej wersji i klucza z telefonu, komputera lub menedżera haseł.',
    vault_wrong_key: 'Ten klucz dostępu nie odblokowuje tych danych. Użyj innego.',
    vault_damaged: 'Te dane są uszkodzone. Nie można ich odblokować.',
    vault_unsupported: 'Te dane zaszyfrowano w nowszej wersji tej aplikacji. Odśwież stronę.',
    vault_locked: 'W międzyczasie te dane zablokowano. Spróbuj ponownie.',
    storage_full: 'Brak miejsca na tym urządzeniu. Nic nie zapisano.',
    storage_lost: 'Ta przeglądarka nie zapisuje danych. Użyj zwykłego okna.',
    unauthenticated: 'Najpierw się zaloguj. Potem będzie to działać także offline.',
    step_up_required: 'Zaloguj się ponownie, aby potwierdzić, że to Ty.',
    constraint: 'Tu nie jest to możliwe. Spróbuj ponownie lub użyj innego klucza dostępu.',
    already_registered: 'Na tym urządzeniu jest już klucz dostępu do Twojego konta.',
    network: 'Za pierwszym razem potrzebne jest połączenie. Spróbuj ponownie, gdy będziesz online.',
  },
} satisfies Translation<typeof english>;
