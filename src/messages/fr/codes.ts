import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Code à usage unique',
    button: 'Confirmer le code',
    send: 'Envoyer le code',
    sendAgain: 'Envoyer un nouveau code',
    wait: '({seconds} s)',
    change: 'Modifier',
    sending: 'Demande du code…',
    verifying: 'Vérification du code…',
    sent: 'Si nous connaissons cette adresse, un code vous a été envoyé.',
    again: 'Toujours pas de code ? Vous pouvez en demander un nouveau.',
    signedIn: 'Connexion réussie.',
    verified: 'Votre adresse est vérifiée.',
    missing: 'Saisissez le code.',
    incomplete: 'Saisissez le code à {length} chiffres.',
    unreadable: 'Saisissez le code à {length} chiffres, sans autre caractère.',
    rejected: 'Ce code est incorrect ou a expiré. Réessayez ou demandez-en un nouveau.',
    noAddress: 'Saisissez une adresse e-mail ou un numéro de téléphone valide.',
    wrong_account:
      'Cette adresse appartient à un autre compte. Connectez-vous à ce compte ou utilisez une autre adresse.',
    unsupported: 'Les codes ne sont pas utilisables ici. Utilisez une autre méthode.',
  },
} satisfies Translation<typeof english>;
