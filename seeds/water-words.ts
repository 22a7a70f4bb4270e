/** The words of a water company: how water is treated, measured, pumped and led. */
import type { OwnDictionarySeed } from './tenant.ts'

export const waterWords: readonly OwnDictionarySeed[] = [
  {
    type: 'treatment-step',
    name: '制水工序',
    members: [
      ['intake', '取水'],
      ['coagulation', '混凝'],
      ['sedimentation', '沉淀'],
      ['filtration', '过滤'],
      ['disinfection', '消毒'],
      ['storage', '清水调蓄'],
      ['delivery', '送水'],
    ],
  },
  {
    type: 'water-index',
    name: '水质指标',
    members: [
      ['turbidity', '浑浊度'],
      ['chlorine', '余氯'],
      ['ph', 'pH'],
      ['permanganate', '高锰酸盐指数'],
      ['ammonia', '氨氮'],
      ['coliform', '总大肠菌群'],
      ['colour', '色度'],
    ],
  },
  {
    type: 'dosing-agent',
    name: '投加药剂',
    members: [
      ['pac', '聚合氯化铝'],
      ['hypochlorite', '次氯酸钠'],
      ['lime', '石灰'],
      ['carbon', '粉末活性炭'],
      ['ozone', '臭氧'],
    ],
  },
  {
    type: 'pipe-material',
    name: '管材',
    members: [
      ['ductile-iron', '球墨铸铁管'],
      ['steel', '钢管'],
      ['pe', '聚乙烯管'],
      ['pccp', '预应力钢筒混凝土管'],
      ['stainless', '不锈钢管'],
    ],
  },
  {
    type: 'leak',
    name: '漏损类型',
    members: [
      ['visible', '明漏'],
      ['hidden', '暗漏'],
      ['background', '背景漏损'],
      ['apparent', '计量损失'],
    ],
  },
  {
    type: 'pump',
    name: '水泵类型',
    members: [
      ['double-suction', '双吸离心泵'],
      ['multistage', '多级离心泵'],
      ['submersible', '潜水泵'],
      ['axial', '轴流泵'],
    ],
  },
  {
    type: 'station',
    name: '站点类型',
    members: [
      ['intake-station', '取水泵站'],
      ['works', '水厂'],
      ['booster', '加压泵站'],
      ['pressure-point', '管网测压点'],
      ['quality-point', '水质监测点'],
      ['meter-area', '分区计量点'],
    ],
  },
]
