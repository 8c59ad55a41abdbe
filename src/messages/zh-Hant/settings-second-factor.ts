import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: '驗證器應用程式',
    noApp: '尚未設定。它會顯示在密碼之後輸入的驗證碼。',
    appSince: '{when}設定',
    setUpApp: '設定',
    recoveryCodes: '復原代碼',
    codesLeft: { other: '剩餘 {count} 個代碼' },
    newCodes: '取得新代碼',
    newCodesTitle: '要更換你的復原代碼嗎？',
    newCodesText: '舊代碼將失效。',
    removeApp: '要移除你的驗證器應用程式嗎？',
    removeAppText: '它的復原代碼也將失效。',
    appAdded: '你的驗證器應用程式已設定。',
    appRemoved: '已移除驗證器應用程式。',
    codesReplaced: '舊代碼不再有效。',
    expiredSetUp: '花費時間過長。請重新設定應用程式。',
    already_registered: '已設定驗證器應用程式。',
    second_factor_required: '你的帳號需要第二個步驟，而這是唯一的一個。',
    no_second_factor: '請先新增通行密鑰或驗證器應用程式。',
    passkeyToo: '密碼之後的通行密鑰',
    passkeyNeeded: '使用密碼時還需要你的通行密鑰。',
    passkeyNotNeeded: '只用密碼即可登入。',
    turnOn: '開啟',
    turnOff: '關閉',
  },
} satisfies Translation<typeof english>;
