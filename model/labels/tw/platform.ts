import type en from '../en/platform.ts'

export default {
  'platform.all': '全部租戶',
  'platform.expiring': '30 天內到期',
  'platform.suspended': '已停用或已到期',
  'platform.no-quotas': '沒有接近上限的配額',
  'platform.quota-users': '使用者：{{used}} / {{most}}',
  'platform.quota-storage': '儲存空間：{{used}} / {{most}} MB',
  'platform.quota-points': '測點：{{used}} / {{most}}',
  'platform.quota-entries': '表單填報：{{used}} / {{most}}',
  'platform.backup': '最近一次驗證通過的備份',
  'platform.backup-never': '尚無',
  'platform.backup-failed': '近 7 天失敗的備份',
  'platform.jobs': '排隊或執行中的工作',
  'platform.messages': '待傳送的訊息',
  'platform.messages-failed': '傳送失敗的訊息',
  'platform.values': '等待寫入的數值',
  'platform.dead': '多次失敗、已放棄的背景工作',
  'platform.stranded': '無法繼續的流程',
  'platform.unattended': '{{tenant}}：無人有權處理的停滯流程',
  'platform.disk': '磁碟剩餘空間',
  'platform.disk-of': '{{free}} / {{total}} GB',
} as const satisfies Record<keyof typeof en, string>
