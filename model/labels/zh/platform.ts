import type en from '../en/platform.ts'

export default {
  'platform.all': '全部租户',
  'platform.expiring': '30 天内到期',
  'platform.suspended': '已停用或已到期',
  'platform.no-quotas': '没有接近上限的配额',
  'platform.quota-users': '用户：{{used}} / {{most}}',
  'platform.quota-storage': '存储：{{used}} / {{most}} MB',
  'platform.quota-points': '测点：{{used}} / {{most}}',
  'platform.quota-entries': '表单填报：{{used}} / {{most}}',
  'platform.backup': '最近一次验证通过的备份',
  'platform.backup-never': '尚无',
  'platform.backup-failed': '近 7 天失败的备份',
  'platform.jobs': '排队或执行中的任务',
  'platform.messages': '待发送的消息',
  'platform.messages-failed': '发送失败的消息',
  'platform.values': '等待入库的数值',
  'platform.dead': '多次失败、已放弃的后台工作',
  'platform.stranded': '无法继续的流程',
  'platform.unattended': '{{tenant}}：无人有权处理的停滞流程',
  'platform.disk': '磁盘剩余空间',
  'platform.disk-of': '{{free}} / {{total}} GB',
} as const satisfies Record<keyof typeof en, string>
