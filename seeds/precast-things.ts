/** Notifications and files of the casting yards. */
import { curingBoard } from './board-examples.ts'
import type { Belongings, Rows } from './belongings.ts'
import { csv } from './belongings.ts'
import { inspectionOf, visitors } from './form-examples.ts'
import { processes } from './process-examples.ts'
import { processForms } from './process-forms.ts'
import { precastCuring } from './precast-curing.ts'
import { precastMachines } from './precast-machines.ts'
import { precastOrders } from './precast-orders.ts'
import { precastUpkeep } from './precast-upkeep.ts'
import { precastTensioning } from './precast-tensioning.ts'
import { precastScreens } from './precast-screens.ts'

/** Degrees of one chamber, hour by hour: rest, rise, constant, fall. */
const curing: Rows = Array.from({ length: 25 }, (_, hour) => {
  const plan = hour <= 4 ? 20 : hour <= 9 ? 20 + (hour - 4) * 5 : hour <= 19 ? 45 : 45 - (hour - 19) * 4
  const measured = plan + 0.5 * Math.sin(hour * 1.7)
  return [hour, plan, measured.toFixed(1), (measured - 0.8).toFixed(1), 88 + ((hour * 7) % 9)]
})

export const precastThings: Belongings = {
  tenantCode: '10001',
  publisher: 'admin',
  notifications: [
    {
      title: '今晚 22:00 采集平台停机维护',
      type: 'notification',
      priority: 'high',
      hoursAgo: 3,
      content:
        '<p>采集平台将于<strong>今晚 22:00 至 23:30</strong> 升级数据库，期间网页无法访问。</p><ul><li>张拉、蒸养数据先存在现场网关，恢复后自动补传；</li><li>请勿重启或断开现场网关；</li><li>夜班班组请用纸质记录表备份关键读数。</li></ul><p>值班电话：025-55550001</p>',
    },
    {
      title: '本月千斤顶与压力传感器检定计划',
      type: 'notification',
      priority: 'medium',
      hoursAgo: 29,
      readBy: ['admin', 'editor'],
      content:
        '<p>检定计划已放入网络硬盘“共享资料 / 设备”，请各梁场设备物资部核对编号，<strong>周五前</strong>把无法按期送检的设备报设备工程师。</p>',
    },
    {
      title: '蒸养温控曲线复核',
      type: 'message',
      priority: 'low',
      hoursAgo: 75,
      orgs: ['nanjing'],
      readBy: ['admin'],
      content: '<p>3 号台座上周两次降温速率超过 10 ℃/h，请蒸养班复核阀门开度，试验室随梁试件单独标记。</p>',
    },
    {
      title: '冬季施工温控要求（征求意见稿）',
      type: 'notification',
      priority: 'medium',
      content:
        '<p>环境温度低于 5 ℃ 时，静停时间不少于 6 h，恒温温度不高于 45 ℃，降温速率不大于 10 ℃/h。</p><p>请各场提出意见后定稿发布。</p>',
    },
  ],
  disk: [
    {
      name: '共享资料',
      owner: 'admin',
      isShared: true,
      entries: [
        {
          name: '设备',
          entries: [
            {
              name: '千斤顶检定台账.xlsx',
              headings: ['设备编号', '型号', '所在梁场', '量程 (kN)', '上次检定', '状态'],
              rows: [
                ['NJ-QJD-01', 'YDC2500', '南京', 2500, '5 月 12 日', '在用'],
                ['NJ-QJD-02', 'YDC2500', '南京', 2500, '5 月 12 日', '在用'],
                ['NJ-QJD-05', 'YDC3500', '南京', 3500, '4 月 28 日', '待检'],
                ['SZ-QJD-01', 'YDC2500', '苏州', 2500, '6 月 3 日', '在用'],
                ['SZ-QJD-03', 'YDC1500', '苏州', 1500, '6 月 3 日', '停用'],
              ],
            },
            { name: '张拉油泵异响.wav', sound: 'pump' },
          ],
        },
        {
          name: '作业指导',
          entries: [
            {
              name: '张拉作业要点.txt',
              text: '张拉作业要点\n\n1. 张拉前核对千斤顶、油泵与压力表的检定编号，三者配套使用。\n2. 混凝土强度与弹性模量达到设计值的 95 % 后方可终张拉。\n3. 两端同步张拉，以应力控制为主，伸长量校核；偏差超过 ±6 % 时停止并查明原因。\n4. 持荷 5 min，油压稳定后锚固；读数由平台自动记录，班组长当班确认。\n5. 张拉时千斤顶后方严禁站人。\n',
            },
          ],
        },
        {
          name: '蒸养温度记录（3 号台座）.csv',
          text: csv([['时刻 (h)', '设定温度 (℃)', '芯部温度 (℃)', '表层温度 (℃)', '相对湿度 (%)'], ...curing]),
        },
      ],
    },
    {
      name: '交接班备忘.txt',
      owner: 'admin',
      text: '交接班备忘\n\n- 网关 GW-07 的时钟慢 40 s，已登记，待更换电池。\n- 苏州 2 号台座的湿度探头数值跳变，设备工程师周三处理。\n- 月报模板改好后发综合部复核。\n',
    },
    {
      name: '人员资料',
      owner: 'editor',
      sharedWith: ['staffing'],
      entries: [
        {
          name: '新员工入职须知.txt',
          text: '新员工入职须知\n\n1. 第一天到人力资源部领取工牌与安全帽，完成三级安全教育。\n2. 平台账号由部门主管申请，首次登录须修改密码。\n3. 进入生产区请走人行通道，起重作业半径内禁止停留。\n',
        },
      ],
    },
  ],
  forms: [inspectionOf(['NJ-CR-01', 'NJ-CR-02', 'NJ-TS-01']), visitors, ...processForms],
  processes,
  curing: precastCuring,
  tensioning: precastTensioning,
  machines: precastMachines,
  orders: precastOrders,
  upkeep: precastUpkeep,
  boards: [curingBoard],
  screens: precastScreens,
  reportSchedules: [
    {
      scheduleName: '梁场报警周报',
      report: 'alarm-month',
      rhythm: 'week',
      runAt: '08:00',
      roles: ['ROLE_OPERATOR'],
      scheduleDescription: '每周一签发上周的报警统计报表，供值班人员查阅',
    },
  ],
  issuedReports: [
    { report: 'tensioning', period: 'week', hoursAgo: 47, issuedBy: 'zhaotianyu', signedBy: ['zhaotianyu', 'sunyuchen', 'admin'] },
    { report: 'specimens', period: 'month', hoursAgo: 121, issuedBy: 'sunyuchen', signedBy: ['sunyuchen'] },
  ],
  reportTemplates: [
    {
      templateName: '标养室温湿度周报',
      templateKind: 'curing',
      templateDescription: '由内置养护室记录表改编，按周统计，供试验室留存',
      report: 'curing-room',
      period: 'week',
    },
    {
      templateName: '梁场报警月报',
      templateKind: 'alarms',
      templateDescription: '每月例会使用',
      report: 'alarm-month',
      period: 'month',
    },
  ],
}
