import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      '此通行密钥或浏览器无法加密数据。请使用 Chrome 116、Edge 116、Safari 18、Firefox 139 或更高版本，并使用手机、电脑或密码管理器中的通行密钥。',
    vault_wrong_key: '该通行密钥无法解锁此数据。请使用其他通行密钥。',
    vault_damaged: '此数据已损坏，无法解锁。',
    vault_unsupported: '此数据由此应用的较新版本加密。请重新加载页面。',
    vault_locked: '此数据在操作期间已锁定，请重试。',
    storage_full: '此设备的存储空间已满。未保存任何内容。',
    storage_lost: '此浏览器不会保存数据。请改用普通窗口。',
    unauthenticated: '请先登录。登录后，离线时也能使用。',
    step_up_required: '请重新登录以验证身份。',
    constraint: '此处无法执行该操作。请重试，或使用其他通行密钥。',
    already_registered: '此设备上已有您账号的通行密钥。',
    network: '首次操作需要联网。请在联网后重试。',
  },
} satisfies Translation<typeof english>;
