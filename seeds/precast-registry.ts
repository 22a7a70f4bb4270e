/** What the precast works measure: curing rooms, steam and spray curing, tensioning and grouting. */
import { floatAt, humidity, inputBitAt, state, temperature, value, wordAt } from './point-kinds.ts'
import { precastAlarms } from './precast-alarms.ts'
import type { RegistrySeed } from './tenant.ts'

/** What polls in the demonstration asks the simulator on the same machine. */
const simulator = (unit: number, pollSeconds: number) => ({ host: '127.0.0.1', port: 5020, unit, pollSeconds })

const probes = [1, 2, 3, 4, 5]
/** Every few seconds while a tendon is pulled or a duct is filled, and nothing in between: after a minute it has ended, and no line leads over the hours until the next. */
const fast = { staleSeconds: 60, retention: 'long' } as const

export const precastRegistry: RegistrySeed = {
  projects: [
    {
      projectCode: 'NJ-BOX',
      projectName: '宁滁城际箱梁预制',
      projectStatus: 'active',
      projectDescription: '南京预制梁场，整孔箱梁四百二十榀',
    },
    {
      projectCode: 'SZ-SEG',
      projectName: '苏锡常城际节段梁预制',
      projectStatus: 'active',
      projectDescription: '苏州预制梁场，节段梁一千六百榀',
    },
    { projectCode: 'NJ-UTIL', projectName: '江北新区综合管廊', projectStatus: 'planned', projectDescription: '预制管节，明年开工' },
  ],
  sites: [
    {
      siteCode: 'NJ-LAB',
      siteName: '南京中心试验室标养室',
      project: 'NJ-BOX',
      longitude: 118.6214,
      latitude: 32.0718,
      address: '南京市江北新区桥林街道',
      siteDescription: '标准养护室两间，20 ± 2 °C，湿度不低于 95 %',
    },
    {
      siteCode: 'NJ-STEAM',
      siteName: '南京蒸养区',
      project: 'NJ-BOX',
      longitude: 118.6241,
      latitude: 32.0703,
      address: '南京市江北新区桥林街道',
      siteDescription: '蒸养棚六座',
    },
    {
      siteCode: 'NJ-TENSION',
      siteName: '南京张拉压浆区',
      project: 'NJ-BOX',
      longitude: 118.6262,
      latitude: 32.0695,
      address: '南京市江北新区桥林街道',
      siteDescription: '终张拉台座与压浆台车',
    },
    {
      siteCode: 'SZ-SPRAY',
      siteName: '苏州喷淋养护区',
      project: 'SZ-SEG',
      longitude: 120.8127,
      latitude: 31.0164,
      address: '苏州市吴江区汾湖高新区',
      siteDescription: '喷淋养护台座二十四个',
    },
    {
      siteCode: 'SZ-TENSION',
      siteName: '苏州张拉区',
      project: 'SZ-SEG',
      longitude: 120.8143,
      latitude: 31.0151,
      address: '苏州市吴江区汾湖高新区',
      siteDescription: '节段梁张拉台座',
    },
    {
      siteCode: 'SZ-LAB',
      siteName: '苏州标养室',
      project: 'SZ-SEG',
      longitude: 120.8109,
      latitude: 31.0172,
      address: '苏州市吴江区汾湖高新区',
      siteDescription: '标准养护室一间',
    },
  ],
  types: [
    {
      typeCode: 'curing-room',
      typeName: '标准养护室控制器',
      manufacturer: '建仪科技',
      model: 'BYS-60',
      typeDescription: '温湿度五点、水温、喷雾、加热与制冷',
      points: [
        ...probes.map((at) => temperature(`temp${at}`, `${at} 号温度`, { rangeLow: -10, rangeHigh: 60, retention: 'long' })),
        ...probes.map((at) => humidity(`rh${at}`, `${at} 号湿度`, { retention: 'long' })),
        temperature('water_temp', '水温', { rangeLow: 0, rangeHigh: 60 }),
        value('set_temp', '温度设定', '°C', 10, 30, { decimals: 1 }),
        value('set_rh', '湿度设定', '%', 80, 100, { decimals: 0 }),
        state('spray', '喷雾', '0=关，1=开'),
        state('heater', '加热', '0=关，1=开'),
        state('chiller', '制冷', '0=关，1=开'),
        state('door', '库门', '0=关闭，1=打开'),
      ],
    },
    {
      typeCode: 'steam-curing',
      typeName: '蒸汽养护控制柜',
      manufacturer: '江淮自控',
      model: 'ZY-8',
      typeDescription: '棚温、芯部、表面与环境温度，阀门开度',
      points: [
        temperature('chamber', '棚内温度', { ...floatAt(0), retention: 'long' }),
        temperature('core', '芯部温度', { ...floatAt(2), retention: 'long' }),
        temperature('surface', '表面温度', { ...floatAt(4), retention: 'long' }),
        temperature('ambient', '环境温度', floatAt(6)),
        value('valve', '阀门开度', '%', 0, 100, { decimals: 0, deadband: 1, ...wordAt(0, 0.1) }),
        value('pressure', '蒸汽压力', 'MPa', 0, 1, { decimals: 3, deadband: 0.005, ...wordAt(1, 0.001) }),
        value('stage', '蒸养阶段', undefined, 0, 4, { stateTexts: '0=待机，1=静停，2=升温，3=恒温，4=降温', deadband: 0, ...wordAt(2, 1) }),
        state('running', '运行', '0=停止，1=运行', inputBitAt(0)),
      ],
    },
    {
      typeCode: 'spray-curing',
      typeName: '智能喷淋养护主机',
      manufacturer: '苏禹智能',
      model: 'PL-12',
      typeDescription: '梁面湿度、芯部与环境温度、风速、喷淋时长与水量',
      points: [
        humidity('surface_rh', '梁面湿度', { retention: 'long' }),
        temperature('core', '芯部温度', { retention: 'long' }),
        temperature('ambient', '环境温度'),
        value('wind', '风速', 'm/s', 0, 60, { decimals: 1, deadband: 0.2 }),
        state('spraying', '喷淋', '0=停止，1=喷淋中'),
        value('duration', '喷淋时长', 's', 0, 3600, { displayUnit: 'min', decimals: 1 }),
        value('interval', '喷淋间隔', 'min', 0, 1440, { decimals: 0 }),
        value('water', '用水量', 'L', 0, 100_000, { decimals: 1 }),
      ],
    },
    {
      typeCode: 'tensioning',
      typeName: '智能张拉设备',
      manufacturer: '联桥预应力',
      model: 'ZLJ-500',
      typeDescription: '两顶同步，记录油压、张拉力与伸长量',
      points: [
        value('step', '张拉级别', '%', 0, 110, fast),
        ...(['a', 'b'] as const).flatMap((jack) => [
          value(`oil_${jack}`, `${jack.toUpperCase()} 顶油压`, 'MPa', 0, 70, fast),
          value(`force_${jack}`, `${jack.toUpperCase()} 顶张拉力`, 'kN', 0, 6000, fast),
          value(`elongation_${jack}`, `${jack.toUpperCase()} 顶伸长量`, 'mm', 0, 600, fast),
        ]),
        value('hold', '持荷时间', 's', 0, 3600, fast),
      ],
    },
    {
      typeCode: 'grouting',
      typeName: '智能压浆台车',
      manufacturer: '联桥预应力',
      model: 'YJ-2',
      typeDescription: '水胶比、流动度、进出浆压力与保压',
      points: [
        value('ratio', '水胶比', undefined, 0, 1, fast),
        value('flow_time', '流动度', 's', 0, 60, fast),
        value('pressure_in', '进浆压力', 'MPa', 0, 2, fast),
        value('pressure_out', '出浆压力', 'MPa', 0, 2, fast),
        value('hold', '保压时间', 'min', 0, 30, fast),
        value('volume', '压浆量', 'L', 0, 2000, fast),
      ],
    },
  ],
  devices: [
    { deviceCode: 'NJ-CR-01', deviceName: '南京 1 号标养室', type: 'curing-room', site: 'NJ-LAB', serialNumber: 'BYS60-230417' },
    { deviceCode: 'NJ-CR-02', deviceName: '南京 2 号标养室', type: 'curing-room', site: 'NJ-LAB', serialNumber: 'BYS60-230418' },
    { deviceCode: 'SZ-CR-01', deviceName: '苏州标养室', type: 'curing-room', site: 'SZ-LAB', serialNumber: 'BYS60-240102' },
    ...[1, 2, 3, 4].map((at) => ({
      deviceCode: `NJ-ST-0${at}`,
      deviceName: `${at} 号蒸养棚`,
      type: 'steam-curing',
      site: 'NJ-STEAM',
      serialNumber: `ZY8-22110${at}`,
      modbus: simulator(at, 30),
    })),
    ...[1, 2, 3, 4].map((at) => ({
      deviceCode: `SZ-SP-0${at}`,
      deviceName: `${at} 号喷淋台座`,
      type: 'spray-curing',
      site: 'SZ-SPRAY',
      serialNumber: `PL12-24050${at}`,
    })),
    { deviceCode: 'NJ-TS-01', deviceName: '南京 1 号张拉台座', type: 'tensioning', site: 'NJ-TENSION', serialNumber: 'ZLJ500-230611' },
    { deviceCode: 'NJ-TS-02', deviceName: '南京 2 号张拉台座', type: 'tensioning', site: 'NJ-TENSION', serialNumber: 'ZLJ500-230612' },
    { deviceCode: 'SZ-TS-01', deviceName: '苏州张拉台座', type: 'tensioning', site: 'SZ-TENSION', serialNumber: 'ZLJ500-240316' },
    { deviceCode: 'NJ-GR-01', deviceName: '南京压浆台车', type: 'grouting', site: 'NJ-TENSION', serialNumber: 'YJ2-230709' },
    {
      deviceCode: 'SZ-GR-01',
      deviceName: '苏州压浆台车',
      type: 'grouting',
      site: 'SZ-TENSION',
      serialNumber: 'YJ2-240322',
      deviceStatus: 0,
    },
  ],
  alarmRules: precastAlarms,
  shifts: [
    { shiftCode: 'DAY', shiftName: '白班', beginsAt: '08:00', endsAt: '20:00' },
    { shiftCode: 'NIGHT', shiftName: '夜班', beginsAt: '20:00', endsAt: '08:00' },
    // Sheds are watched around the clock by three crews.
    { shiftCode: 'STEAM-1', shiftName: '早班', beginsAt: '06:00', endsAt: '14:00', site: 'NJ-STEAM' },
    { shiftCode: 'STEAM-2', shiftName: '中班', beginsAt: '14:00', endsAt: '22:00', site: 'NJ-STEAM' },
    { shiftCode: 'STEAM-3', shiftName: '晚班', beginsAt: '22:00', endsAt: '06:00', site: 'NJ-STEAM' },
  ],
}
