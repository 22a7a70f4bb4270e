/** What the water company measures: pumps, quality, flow and filters. */
import { floatAt, inputBitAt, state, temperature, value, wordAt } from './point-kinds.ts'
import { waterAlarms } from './water-alarms.ts'
import type { RegistrySeed } from './tenant.ts'

const simulator = (unit: number) => ({ host: '127.0.0.1', port: 5020, unit, pollSeconds: 30 })

export const waterRegistry: RegistrySeed = {
  projects: [
    { projectCode: 'GZ-WORKS', projectName: '广州水厂深度处理改造', projectStatus: 'active', projectDescription: '滤池与消毒的在线监测' },
    { projectCode: 'FS-PUMP', projectName: '佛山泵站节能改造', projectStatus: 'active', projectDescription: '取水与加压泵站的变频改造' },
    {
      projectCode: 'GZ-DMA',
      projectName: '老城区分区计量',
      projectStatus: 'finished',
      projectDescription: '十二个计量区，漏损率降至百分之九',
    },
  ],
  sites: [
    {
      siteCode: 'GZ-XC',
      siteName: '西村水厂',
      project: 'GZ-WORKS',
      longitude: 113.2289,
      latitude: 23.1457,
      address: '广州市荔湾区西增路',
      siteDescription: '日供水五十万立方米',
    },
    {
      siteCode: 'GZ-FILTER',
      siteName: '西村滤池',
      project: 'GZ-WORKS',
      longitude: 113.2302,
      latitude: 23.1449,
      address: '广州市荔湾区西增路',
      siteDescription: 'V 型滤池十六格',
    },
    {
      siteCode: 'FS-INTAKE',
      siteName: '东平取水泵站',
      project: 'FS-PUMP',
      longitude: 113.0876,
      latitude: 22.9951,
      address: '佛山市禅城区石湾镇街道',
      siteDescription: '一级泵房，四用一备',
    },
    {
      siteCode: 'FS-BOOST',
      siteName: '容桂加压泵站',
      project: 'FS-PUMP',
      longitude: 113.2604,
      latitude: 22.7688,
      address: '佛山市顺德区容桂街道',
      siteDescription: '夜间调峰',
    },
    {
      siteCode: 'GZ-DMA-03',
      siteName: '荔湾三号计量区',
      project: 'GZ-DMA',
      longitude: 113.2415,
      latitude: 23.1206,
      address: '广州市荔湾区龙津西路',
      siteDescription: '入口两处',
    },
  ],
  types: [
    {
      typeCode: 'pump',
      typeName: '离心泵机组',
      manufacturer: '粤泵实业',
      model: 'SLW-350',
      typeDescription: '电流、频率、进出口压力与轴承温度',
      points: [
        state('running', '运行', '0=停止，1=运行', inputBitAt(0)),
        value('current', '电流', 'A', 0, 400, { decimals: 1, deadband: 0.5, ...wordAt(0, 0.1) }),
        value('frequency', '频率', 'Hz', 0, 60, { decimals: 2, deadband: 0.1, ...wordAt(1, 0.01) }),
        value('power', '功率', 'kW', 0, 400, { decimals: 1, deadband: 0.5, ...floatAt(0) }),
        value('suction', '进口压力', 'MPa', -0.1, 1, { decimals: 3, deadband: 0.002, ...floatAt(2) }),
        value('discharge', '出口压力', 'MPa', 0, 1.6, { decimals: 3, deadband: 0.002, ...floatAt(4) }),
        temperature('bearing', '轴承温度', floatAt(6)),
      ],
    },
    {
      typeCode: 'water-quality',
      typeName: '在线水质仪',
      manufacturer: '清源仪器',
      model: 'WQ-5',
      typeDescription: '浊度、余氯、pH、电导率与水温',
      points: [
        value('turbidity', '浊度', 'NTU', 0, 100, { decimals: 2, deadband: 0.01, retention: 'long' }),
        value('chlorine', '余氯', 'mg/L', 0, 5, { decimals: 2, deadband: 0.01, retention: 'long' }),
        value('ph', 'pH 值', undefined, 0, 14, { decimals: 2, deadband: 0.02, retention: 'long' }),
        value('conductivity', '电导率', 'µS/cm', 0, 2000, { decimals: 0, deadband: 1 }),
        temperature('temperature', '水温', { rangeLow: 0, rangeHigh: 50 }),
      ],
    },
    {
      typeCode: 'flow-meter',
      typeName: '电磁流量计',
      manufacturer: '清源仪器',
      model: 'EM-600',
      typeDescription: '瞬时流量、累计流量与压力',
      points: [
        value('flow', '瞬时流量', 'm³/h', -5000, 5000, { decimals: 1, deadband: 1 }),
        value('total', '累计流量', 'm³', 0, 1_000_000_000, { decimals: 0, retention: 'long' }),
        value('pressure', '管网压力', 'MPa', 0, 1.6, { decimals: 3, deadband: 0.002 }),
      ],
    },
    {
      typeCode: 'filter',
      typeName: '滤池控制柜',
      manufacturer: '岭南自控',
      model: 'VF-16',
      typeDescription: '水位、水头损失与反冲洗',
      points: [
        value('level', '滤池水位', 'm', 0, 5, { decimals: 2, deadband: 0.01 }),
        value('head_loss', '水头损失', 'm', 0, 4, { decimals: 2, deadband: 0.01 }),
        state('backwash', '反冲洗', '0=停止，1=反冲洗中'),
        value('valve', '清水阀开度', '%', 0, 100, { decimals: 0, deadband: 1 }),
      ],
    },
  ],
  devices: [
    ...[1, 2, 3, 4].map((at) => ({
      deviceCode: `FS-P-0${at}`,
      deviceName: `取水 ${at} 号泵`,
      type: 'pump',
      site: 'FS-INTAKE',
      serialNumber: `SLW350-21080${at}`,
      modbus: simulator(10 + at),
    })),
    ...[1, 2].map((at) => ({
      deviceCode: `FS-B-0${at}`,
      deviceName: `加压 ${at} 号泵`,
      type: 'pump',
      site: 'FS-BOOST',
      serialNumber: `SLW350-22030${at}`,
      modbus: simulator(20 + at),
    })),
    { deviceCode: 'GZ-Q-RAW', deviceName: '原水水质仪', type: 'water-quality', site: 'GZ-XC', serialNumber: 'WQ5-230055' },
    { deviceCode: 'GZ-Q-OUT', deviceName: '出厂水水质仪', type: 'water-quality', site: 'GZ-XC', serialNumber: 'WQ5-230056' },
    ...[1, 2, 3].map((at) => ({
      deviceCode: `GZ-F-0${at}`,
      deviceName: `${at} 号滤池`,
      type: 'filter',
      site: 'GZ-FILTER',
      serialNumber: `VF16-22060${at}`,
    })),
    { deviceCode: 'GZ-M-0301', deviceName: '三号区东入口流量计', type: 'flow-meter', site: 'GZ-DMA-03', serialNumber: 'EM600-20110' },
    { deviceCode: 'GZ-M-0302', deviceName: '三号区西入口流量计', type: 'flow-meter', site: 'GZ-DMA-03', serialNumber: 'EM600-20111' },
  ],
  alarmRules: waterAlarms,
  shifts: [
    { shiftCode: 'A', shiftName: '早班', beginsAt: '08:00', endsAt: '16:00' },
    { shiftCode: 'B', shiftName: '中班', beginsAt: '16:00', endsAt: '00:00' },
    { shiftCode: 'C', shiftName: '夜班', beginsAt: '00:00', endsAt: '08:00' },
  ],
}
