/** When the water company wants to be told. What leaves the works is judged by GB 5749, pumps by what their maker says. */
import type { AlarmRuleSeed } from './tenant.ts'

const drinking = 'GB 5749：出厂水浑浊度不高于 1 NTU，游离氯 0.3 至 2 mg/L，pH 6.5 至 8.5'

export const waterAlarms: readonly AlarmRuleSeed[] = [
  {
    ruleName: '出厂水浊度超标', device: 'GZ-Q-OUT', pointKey: 'turbidity', alarmKind: 'high', alarmLimit: 1, alarmDeadband: 0.05, onDelay: 60, offDelay: 60, alarmPriority: 1, roles: ['ROLE_ADMIN'],
    messageZh: '出厂水浊度高于 1 NTU', messageTw: '出廠水濁度高於 1 NTU', messageEn: 'Turbidity leaving the works above 1 NTU', ruleDescription: drinking,
  },
  {
    ruleName: '出厂水余氯不足', device: 'GZ-Q-OUT', pointKey: 'chlorine', alarmKind: 'low', alarmLimit: 0.3, alarmDeadband: 0.02, onDelay: 60, offDelay: 60, alarmPriority: 1, roles: ['ROLE_ADMIN'],
    messageZh: '出厂水余氯低于 0.3 mg/L', messageTw: '出廠水餘氯低於 0.3 mg/L', messageEn: 'Free chlorine leaving the works below 0.3 mg/L', ruleDescription: drinking,
  },
  {
    ruleName: '出厂水 pH 偏高', device: 'GZ-Q-OUT', pointKey: 'ph', alarmKind: 'high', alarmLimit: 8.5, alarmDeadband: 0.05, onDelay: 60, offDelay: 60, alarmPriority: 2,
    messageZh: '出厂水 pH 高于 8.5', messageTw: '出廠水 pH 高於 8.5', messageEn: 'pH leaving the works above 8.5', ruleDescription: drinking,
  },
  {
    ruleName: '水泵轴承温度高', type: 'pump', pointKey: 'bearing', alarmKind: 'high', alarmLimit: 75, alarmDeadband: 2, onDelay: 30, offDelay: 60, alarmPriority: 3,
    messageZh: '水泵轴承温度高于 75 °C', messageTw: '水泵軸承溫度高於 75 °C', messageEn: 'Pump bearing above 75 °C', ruleDescription: '设备说明书：轴承温度不宜超过 75 °C',
  },
  {
    ruleName: '水泵轴承温度过高', type: 'pump', pointKey: 'bearing', alarmKind: 'high-high', alarmLimit: 85, alarmDeadband: 2, onDelay: 5, offDelay: 60, alarmPriority: 1, roles: ['ROLE_ADMIN'],
    messageZh: '水泵轴承温度高于 85 °C', messageTw: '水泵軸承溫度高於 85 °C', messageEn: 'Pump bearing above 85 °C', ruleDescription: '设备说明书：轴承温度超过 85 °C 应停机',
  },
  {
    ruleName: '水质仪数据中断', type: 'water-quality', pointKey: 'turbidity', alarmKind: 'stale', silentSeconds: 600, alarmPriority: 3,
    messageZh: '水质仪十分钟没有数据', messageTw: '水質儀十分鐘沒有資料', messageEn: 'No data from the analyser for ten minutes', ruleDescription: '仪表每分钟上报一次，连续十次没有数据',
  },
]
