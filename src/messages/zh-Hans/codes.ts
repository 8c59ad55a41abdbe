import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: '验证码',
    button: '确认验证码',
    send: '获取验证码',
    sendAgain: '重新获取验证码',
    wait: '({seconds} 秒)',
    change: '更改',
    sending: '正在获取验证码…',
    verifying: '正在核对验证码…',
    sent: '如果该邮箱或手机号已注册，您很快就会收到验证码。',
    again: '没收到验证码？您可以重新获取。',
    signedIn: '已登录。',
    verified: '邮箱或手机号已验证。',
    missing: '请输入验证码。',
    incomplete: '请输入 {length} 位验证码。',
    unreadable: '请输入 {length} 位验证码，只能包含数字。',
    rejected: '验证码错误或已过期。请重试，或重新获取验证码。',
    noAddress: '请输入有效的邮箱地址或手机号。',
    wrong_account: '该邮箱或手机号属于其他账号。请登录该账号，或换用其他邮箱或手机号。',
    unsupported: '此处无法使用验证码。请换一种方式。',
  },
} satisfies Translation<typeof english>;
