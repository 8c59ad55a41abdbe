import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'App autenticador',
    noApp: 'Não configurado. Mostra códigos para inserir depois da senha.',
    appSince: 'Configurado {when}',
    setUpApp: 'Configurar',
    recoveryCodes: 'Códigos de recuperação',
    codesLeft: {
      one: '{count} código restante',
      many: '{count} de códigos restantes',
      other: '{count} códigos restantes',
    },
    newCodes: 'Obter novos códigos',
    newCodesTitle: 'Substituir seus códigos de recuperação?',
    newCodesText: 'Os antigos deixarão de funcionar.',
    removeApp: 'Remover seu app autenticador?',
    removeAppText: 'Os códigos de recuperação também deixarão de funcionar.',
    appAdded: 'Seu app autenticador está configurado.',
    appRemoved: 'App autenticador removido.',
    codesReplaced: 'Os códigos antigos não funcionam mais.',
    expiredSetUp: 'Demorou demais. Configure o app de novo.',
    already_registered: 'Um app autenticador já está configurado.',
    second_factor_required: 'Sua conta precisa de uma segunda etapa, e esta é a única.',
    no_second_factor: 'Adicione primeiro uma chave de acesso ou um app autenticador.',
    passkeyToo: 'Chave de acesso depois da senha',
    passkeyNeeded: 'Sua senha também precisa da sua chave de acesso.',
    passkeyNotNeeded: 'Sua senha basta para fazer login.',
    turnOn: 'Ativar',
    turnOff: 'Desativar',
  },
} satisfies Translation<typeof english>;
