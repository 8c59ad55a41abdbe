import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    goOn: 'Continuer',
    cancel: 'Annuler',
    offerTitle: 'Créer d’abord une clé d’accès ?',
    offerText: 'Votre compte n’a pas encore de clé d’accès. Vous devrez la créer, puis l’utiliser.',
    secondTitle: 'Utilisez la nouvelle clé d’accès',
    secondText: 'Utilisez-la une fois pour terminer.',
    addTitle: 'Ajouter une clé d’accès ?',
    addText: 'Utilisez d’abord une clé d’accès qui déverrouille déjà ces données, puis la nouvelle.',
    addByCodeText: 'Saisissez à nouveau votre code, puis utilisez la nouvelle clé d’accès.',
    newTitle: 'Maintenant, la nouvelle clé d’accès',
    newText: 'Choisissez la clé d’accès qui déverrouillera aussi ces données.',
    noOther: 'Toutes vos clés d’accès déverrouillent déjà ces données. Ajoutez-en d’abord une autre à votre compte.',
    added: 'Clé d’accès ajoutée.',
    codeTitle: 'Créer un code de récupération ?',
    codeText:
      'Il déverrouille ces données si vous perdez vos clés d’accès. Il ne s’affiche qu’une fois et remplace le précédent. Confirmez avec votre clé d’accès.',
    shownTitle: 'Votre code de récupération',
    shownText: 'Conservez-le en lieu sûr, pas sur cet appareil. Il ne s’affiche qu’une fois.',
    copy: 'Copier',
    copied: 'Copié',
    kept: 'Je l’ai enregistré',
    discard: 'Abandonner ce code',
    coded: 'Code de récupération ajouté.',
    enterTitle: 'Déverrouiller avec votre code de récupération',
    enterText: 'Saisissez votre code. Tirets et majuscules sont facultatifs.',
    enterLabel: 'Code de récupération',
    unlock: 'Déverrouiller',
    wrongCode: 'Ce code ne déverrouille pas ces données. Vérifiez-le et réessayez.',
    wipeTitle: 'Tout supprimer et recommencer ?',
    wipeText: 'Les données chiffrées sur cet appareil seront supprimées. Celles du serveur seront récupérées.',
    unsent: {
      one: '{count} modification n’a pas été envoyée au serveur et sera perdue.',
      many: '{count} de modifications n’ont pas été envoyées au serveur et seront perdues.',
      other: '{count} modifications n’ont pas été envoyées au serveur et seront perdues.',
    },
    wipe: 'Tout supprimer et recommencer',
    wiped: 'Suppression terminée. Vous pouvez à nouveau verrouiller vos données.',
  },
} satisfies Translation<typeof english>;
