import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: '正在加载你的账号…',
    retry: '重试',
    unsupported: '你无法在此管理账号。',
    unauthenticated: '请登录以查看你的账号。',
    stale: '你已离线。此页面可能不是最新的。',
    name: '名称',
    addresses: '邮箱和电话',
    passkeys: '通行密钥',
    password: '密码',
    secondFactor: '两步验证',
    providers: '已关联的账号',
    devices: '设备',
    events: '近期活动',
    signOut: '在所有设备上退出登录',
    deletion: '删除账号',
  },
} satisfies Translation<typeof english>;
