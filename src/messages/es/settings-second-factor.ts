import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'Aplicación de autenticación',
    noApp: 'Sin configurar. Muestra códigos que se introducen tras la contraseña.',
    appSince: 'Configurada {when}',
    setUpApp: 'Configurar',
    recoveryCodes: 'Códigos de recuperación',
    codesLeft: { one: 'Queda {count} código', many: 'Quedan {count} de códigos', other: 'Quedan {count} códigos' },
    newCodes: 'Obtener códigos nuevos',
    newCodesTitle: '¿Sustituir tus códigos de recuperación?',
    newCodesText: 'Los anteriores dejarán de funcionar.',
    removeApp: '¿Quitar tu aplicación de autenticación?',
    removeAppText: 'Sus códigos de recuperación también dejarán de funcionar.',
    appAdded: 'Tu aplicación de autenticación está configurada.',
    appRemoved: 'Aplicación de autenticación quitada.',
    codesReplaced: 'Los códigos anteriores ya no funcionan.',
    expiredSetUp: 'Has tardado demasiado. Vuelve a configurar la aplicación.',
    already_registered: 'Ya hay una aplicación de autenticación configurada.',
    second_factor_required: 'Tu cuenta necesita un segundo paso y este es el único.',
    no_second_factor: 'Añade primero una llave de acceso o una aplicación de autenticación.',
    passkeyToo: 'Llave de acceso tras la contraseña',
    passkeyNeeded: 'Tu contraseña también necesita tu llave de acceso.',
    passkeyNotNeeded: 'Tu contraseña basta para iniciar sesión.',
    turnOn: 'Activar',
    turnOff: 'Desactivar',
  },
} satisfies Translation<typeof english>;
