/** The words of a precast works: what it casts, in which steps, and with what. */
import type { OwnDictionarySeed } from './tenant.ts'

export const precastWords: readonly OwnDictionarySeed[] = [
  {
    type: 'girder',
    name: '梁型',
    members: [
      ['box', '整孔箱梁'],
      ['small-box', '小箱梁'],
      ['t-beam', 'T 梁'],
      ['u-beam', 'U 梁'],
      ['segment', '节段梁'],
      ['track', '轨道梁'],
    ],
  },
  {
    type: 'casting-step',
    name: '预制工序',
    members: [
      ['rebar', '钢筋绑扎'],
      ['formwork', '模板安装'],
      ['pouring', '混凝土浇筑'],
      ['curing', '养护'],
      ['demoulding', '拆模'],
      ['tensioning', '预应力张拉'],
      ['grouting', '孔道压浆'],
      ['sealing', '封锚'],
      ['storing', '移梁存梁'],
    ],
  },
  {
    type: 'tension-stage',
    name: '张拉阶段',
    members: [
      ['pre', '预张拉'],
      ['initial', '初张拉'],
      ['final', '终张拉'],
    ],
  },
  {
    type: 'curing-mode',
    name: '养护方式',
    members: [
      ['steam', '蒸汽养护'],
      ['spray', '喷淋养护'],
      ['natural', '自然养护'],
    ],
  },
  {
    type: 'curing-stage',
    name: '蒸养阶段',
    members: [
      ['resting', '静停'],
      ['heating', '升温'],
      ['holding', '恒温'],
      ['cooling', '降温'],
    ],
  },
  {
    type: 'concrete-grade',
    name: '混凝土强度等级',
    members: [
      ['C40', 'C40'],
      ['C50', 'C50'],
      ['C55', 'C55'],
      ['C60', 'C60'],
    ],
  },
  {
    type: 'yard-device',
    name: '梁场设备',
    members: [
      ['jack', '千斤顶'],
      ['pump', '张拉油泵'],
      ['grouter', '压浆台车'],
      ['pressure', '压力传感器'],
      ['temperature', '温湿度传感器'],
      ['boiler', '蒸汽锅炉'],
      ['tester', '压力试验机'],
      ['gantry', '龙门吊'],
    ],
  },
  {
    type: 'defect',
    name: '外观缺陷',
    members: [
      ['crack', '裂缝'],
      ['honeycomb', '蜂窝'],
      ['pitted', '麻面'],
      ['exposed', '露筋'],
      ['chipped', '缺棱掉角'],
    ],
  },
]
