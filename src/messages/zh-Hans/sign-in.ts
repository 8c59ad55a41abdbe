import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: '此浏览器无法在此处使用通行密钥。请换一种方式登录。',
    invalid_rp_id: '通行密钥不能用于此网址。请换一种方式登录。',
    misconfigured: '此页面的设置不正确。',
    embedded: '请在单独的窗口中打开此页面，然后继续。',
    challenge_expired: '操作已超时，请重试。',
    rejected: '操作未成功。请重试，或换一种方式。',
    rate_limited: '尝试次数过多，请在几分钟后重试。',
    timed_out: '操作已超时，请重试。',
    network: '无法连接到服务器。请检查网络连接，然后重试。',
    bad_response: '服务器出现问题，请稍后重试。',
    next_step: '还需要一个步骤。请在登录页面继续。',
  },
  signIn: {
    username: '用户名',
    button: '使用通行密钥登录',
    asking: '请在弹出的对话框中继续。',
    verifying: '正在验证…',
    done: '已登录。',
    cancelled: '未使用通行密钥，请重试。',
    unknown_credential: '该通行密钥已从此账号中移除。请换一种方式登录。',
  },
  immediate: {
    no_local_passkey: '此设备上没有此网站的通行密钥。请换一种方式登录。',
  },
  stepUp: {
    button: '验证身份',
    done: '已验证。',
    cancelled: '未完成验证，请重试。',
    unknown_credential: '该通行密钥已从此账号中移除。请使用其他通行密钥。',
    wrong_account: '该通行密钥属于其他账号。请使用此账号的通行密钥。',
    unauthenticated: '请先登录。',
    step_up_required: '此账号没有通行密钥。请重新登录以验证身份。',
  },
  passwordForm: {
    username: '用户名',
    password: '密码',
    button: '登录',
    asking: '请在弹出的对话框中继续。',
    verifying: '正在登录…',
    done: '已登录。',
    rejected: '用户名或密码错误。请重试，或换一种方式登录。',
    unsupported: '此处无法使用密码。请换一种方式登录。',
    unknown_credential: '该通行密钥已从此账号中移除。请换一种方式登录。',
    no_local_passkey: '请使用用户名和密码登录。',
    wait: {
      other: '尝试次数过多，请在 {minutes} 分钟后重试。',
    },
  },
} satisfies Translation<typeof english>;
