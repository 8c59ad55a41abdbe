import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Código de un solo uso',
    button: 'Confirmar código',
    send: 'Enviar código',
    sendAgain: 'Enviar otro código',
    wait: '({seconds} s)',
    change: 'Cambiar',
    sending: 'Solicitando un código…',
    verifying: 'Comprobando el código…',
    sent: 'Si tenemos registrada esa dirección, el código está en camino.',
    again: '¿Aún no tienes el código? Puedes solicitar otro.',
    signedIn: 'Sesión iniciada.',
    verified: 'Dirección verificada.',
    missing: 'Escribe el código.',
    incomplete: 'Escribe el código de {length} dígitos.',
    unreadable: 'Escribe el código de {length} dígitos. Usa solo números.',
    rejected: 'El código es incorrecto o ya no es válido. Inténtalo de nuevo o solicita otro.',
    noAddress: 'Escribe un correo electrónico o número de teléfono válido.',
    wrong_account: 'Esa dirección es de otra cuenta. Inicia sesión en ella o usa otra dirección.',
    unsupported: 'Aquí no se pueden usar códigos. Usa otro método.',
  },
} satisfies Translation<typeof english>;
