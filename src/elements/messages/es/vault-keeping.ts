import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    goOn: 'Continuar',
    cancel: 'Cancelar',
    offerTitle: '¿Crear primero una llave de acceso?',
    offerText: 'Tu cuenta aún no tiene ninguna. Tendrás que confirmar dos veces: para crearla y para usarla.',
    secondTitle: 'Ahora usa tu nueva llave de acceso',
    secondText: 'Úsala una vez para terminar.',
    addTitle: '¿Añadir llave de acceso?',
    addText: 'Tendrás que confirmar dos veces: con una llave de acceso que ya desbloquee estos datos y con la nueva.',
    addByCodeText: 'Vuelve a escribir tu código de recuperación. Después, usa la nueva llave de acceso.',
    newTitle: 'Ahora, la nueva llave de acceso',
    newText: 'Elige la llave de acceso que desbloqueará estos datos a partir de ahora.',
    noOther: 'Todas tus llaves de acceso ya desbloquean estos datos. Primero añade otra a tu cuenta.',
    added: 'Llave de acceso añadida.',
    codeTitle: '¿Crear un código de recuperación?',
    codeText:
      'Desbloquea estos datos si pierdes tus llaves de acceso. Solo se muestra una vez y sustituye al código anterior. Confírmalo con tu llave de acceso.',
    shownTitle: 'Tu código de recuperación',
    shownText: 'Guárdalo en un lugar seguro, fuera de este dispositivo. No se volverá a mostrar.',
    copy: 'Copiar',
    copied: 'Copiado',
    kept: 'Ya lo guardé',
    discard: 'Descartar código',
    coded: 'Código de recuperación añadido.',
    enterTitle: 'Desbloquear con el código de recuperación',
    enterText: 'Escribe tu código. No importan los guiones ni las mayúsculas.',
    enterLabel: 'Código de recuperación',
    unlock: 'Desbloquear',
    wrongCode: 'Ese código no desbloquea estos datos. Revísalo e inténtalo de nuevo.',
    wipeTitle: '¿Eliminar y empezar de cero?',
    wipeText: 'Se eliminarán todos los datos cifrados de este dispositivo. Lo que está en el servidor se recuperará.',
    unsent: {
      one: 'Hay 1 cambio sin enviar al servidor. Se perderá.',
      many: 'Hay {count} de cambios sin enviar al servidor. Se perderán.',
      other: 'Hay {count} cambios sin enviar al servidor. Se perderán.',
    },
    wipe: 'Eliminar y empezar de cero',
    wiped: 'Datos eliminados. Puedes volver a bloquear los datos de esta app.',
  },
} satisfies Translation<typeof english>;
