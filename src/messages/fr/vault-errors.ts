import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Chiffrement impossible avec cette clé d’accès ou ce navigateur. Utilisez au moins Chrome ou Edge 116, Safari 18 ou Firefox 139, et une clé d’accès de votre téléphone, ordinateur ou gestionnaire de mots de passe.',
    vault_wrong_key: 'Cette clé d’accès ne déverrouille pas ces données. Utilisez-en une autre.',
    vault_damaged: 'Ces données sont endommagées et impossibles à déverrouiller.',
    vault_unsupported: 'Ces données viennent d’une version plus récente de cette application. Actualisez la page.',
    vault_locked: 'Ces données ont été verrouillées entre-temps. Réessayez.',
    storage_full: 'Cet appareil n’a plus d’espace. Rien n’a été enregistré.',
    storage_lost: 'Ce navigateur n’enregistre pas les données. Essayez dans une fenêtre normale.',
    unauthenticated: 'Connectez-vous d’abord. Cela fonctionnera ensuite hors ligne.',
    step_up_required: 'Reconnectez-vous pour confirmer votre identité.',
    constraint: 'C’est impossible ici. Réessayez ou utilisez une autre clé d’accès.',
    already_registered: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    network: 'La première fois, vous devez être en ligne. Réessayez.',
  },
} satisfies Translation<typeof english>;
