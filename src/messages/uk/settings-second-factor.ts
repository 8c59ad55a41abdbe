import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'Застосунок автентифікації',
    noApp: 'Не налаштовано. Він показує коди, які вводять після пароля.',
    appSince: 'Налаштовано {when}',
    setUpApp: 'Налаштувати',
    recoveryCodes: 'Коди відновлення',
    codesLeft: {
      one: 'Залишився {count} код',
      few: 'Залишилося {count} коди',
      many: 'Залишилося {count} кодів',
      other: 'Залишилося {count} коду',
    },
    newCodes: 'Отримати нові коди',
    newCodesTitle: 'Замінити коди відновлення?',
    newCodesText: 'Старі перестануть діяти.',
    removeApp: 'Вилучити застосунок автентифікації?',
    removeAppText: 'Його коди відновлення теж перестануть діяти.',
    appAdded: 'Застосунок автентифікації налаштовано.',
    appRemoved: 'Застосунок автентифікації вилучено.',
    codesReplaced: 'Старі коди більше не діють.',
    expiredSetUp: 'Це тривало надто довго. Налаштуйте застосунок ще раз.',
    already_registered: 'Застосунок автентифікації вже налаштовано.',
    second_factor_required: 'Ваш обліковий запис потребує другого кроку, а цей єдиний.',
    no_second_factor: 'Спершу додайте ключ доступу або застосунок автентифікації.',
    passkeyToo: 'Ключ доступу після пароля',
    passkeyNeeded: 'Після пароля потрібен також ваш ключ доступу.',
    passkeyNotNeeded: 'Для входу достатньо пароля.',
    turnOn: 'Увімкнути',
    turnOff: 'Вимкнути',
  },
} satisfies Translation<typeof english>;
