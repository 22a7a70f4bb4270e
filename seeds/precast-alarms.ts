/** When the precast works want to be told. Limits are those of the named source, or of the yard's own practice; whoever works by another code changes the rows. */
import type { AlarmRuleSeed } from './tenant.ts'

const room = 'GB/T 50081：标准养护室温度 20 ± 2 °C，相对湿度不低于 95 %'
const steam = '梁场蒸养工艺：恒温期棚温不超过 45 °C，芯部不超过 60 °C；按所用规范调整'

export const precastAlarms: readonly AlarmRuleSeed[] = [
  {
    ruleName: '标养室温度偏高', type: 'curing-room', pointKey: 'temp1', alarmKind: 'high', alarmLimit: 22, alarmDeadband: 0.3, onDelay: 60, offDelay: 60, alarmPriority: 2, roles: ['ROLE_ADMIN'],
    messageZh: '标养室温度高于 22 °C', messageTw: '標準養護室溫度高於 22 °C', messageEn: 'Curing room above 22 °C', ruleDescription: room,
  },
  {
    ruleName: '标养室温度偏低', type: 'curing-room', pointKey: 'temp1', alarmKind: 'low', alarmLimit: 18, alarmDeadband: 0.3, onDelay: 60, offDelay: 60, alarmPriority: 2, roles: ['ROLE_ADMIN'],
    messageZh: '标养室温度低于 18 °C', messageTw: '標準養護室溫度低於 18 °C', messageEn: 'Curing room below 18 °C', ruleDescription: room,
  },
  {
    ruleName: '标养室湿度不足', type: 'curing-room', pointKey: 'rh1', alarmKind: 'low', alarmLimit: 95, alarmDeadband: 1, onDelay: 300, offDelay: 60, alarmPriority: 3,
    messageZh: '标养室相对湿度低于 95 %', messageTw: '標準養護室相對濕度低於 95 %', messageEn: 'Curing room humidity below 95 %', ruleDescription: room,
  },
  {
    ruleName: '标养室数据中断', type: 'curing-room', pointKey: 'temp1', alarmKind: 'stale', silentSeconds: 600, alarmPriority: 3,
    messageZh: '标养室十分钟没有数据', messageTw: '標準養護室十分鐘沒有資料', messageEn: 'No data from the curing room for ten minutes', ruleDescription: '控制器每分钟上报一次，连续十次没有数据',
  },
  {
    ruleName: '蒸养棚温超限', type: 'steam-curing', pointKey: 'chamber', alarmKind: 'high', alarmLimit: 45, alarmDeadband: 1, onDelay: 120, offDelay: 60, alarmPriority: 2,
    messageZh: '蒸养棚温高于 45 °C', messageTw: '蒸養棚溫高於 45 °C', messageEn: 'Steam chamber above 45 °C', ruleDescription: steam,
  },
  {
    ruleName: '梁体芯部温度超限', type: 'steam-curing', pointKey: 'core', alarmKind: 'high-high', alarmLimit: 60, alarmDeadband: 1, onDelay: 30, offDelay: 60, alarmPriority: 1, roles: ['ROLE_ADMIN'],
    messageZh: '梁体芯部温度高于 60 °C', messageTw: '梁體芯部溫度高於 60 °C', messageEn: 'Girder core above 60 °C', ruleDescription: steam,
  },
  {
    ruleName: '梁面湿度不足', type: 'spray-curing', pointKey: 'surface_rh', alarmKind: 'low', alarmLimit: 95, alarmDeadband: 2, onDelay: 600, offDelay: 120, alarmPriority: 4,
    messageZh: '梁面相对湿度低于 95 %', messageTw: '梁面相對濕度低於 95 %', messageEn: 'Girder surface humidity below 95 %', ruleDescription: '梁场喷淋养护工艺：梁面相对湿度不低于 95 %',
  },
]
