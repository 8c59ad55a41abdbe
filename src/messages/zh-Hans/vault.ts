import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: '加密此应用的数据，只有您的通行密钥才能打开。',
    locked: '即使离线，也能用通行密钥解锁此应用的数据。',
    lost: '浏览器删除了此应用在此设备上的数据。服务器上的内容会全部恢复。',
    damaged: '此应用在此设备上的数据被外部更改。服务器上的内容会全部恢复。',
    create: '使用通行密钥锁定',
    unlock: '解锁',
    anew: '重新开始',
    code: '使用恢复码',
    lock: '锁定',
    more: '更多操作',
    asking: '请在弹出的对话框中继续。',
    unlockedNow: '已解锁。',
    lockedNow: '已锁定。',
    cancelled: '未做任何更改，请重试。',
  },
} satisfies Translation<typeof english>;
