import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: '身份验证器应用',
    noApp: '尚未设置。它会显示在密码之后输入的验证码。',
    appSince: '{when}设置',
    setUpApp: '设置',
    recoveryCodes: '恢复代码',
    codesLeft: { other: '剩余 {count} 个代码' },
    newCodes: '获取新代码',
    newCodesTitle: '更换你的恢复代码？',
    newCodesText: '旧代码将失效。',
    removeApp: '移除你的身份验证器应用？',
    removeAppText: '它的恢复代码也将失效。',
    appAdded: '你的身份验证器应用已设置。',
    appRemoved: '身份验证器应用已移除。',
    codesReplaced: '旧代码不再有效。',
    expiredSetUp: '用时过长。请重新设置应用。',
    already_registered: '已设置身份验证器应用。',
    second_factor_required: '你的账号需要第二个步骤，而这是唯一的一个。',
    no_second_factor: '请先添加通行密钥或身份验证器应用。',
    passkeyToo: '密码之后的通行密钥',
    passkeyNeeded: '使用密码时还需要你的通行密钥。',
    passkeyNotNeeded: '只用密码即可登录。',
    turnOn: '开启',
    turnOff: '关闭',
  },
} satisfies Translation<typeof english>;
