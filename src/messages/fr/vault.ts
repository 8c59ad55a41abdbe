import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Chiffrez les données de cette application pour que seule votre clé d’accès puisse les déverrouiller.',
    locked: 'Votre clé d’accès déverrouille les données de cette application, même hors ligne.',
    lost: 'Votre navigateur a supprimé les données de cette application sur cet appareil. Celles du serveur seront récupérées.',
    damaged: 'Les données de cette application ont été altérées sur cet appareil. Celles du serveur seront récupérées.',
    create: 'Verrouiller avec une clé d’accès',
    unlock: 'Déverrouiller',
    anew: 'Recommencer',
    code: 'Utiliser le code de récupération',
    lock: 'Verrouiller',
    more: 'Autres actions',
    asking: 'Continuez dans la boîte de dialogue.',
    unlockedNow: 'Données déverrouillées.',
    lockedNow: 'Données verrouillées.',
    cancelled: 'Rien n’a été modifié. Réessayez.',
  },
} satisfies Translation<typeof english>;
