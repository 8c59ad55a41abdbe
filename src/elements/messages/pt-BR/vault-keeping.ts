import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    last: 'Se você perder esta chave de acesso, as alterações não sincronizadas serão perdidas. Adicione outra chave de acesso ou um código de recuperação.',
    byCode: 'Se você perdeu sua chave de acesso, adicione outra.',
    addPasskey: 'Adicionar chave de acesso',
    makeCode: 'Criar código de recuperação',
    goOn: 'Continuar',
    cancel: 'Cancelar',
    offerTitle: 'Criar uma chave de acesso primeiro?',
    offerText: 'Sua conta ainda não tem uma. Você vai confirmar duas vezes: para criá-la e para usá-la.',
    secondTitle: 'Agora use sua nova chave de acesso',
    secondText: 'Use-a uma vez para concluir.',
    addTitle: 'Adicionar chave de acesso?',
    addText: 'Você vai confirmar duas vezes: com uma chave de acesso que já desbloqueia estes dados e com a nova.',
    addByCodeText: 'Digite seu código de recuperação novamente. Depois, use a nova chave de acesso.',
    newTitle: 'Agora, a nova chave de acesso',
    newText: 'Escolha a chave de acesso que vai desbloquear estes dados a partir de agora.',
    noOther: 'Todas as suas chaves de acesso já desbloqueiam estes dados. Adicione outra à sua conta primeiro.',
    added: 'Chave de acesso adicionada.',
    codeTitle: 'Criar um código de recuperação?',
    codeText:
      'Ele desbloqueia estes dados se você perder suas chaves de acesso. Só aparece uma vez e substitui o código anterior. Confirme com sua chave de acesso.',
    shownTitle: 'Seu código de recuperação',
    shownText: 'Guarde-o em um lugar seguro, fora deste dispositivo. Ele não será mostrado novamente.',
    copy: 'Copiar',
    copied: 'Copiado',
    kept: 'Já guardei',
    discard: 'Descartar código',
    coded: 'Código de recuperação adicionado.',
    enterTitle: 'Desbloquear com o código de recuperação',
    enterText: 'Digite seu código. Hifens e maiúsculas não fazem diferença.',
    enterLabel: 'Código de recuperação',
    unlock: 'Desbloquear',
    wrongCode: 'Esse código não desbloqueia estes dados. Confira e tente novamente.',
    wipeTitle: 'Excluir e começar do zero?',
    wipeText:
      'Todos os dados criptografados neste dispositivo serão excluídos. O que está no servidor será recuperado.',
    unsent: {
      one: '{count} alteração não foi enviada ao servidor e será perdida.',
      many: '{count} de alterações não foram enviadas ao servidor e serão perdidas.',
      other: '{count} alterações não foram enviadas ao servidor e serão perdidas.',
    },
    wipe: 'Excluir e começar do zero',
    wiped: 'Dados excluídos. Você pode bloquear os dados deste app novamente.',
  },
} satisfies Translation<typeof english>;
