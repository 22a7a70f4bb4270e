/** Notifications and files of the water company. */
import { waterBoard } from './board-examples.ts'
import type { Belongings, Rows } from './belongings.ts'
import { csv } from './belongings.ts'
import { inspectionOf, visitors } from './form-examples.ts'
import { processes } from './process-examples.ts'
import { processForms } from './process-forms.ts'
import { waterCuring } from './water-curing.ts'
import { waterMachines } from './water-machines.ts'
import { waterOrders } from './water-orders.ts'
import { waterUpkeep } from './water-upkeep.ts'
import { waterScreens } from './water-screens.ts'

/** Megapascals at one point of the mains: two peaks of use, morning and evening. */
const pressure: Rows = Array.from({ length: 24 }, (_, hour) => {
  const use = Math.exp(-(((hour - 7.5) / 2) ** 2)) + 1.2 * Math.exp(-(((hour - 19.5) / 2.5) ** 2))
  return [
    `${String(hour).padStart(2, '0')}:00`,
    (0.36 - 0.06 * use).toFixed(3),
    Math.round(420 + 510 * use),
    (0.42 - 0.04 * use).toFixed(2),
  ]
})

export const waterThings: Belongings = {
  tenantCode: '10002',
  publisher: 'admin',
  notifications: [
    {
      title: '东平水道浊度升高，请加密检测',
      type: 'notification',
      priority: 'high',
      hoursAgo: 2,
      content:
        '<p>上游强降雨，取水口浊度已升至 <strong>86 NTU</strong>。</p><ul><li>制水部：混凝剂投加量按应急曲线执行，每 30 分钟做一次烧杯试验；</li><li>化验室：出厂水浊度、余氯每小时检测一次；</li><li>调度员：清水池水位保持在 3.2 m 以上。</li></ul>',
    },
    {
      title: '夜间调峰方案调整',
      type: 'notification',
      priority: 'medium',
      hoursAgo: 26,
      readBy: ['admin', 'editor'],
      content:
        '<p>自本周起，加压泵站夜间出口压力由 0.38 MPa 降为 <strong>0.34 MPa</strong>（23:00 至 5:00），以降低背景漏损。用户投诉低压请转调度中心。</p>',
    },
    {
      title: '滤池反冲洗记录请补填',
      type: 'message',
      priority: 'low',
      hoursAgo: 70,
      orgs: ['guangzhou'],
      readBy: ['admin'],
      content: '<p>4 号滤池周末两次反冲洗没有填写历时，请滤池班今天内补齐。</p>',
    },
    {
      title: '年度供水应急演练方案（草稿）',
      type: 'notification',
      priority: 'medium',
      content: '<p>演练科目：原水突发污染、一级泵房失电、DN800 干管爆管。请各部门补充参演人员名单。</p>',
    },
  ],
  disk: [
    {
      name: '共享资料',
      owner: 'admin',
      isShared: true,
      entries: [
        {
          name: '漏损控制',
          entries: [
            { name: '东风路 DN300 听漏录音.wav', sound: 'leak' },
            {
              name: '分区漏损统计.xlsx',
              headings: ['分区', '供水量 (m³/d)', '售水量 (m³/d)', '夜间最小流量 (m³/h)', '漏损率 (%)'],
              rows: [
                ['越秀一区', 38_400, 34_900, 212, 9.1],
                ['越秀二区', 29_750, 27_600, 148, 7.2],
                ['禅城东', 41_200, 36_500, 305, 11.4],
                ['禅城西', 33_900, 31_050, 187, 8.4],
                ['顺德北', 52_300, 45_900, 398, 12.2],
              ],
            },
          ],
        },
        {
          name: '运行规程',
          entries: [
            {
              name: '泵站巡检要点.txt',
              text: '泵站巡检要点\n\n1. 每 2 小时巡检一次：轴承温度不高于 75 ℃，振动速度不大于 4.5 mm/s。\n2. 填料函滴水每分钟 30 至 60 滴；机封不得有连续渗漏。\n3. 核对出口压力、流量与平台读数，偏差超过 2 % 时登记仪表校验。\n4. 备用泵每周试运行 15 min，切换前确认出口阀位。\n5. 格栅前后水位差大于 0.3 m 时清污。\n',
            },
          ],
        },
        { name: '测压点日曲线（体育西）.csv', text: csv([['时刻', '压力 (MPa)', '流量 (m³/h)', '余氯 (mg/L)'], ...pressure]) },
      ],
    },
    {
      name: '值班备忘.txt',
      owner: 'admin',
      text: '值班备忘\n\n- 顺德北分区夜间流量连续三天偏高，周二安排听漏。\n- 2 号加压泵变频器散热风扇有异响，备件已到。\n- 水质月报 5 日前报集团。\n',
    },
    {
      name: '合同与公文',
      owner: 'editor',
      sharedWith: ['general'],
      entries: [
        {
          name: '来文登记.txt',
          text: '来文登记\n\n1. 关于开展二次供水设施排查的通知：佛山公司办理，月底前反馈。\n2. 关于节水宣传周的函：综合管理部牵头。\n',
        },
      ],
    },
  ],
  forms: [inspectionOf(['GZ-Q-RAW', 'GZ-Q-OUT', 'GZ-M-0301']), visitors, ...processForms],
  processes,
  curing: waterCuring,
  machines: waterMachines,
  orders: waterOrders,
  upkeep: waterUpkeep,
  boards: [waterBoard],
  screens: waterScreens,
  reportSchedules: [
    {
      scheduleName: '泵站数据质量日报',
      report: 'availability',
      rhythm: 'day',
      runAt: '07:30',
      roles: ['ROLE_OPERATOR'],
      scheduleDescription: '每天早上签发前一天的设备数据质量报表，供值班人员查阅',
    },
  ],
  issuedReports: [
    { report: 'strength', period: 'month', hoursAgo: 32, issuedBy: 'chenjiahui', signedBy: ['chenjiahui', 'ouyangjun', 'admin'] },
  ],
  reportTemplates: [
    {
      templateName: '泵站数据质量月报',
      templateKind: 'devices',
      templateDescription: '各设备每日有效数据占比',
      report: 'availability',
      period: 'month',
    },
  ],
}
